import { expect } from 'chai'
import fc from 'fast-check'
import { concatHex, type Hex, zeroHash } from 'viem'
import {
  hashOrder,
  type SettlementRefund,
  type VerifyRefundSettlementParameters,
  verifyRefundSettlement,
} from '../../../src/index.js'
import { count } from '../../support/deep.js'
import { thrown } from '../../support/errors.js'
import {
  deadline,
  makeDeposit,
  makeOrder,
  namesOf,
  native,
  nativeTransfer,
  number,
  type RawLog,
  router,
  shop,
  solver,
  stranger,
  toUser,
  transfer,
  user,
} from './support.js'

const hash: Hex = `0x${'e1'.repeat(32)}`

const toUserNative = { ...toUser, currency: native }
const toDepositor = { ...toUser, recipient: native }
const elsewhere = { ...toUser, chainId: 'solana', recipient: '1'.repeat(32), currency: '1'.repeat(32) }
const inputPayment = { chainId: 'ethereum', currency: native, amount: '1000', weight: '1' }

type Refunded = Omit<VerifyRefundSettlementParameters, 'refunds' | 'deposits'> & {
  refunds: SettlementRefund[]
  deposits: ReturnType<typeof makeDeposit>[]
}

async function makeRefund(
  logs: readonly RawLog[],
  { deposited = 1000n, refundIndex = 0, refunds = [toUser, toUserNative, toDepositor, elsewhere] } = {},
): Promise<Refunded> {
  const orderData = makeOrder({ inputs: [{ payment: inputPayment, refunds }] })
  const orderId = hashOrder(orderData)
  return {
    orderData,
    orderSignature: await solver.signMessage({ message: { raw: orderId } }),
    deposits: [makeDeposit(orderId, deposited)],
    refunds: [
      {
        inputIndex: 0,
        refundIndex,
        transaction: { hash, to: router, input: concatHex(['0x12345678', orderId]), value: 0n },
        receipt: { status: 'success', transactionHash: hash, blockNumber: 9n, logs: number(logs) },
        block: { number: 9n, timestamp: deadline },
        head: { number: 19n, timestamp: deadline + 60 },
        finality: { blocks: 10, seconds: 60 },
      },
    ],
  }
}

function change(refunded: Refunded, one: Partial<SettlementRefund>): Refunded {
  return { ...refunded, refunds: refunded.refunds.map((refund) => ({ ...refund, ...one })) }
}

describe('verifyRefundSettlement', () => {
  it('default', async () => {
    const report = await verifyRefundSettlement(await makeRefund([transfer(user, 1000n)]))
    expect(report.rows.filter(({ ok }) => ok !== true)).deep.equal([])
    expect(report.rows.map(({ name }) => name)).deep.equal([
      'onchainIds',
      'orderSignature',
      'deposits',
      'refunds',
      'status',
      'finality',
      'deadline',
      'orderId',
      'transfers',
      'nativeDirect',
      'nativeTransfers',
      'minimumAmounts',
    ])
    expect(report).deep.include({
      settled: true,
      difference: 0n,
      refunds: [{ countedBy: 'transfers', amount: 1000n, minimum: 1000n }],
    })
  })

  it('behavior: native, by logs and by the value', async () => {
    const logs = await verifyRefundSettlement(
      await makeRefund([nativeTransfer(user, 1000n)], { refundIndex: 1 }),
    )
    expect(logs).deep.include({
      settled: true,
      refunds: [{ countedBy: 'nativeTransfers', amount: 1000n, minimum: 1000n }],
    })
    const refunded = await makeRefund([], { refundIndex: 1 })
    const input = hashOrder(refunded.orderData)
    const direct = change(refunded, { transaction: { hash, to: user, input, value: 1000n } })
    expect((await verifyRefundSettlement(direct)).settled).equal(true)
  })

  it('behavior: a refund to the zero address goes to the depositor', async () => {
    const toDepositor = await makeRefund([transfer(user, 1000n)], { refundIndex: 2 })
    expect((await verifyRefundSettlement(toDepositor)).settled).equal(true)
    const toZero = await makeRefund([transfer(native, 1000n)], { refundIndex: 2 })
    expect(namesOf((await verifyRefundSettlement(toZero)).rows, false)).deep.equal([
      'transfers',
      'minimumAmounts',
    ])
    const { rows } = await verifyRefundSettlement({ ...toDepositor, deposits: undefined })
    expect(namesOf(rows, null)).include.members(['transfers', 'minimumAmounts'])
  })

  describe('the minimum scales with the deposit', () => {
    const cases: { deposited: bigint; minimum: bigint; asked?: string }[] = [
      { deposited: 1000n, minimum: 1000n },
      { deposited: 1500n, minimum: 1500n },
      { deposited: 500n, minimum: 500n },
      { deposited: 0n, minimum: 0n },
      // 7 × 0.333 = 2.331, and 7 × -0.333 = -2.331: both drop the fraction.
      { deposited: 1333n, minimum: 9n, asked: '7' },
      { deposited: 667n, minimum: 5n, asked: '7' },
      { deposited: 10_000n, minimum: 0n, asked: '0' },
    ]
    for (const { deposited, minimum, asked = '1000' } of cases) {
      it(`${deposited} of 1000 deposited: ${minimum} of ${asked}`, async () => {
        const refunds = [{ ...toUser, minimumAmount: asked }]
        const enough = await makeRefund([transfer(user, minimum)], { deposited, refunds })
        const report = await verifyRefundSettlement(enough)
        expect(report.refunds[0]?.minimum).equal(minimum)
        expect(report.settled).equal(true)
        if (minimum === 0n) return
        const short = await makeRefund([transfer(user, minimum - 1n)], { deposited, refunds })
        expect(namesOf((await verifyRefundSettlement(short)).rows, false)).deep.equal(['minimumAmounts'])
      })
    }

    it('property: equals rational arithmetic, truncated twice', () =>
      fc.assert(
        fc.asyncProperty(
          fc.bigInt({ min: 0n, max: 10n ** 24n }),
          fc.bigInt({ min: 0n, max: 10n ** 24n }),
          async (asked, deposited) => {
            const refunds = [{ ...toUser, minimumAmount: asked }]
            const refunded = await makeRefund([transfer(user, 1n)], { deposited, refunds })
            const { refunds: counted } = await verifyRefundSettlement({
              ...refunded,
              orderSignature: undefined,
            })
            // Truncated toward zero by the sign alone, without a division of a negative number.
            const truncate = (value: bigint, by: bigint) => (value < 0n ? -(-value / by) : value / by)
            const difference = truncate((deposited - 1000n) * 10n ** 18n, 1000n)
            expect(counted[0]?.minimum).equal(asked + truncate(asked * difference, 10n ** 18n))
          },
        ),
        { numRuns: count({ normal: 50, deep: 2000 }) },
      ))

    it('is not checked without the deposits, except for a minimum of zero', async () => {
      const refunded = { ...(await makeRefund([transfer(user, 1n)])), deposits: undefined }
      const report = await verifyRefundSettlement(refunded)
      expect(report.refunds).deep.equal([{ countedBy: 'transfers', amount: 1n, minimum: null }])
      expect(namesOf(report.rows, null)).include('minimumAmounts')
      const none = await verifyRefundSettlement({ ...(await makeRefund([])), deposits: undefined })
      expect(namesOf(none.rows, null)).include.members(['transfers', 'minimumAmounts'])
      expect(namesOf(none.rows, false)).deep.equal([])
      const refunds = [{ ...toUser, minimumAmount: '0' }]
      const zero = await verifyRefundSettlement({
        ...(await makeRefund([], { refunds })),
        deposits: undefined,
      })
      expect(namesOf(zero.rows, true)).include('minimumAmounts')
    })
  })

  describe('one fault per row', () => {
    const cases: [
      fails: string[],
      name: string,
      change: (one: Refunded) => VerifyRefundSettlementParameters,
    ][] = [
      [['orderSignature'], 'without a signer', (one) => ({ ...one, orderSignature: `0x${'ff'.repeat(65)}` })],
      [['deposits'], 'for another order', (one) => ({ ...one, deposits: [makeDeposit(zeroHash)] })],
      [['refunds'], 'none', (one) => ({ ...one, refunds: [] })],
      [['refunds'], 'of another input', (one) => change(one, { inputIndex: 1 })],
      [['refunds'], 'that the order does not have', (one) => change(one, { refundIndex: 4 })],
      [
        ['status', 'minimumAmounts'],
        'reverted',
        (one) => change(one, { receipt: { ...one.refunds[0]!.receipt!, status: 'reverted' } }),
      ],
      [['finality'], 'too young', (one) => change(one, { head: { number: 18n, timestamp: deadline + 60 } })],
      [
        ['deadline'],
        'late',
        (one) =>
          change(one, {
            block: { number: 9n, timestamp: deadline + 1 },
            head: { number: 19n, timestamp: deadline + 61 },
          }),
      ],
      [
        ['orderId'],
        'not at the end',
        (one) => change(one, { transaction: { ...one.refunds[0]!.transaction!, input: '0x' } }),
      ],
      [
        ['transfers', 'minimumAmounts'],
        'to someone else',
        (one) =>
          change(one, {
            receipt: { ...one.refunds[0]!.receipt!, logs: number([transfer(stranger, 1000n)]) },
          }),
      ],
      [
        ['minimumAmounts'],
        'too little',
        (one) =>
          change(one, { receipt: { ...one.refunds[0]!.receipt!, logs: number([transfer(user, 999n)]) } }),
      ],
      [
        ['nativeTransfers', 'minimumAmounts'],
        'paid in a token instead of native',
        (one) => change(one, { refundIndex: 1 }),
      ],
    ]
    for (const [fails, name, change] of cases) {
      it(`${fails.join(', ')}: ${name}`, async () => {
        const report = await verifyRefundSettlement(change(await makeRefund([transfer(user, 1000n)])))
        expect(namesOf(report.rows, false)).deep.equal(fails)
        expect(report.settled).equal(false)
      })
    }

    it("the first of an input's two refunds counts", async () => {
      const one = await makeRefund([transfer(user, 1000n)])
      const [refund] = one.refunds
      const short = { ...refund!, receipt: { ...refund!.receipt!, logs: [] } }
      expect((await verifyRefundSettlement({ ...one, refunds: [refund!, short] })).settled).equal(true)
      expect((await verifyRefundSettlement({ ...one, refunds: [short, refund!] })).settled).equal(false)
    })

    it('every input needs its own refund', async () => {
      const input = { payment: inputPayment, refunds: [{ ...toUser, recipient: shop }] }
      const orderData = makeOrder({ inputs: [input, input] })
      const [refund] = (await makeRefund([transfer(shop, 1000n)])).refunds
      const { rows, refunds } = await verifyRefundSettlement({ orderData, refunds: [refund!] })
      expect(namesOf(rows, false)).include('refunds')
      expect(refunds[1]).equal(null)
    })

    it('another virtual machine', async () => {
      const report = await verifyRefundSettlement(await makeRefund([], { refundIndex: 3 }))
      expect(report).deep.include({ settled: null, refunds: [null] })
      expect(namesOf(report.rows, false)).deep.equal([])
    })

    it('error: parts of different transactions', async () => {
      const refunded = change(await makeRefund([]), { block: { number: 8n, timestamp: 1 } })
      const error = await thrown(() => verifyRefundSettlement(refunded))
      expect(error).include({ name: 'SettlementFieldError', field: 'refunds[0].block.number' })
    })
  })
})
