import { expect } from 'chai'
import fc from 'fast-check'
import { concatHex, type Hex, pad, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashOrder, type VerifyFillSettlementParameters, verifyFillSettlement } from '../../../src/index.js'
import { count } from '../../support/deep.js'
import { thrown } from '../../support/errors.js'
import {
  type Call,
  deadline,
  executed,
  type Filled,
  hashed,
  makeDeposit,
  makeFill,
  makeOrder,
  namesOf,
  native,
  nativeDeposit,
  nativeTransfer,
  number,
  type RawLog,
  router,
  shop,
  stranger,
  token,
  transfer,
  user,
} from './support.js'

const rules = [
  'status',
  'finality',
  'onchainIds',
  'orderSignature',
  'deposits',
  'deadline',
  'orderId',
  'transfers',
  'nativeDirect',
  'nativeTransfers',
  'minimumAmounts',
  'calls',
  'called',
]

const first: Call = { to: token, data: '0xd0e30db0', value: 60n }
const second: Call = { to: shop, data: '0x12345678abcd', value: 40n }

/** One payment to the router and two calls, as in the service's published order. */
const withCalls = makeOrder({
  payments: [{ recipient: router, currency: native, minimum: 100n }],
  calls: [first, second],
})

const nativeOrder = makeOrder({ payments: [{ recipient: shop, currency: native, minimum: 100n }] })

async function fillDirectly(value = 100n): Promise<Filled> {
  const fill = await makeFill(nativeOrder, [])
  return { ...fill, transaction: { ...fill.transaction, to: shop, input: hashOrder(nativeOrder), value } }
}

describe('verifyFillSettlement', () => {
  describe('settled', () => {
    const cases: { name: string; fill: () => Promise<Filled>; countedBy: string; amount: bigint }[] = [
      {
        name: 'a token, by the sum of its Transfer logs, whoever sends',
        fill: () => makeFill(makeOrder(), [transfer(shop, 30n), transfer(shop, 70n, { from: router })]),
        countedBy: 'transfers',
        amount: 100n,
      },
      {
        name: 'native, by the value',
        fill: () => fillDirectly(101n),
        countedBy: 'nativeDirect',
        amount: 101n,
      },
      {
        name: "native, by the fill contract's logs",
        fill: () => makeFill(nativeOrder, [nativeTransfer(shop, 100n)]),
        countedBy: 'nativeTransfers',
        amount: 100n,
      },
      {
        name: 'calls whose hash the router logs',
        fill: () => makeFill(withCalls, [nativeTransfer(router, 100n), hashed(first), hashed(second)]),
        countedBy: 'nativeTransfers',
        amount: 100n,
      },
      {
        name: 'calls through the router, which it counts as paid',
        fill: () => makeFill(withCalls, [nativeTransfer(router, 100n), executed(first), executed(second)]),
        countedBy: 'nativeTransfers',
        amount: 100n,
      },
      {
        // One payment of 50 is counted as 100.
        name: 'a cleanup of the router to itself, counted twice',
        fill: () =>
          makeFill(withCalls, [
            nativeTransfer(router, 50n),
            nativeTransfer(router, 50n),
            executed(first),
            executed(second),
          ]),
        countedBy: 'nativeTransfers',
        amount: 100n,
      },
    ]
    for (const { name, fill, countedBy, amount } of cases) {
      it(name, async () => {
        const report = await verifyFillSettlement(await fill())
        expect(report.rows.filter(({ ok }) => ok !== true)).deep.equal([])
        expect(report.settled).equal(true)
        expect(report.rows.map((row) => row.name)).deep.equal(rules)
        expect(report.payments).deep.equal([{ countedBy, amount, minimum: 100n }])
        expect(report.difference).equal(0n)
      })
    }

    it('two payments to one recipient each count all logs', async () => {
      const payment = { recipient: shop, currency: token, minimum: 100n }
      const fill = await makeFill(makeOrder({ payments: [payment, payment] }), [transfer(shop, 100n)])
      const { settled, payments } = await verifyFillSettlement(fill)
      expect([settled, payments.map(({ amount }) => amount)]).deep.equal([true, [100n, 100n]])
    })

    it('an order without payments is settled by any transaction', async () => {
      const fill = await makeFill(makeOrder({ payments: [] }), [])
      const { orderData, orderSignature, deposits } = fill
      const report = await verifyFillSettlement({ orderData, orderSignature, deposits })
      expect(report.settled).equal(true)
      const late = await verifyFillSettlement({
        ...fill,
        transaction: { ...fill.transaction, input: '0x' },
        receipt: { ...fill.receipt, status: 'reverted' },
        block: { number: 7n, timestamp: deadline + 1 },
      })
      expect(late.settled).equal(true)
    })

    it('an order with only calls needs neither suffix nor deadline', async () => {
      const fill = await makeFill(makeOrder({ payments: [], calls: [first] }), [executed(first)])
      const block = { number: 7n, timestamp: BigInt(deadline + 1) }
      const head = { number: 17n, timestamp: BigInt(deadline + 61) }
      const transaction = { ...fill.transaction, input: '0x' as const }
      expect((await verifyFillSettlement({ ...fill, transaction, block, head })).settled).equal(true)
      const report = await verifyFillSettlement({ ...fill, receipt: { ...fill.receipt, logs: [] } })
      expect(namesOf(report.rows, false)).deep.equal(['calls', 'called'])
    })

    it('accepts order signatures that receivers refuse: a high s, and v of 0 or 1', async () => {
      const fill = await makeFill(makeOrder(), [transfer(shop, 100n)])
      const curve = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
      const { orderSignature } = fill
      const v = Number(`0x${orderSignature.slice(130)}`)
      const high = (curve - BigInt(`0x${orderSignature.slice(66, 130)}`)).toString(16).padStart(64, '0')
      const signatures: Hex[] = [
        `${orderSignature.slice(0, 130)}0${v - 27}` as Hex,
        `${orderSignature.slice(0, 66)}${high}${(55 - v).toString(16)}` as Hex,
      ]
      for (const signature of signatures) {
        const report = await verifyFillSettlement({ ...fill, orderSignature: signature })
        expect(report.settled, signature).equal(true)
      }
    })
  })

  describe('not settled: one fault per row', () => {
    const logs = [transfer(shop, 100n)]
    const broken: {
      name: string
      fails: string[]
      base?: () => Promise<Filled>
      change(fill: Filled): VerifyFillSettlementParameters | Promise<VerifyFillSettlementParameters>
    }[] = [
      {
        name: 'the transaction reverted',
        fails: ['status', 'minimumAmounts'],
        change: (fill) => ({ ...fill, receipt: { ...fill.receipt, status: 'reverted' } }),
      },
      {
        name: 'one block too young',
        fails: ['finality'],
        change: (fill) => ({ ...fill, head: { ...fill.head, number: 16n } }),
      },
      {
        name: 'one second too young',
        fails: ['finality'],
        change: (fill) => ({ ...fill, head: { ...fill.head, timestamp: deadline + 59 } }),
      },
      {
        name: 'a deposit given twice',
        fails: ['onchainIds'],
        change: (fill) => ({
          ...fill,
          deposits: [0, 1].map((inputIndex) => ({
            ...fill.deposits[0]!,
            onchainId: depositId,
            inputIndex,
          })),
        }),
      },
      {
        name: 'a stranger signed the order',
        fails: ['orderSignature'],
        change: async (fill) => ({
          ...fill,
          orderSignature: await privateKeyToAccount(`0x${'67'.repeat(32)}`).signMessage({
            message: { raw: hashOrder(fill.orderData) },
          }),
        }),
      },
      {
        name: "the solver signed the order id's text",
        fails: ['orderSignature'],
        change: async (fill) => {
          const account = privateKeyToAccount(`0x${'66'.repeat(32)}`)
          return {
            ...fill,
            orderSignature: await account.signMessage({ message: hashOrder(fill.orderData) }),
          }
        },
      },
      {
        name: 'an order signature that recovers no one',
        fails: ['orderSignature'],
        change: (fill) => ({ ...fill, orderSignature: `0x${'ff'.repeat(65)}` }),
      },
      {
        name: 'a deposit for another order',
        fails: ['deposits'],
        change: (fill) => ({ ...fill, deposits: [makeDeposit(zeroHash)] }),
      },
      {
        name: 'a deposit of another index than named',
        fails: ['deposits'],
        change: (fill) => ({ ...fill, deposits: [{ ...fill.deposits[0]!, onchainId: zeroHash }] }),
      },
      { name: 'no deposit', fails: ['deposits'], change: (fill) => ({ ...fill, deposits: [] }) },
      {
        name: 'a deposit that reverted',
        fails: ['deposits'],
        change: (fill) =>
          changeDeposit(fill, (deposit) => ({
            receipt: { ...deposit.receipt!, status: 'reverted' },
          })),
      },
      {
        name: 'a deposit that is not final',
        fails: ['deposits'],
        change: (fill) => changeDeposit(fill, () => ({ head: { number: 59n, timestamp: deadline } })),
      },
      {
        name: 'a deposit into another depository',
        fails: ['deposits'],
        change: (fill) => changeDeposit(fill, () => ({ depository: stranger })),
      },
      {
        name: 'inputs that ask for nothing',
        fails: ['deposits'],
        base: () => makeFill(makeOrder({ inputs: [] }), logs),
        change: (fill) => fill,
      },
      {
        name: 'one second after the deadline',
        fails: ['deadline'],
        change: (fill) => ({
          ...fill,
          block: { number: 7n, timestamp: deadline + 1 },
          head: { number: 17n, timestamp: deadline + 61 },
        }),
      },
      {
        name: 'a byte after the order id',
        fails: ['orderId'],
        change: (fill) => withInput(fill, concatHex([hashOrder(fill.orderData), '0x00'])),
      },
      {
        name: "another order's id after it",
        fails: ['orderId'],
        change: (fill) => withInput(fill, concatHex([hashOrder(fill.orderData), zeroHash])),
      },
      { name: 'no calldata', fails: ['orderId'], change: (fill) => withInput(fill, '0x') },
      {
        name: 'one unit too little of the token',
        fails: ['minimumAmounts'],
        change: (fill) => withLogs(fill, [transfer(shop, 99n)]),
      },
      ...[
        { name: 'another token', log: transfer(shop, 100n, { of: stranger }) },
        { name: 'another recipient of the token', log: transfer(stranger, 100n, { from: shop }) },
        { name: 'an NFT of the token', log: toNft(transfer(shop, 100n)) },
        { name: 'a token transfer that only the router logs', log: nativeTransfer(shop, 100n) },
      ].map(({ name, log }) => ({
        name,
        fails: ['transfers', 'minimumAmounts'],
        change: (fill: Filled) => withLogs(fill, [log]),
      })),
      {
        name: 'native, one wei too little',
        fails: ['minimumAmounts'],
        base: () => fillDirectly(99n),
        change: (fill) => fill,
      },
      {
        name: 'native, without value',
        fails: ['nativeDirect', 'minimumAmounts'],
        base: () => fillDirectly(0n),
        change: (fill) => fill,
      },
      {
        name: 'native, value to the recipient with other calldata before the id',
        fails: ['nativeTransfers', 'minimumAmounts'],
        base: () => fillDirectly(100n),
        change: (fill) => withInput(fill, concatHex(['0x12345678', hashOrder(fill.orderData)])),
      },
      {
        name: 'native, value to someone else',
        fails: ['nativeTransfers', 'minimumAmounts'],
        base: () => fillDirectly(100n),
        change: (fill) => ({ ...fill, transaction: { ...fill.transaction, to: stranger } }),
      },
      {
        name: 'native, direct value does not add to logs',
        fails: ['minimumAmounts'],
        base: () => fillDirectly(60n),
        change: (fill) => withLogs(fill, [nativeTransfer(shop, 40n)]),
      },
      {
        name: 'native, a contract was created',
        fails: ['nativeTransfers', 'minimumAmounts'],
        base: () => fillDirectly(100n),
        change: (fill) => ({ ...fill, transaction: { ...fill.transaction, to: null } }),
      },
      {
        name: 'native, the log of another contract',
        fails: ['nativeTransfers', 'minimumAmounts'],
        base: () => makeFill(nativeOrder, [nativeTransfer(shop, 100n, stranger)]),
        change: (fill) => fill,
      },
      {
        name: 'native, a log to someone else',
        fails: ['nativeTransfers', 'minimumAmounts'],
        base: () => makeFill(nativeOrder, [nativeTransfer(user, 100n)]),
        change: (fill) => fill,
      },
      {
        name: 'native, the order names no fill contract',
        fails: ['nativeTransfers'],
        base: () =>
          makeFill({ ...nativeOrder, output: { ...nativeOrder.output, extraData: '0x' } }, [
            nativeTransfer(shop, 100n),
          ]),
        change: (fill) => fill,
      },
      {
        name: 'the second of two payments',
        fails: ['minimumAmounts'],
        base: () =>
          makeFill(
            makeOrder({
              payments: [
                { recipient: shop, currency: token, minimum: 100n },
                { recipient: user, currency: token, minimum: 100n },
              ],
            }),
            [transfer(shop, 100n), transfer(user, 99n)],
          ),
        change: (fill) => fill,
      },
      ...[
        { form: 'data', log: executed },
        { form: 'hash', log: hashed },
      ]
        .flatMap(({ form, log }) => [
          { form, name: 'a missing call', logs: [log(first)] },
          { form, name: 'calls in the wrong order', logs: [log(second), log(first)] },
          { form, name: 'a call to another target', logs: [log({ ...first, to: shop }), log(second)] },
          { form, name: 'a call with other data', logs: [log({ ...first, data: '0x' }), log(second)] },
          { form, name: 'a call with another value', logs: [log({ ...first, value: 61n }), log(second)] },
          {
            form,
            name: 'a call with the order id appended',
            logs: [log(first), log({ ...second, data: concatHex([second.data, zeroHash]) })],
          },
          {
            form,
            name: 'a call that another contract says it made',
            logs: [log(first, stranger), log(second)],
          },
        ])
        .map(({ form, name, logs }) => ({
          name: `${name}, logged by its ${form}`,
          fails: ['calls', 'called'],
          base: () => makeFill(withCalls, [nativeTransfer(router, 100n), ...logs]),
          change: (fill: Filled) => fill,
        })),
      {
        name: 'one log for two equal calls',
        fails: ['calls', 'called'],
        base: () => makeFill(makeOrder({ calls: [first, first] }), [transfer(shop, 100n), executed(first)]),
        change: (fill) => fill,
      },
      {
        name: 'a malformed call',
        fails: ['calls', 'called'],
        base: () => {
          const order = makeOrder()
          return makeFill({ ...order, output: { ...order.output, calls: ['0x1234'] } }, logs)
        },
        change: (fill) => fill,
      },
    ]
    for (const { name, fails, base = () => makeFill(makeOrder(), logs), change } of broken) {
      it(`${fails.join(', ')}: ${name}`, async () => {
        const report = await verifyFillSettlement(await change(await base()))
        expect(namesOf(report.rows, false)).deep.equal(fails)
        expect(report.settled).equal(false)
        for (const row of report.rows.filter(({ ok }) => ok === false)) {
          expect(row.message, row.name).match(/^[A-Z].*\.$|^calls\[|^inputs\[/)
        }
      })
    }

    it('payments of a reverted transaction do not count', async () => {
      const fill = await fillDirectly(100n)
      const { payments } = await verifyFillSettlement({
        ...fill,
        receipt: { ...fill.receipt, status: 'reverted' },
      })
      expect(payments).deep.equal([{ countedBy: 'nativeDirect', amount: 0n, minimum: 100n }])
    })
  })

  describe('not checked: a row with a missing input', () => {
    const all: { absent: keyof Filled; base: () => Promise<Filled>; unchecked: string[] }[] = [
      {
        absent: 'transaction',
        base: () => makeFill(makeOrder(), [transfer(shop, 100n)]),
        unchecked: ['orderId'],
      },
      {
        absent: 'transaction',
        base: () => fillDirectly(),
        unchecked: ['orderId', 'nativeDirect', 'nativeTransfers', 'minimumAmounts'],
      },
      {
        absent: 'receipt',
        base: () => makeFill(withCalls, [nativeTransfer(router, 100n), executed(first), executed(second)]),
        unchecked: ['status', 'nativeTransfers', 'minimumAmounts', 'calls', 'called'],
      },
      {
        absent: 'receipt',
        base: () => makeFill(makeOrder(), [transfer(shop, 100n)]),
        unchecked: ['status', 'transfers', 'minimumAmounts'],
      },
      { absent: 'receipt', base: () => fillDirectly(), unchecked: ['status'] },
      { absent: 'block', base: () => fillDirectly(), unchecked: ['finality', 'deadline'] },
      { absent: 'head', base: () => fillDirectly(), unchecked: ['finality'] },
      { absent: 'finality', base: () => fillDirectly(), unchecked: ['finality'] },
      { absent: 'orderSignature', base: () => fillDirectly(), unchecked: ['orderSignature'] },
      { absent: 'deposits', base: () => fillDirectly(), unchecked: ['onchainIds', 'deposits'] },
    ]
    for (const { absent, base, unchecked } of all) {
      it(`${absent}: ${unchecked.join(', ')}`, async () => {
        const report = await verifyFillSettlement({ ...(await base()), [absent]: undefined })
        expect(namesOf(report.rows, null)).deep.equal(unchecked)
        expect(namesOf(report.rows, false)).deep.equal([])
        expect(report.settled).equal(null)
      })
    }

    it('everything but the order', async () => {
      const report = await verifyFillSettlement({ orderData: withCalls })
      const checked = ['transfers']
      expect(namesOf(report.rows, null)).deep.equal(rules.filter((name) => !checked.includes(name)))
      expect(report).deep.include({ settled: null, difference: null, deposits: [null] })
      expect(report.payments).deep.equal([{ countedBy: null, amount: null, minimum: 100n }])
    })

    for (const absent of ['receipt', 'block', 'head', 'finality'] as const) {
      it(`the ${absent} of a deposit`, async () => {
        const fill = await fillDirectly()
        const report = await verifyFillSettlement(changeDeposit(fill, () => ({ [absent]: undefined })))
        expect(namesOf(report.rows, null)).include('deposits')
        expect(report.settled).equal(null)
      })
    }

    it('a failure takes precedence over unchecked rows', async () => {
      const { orderData, receipt } = await makeFill(makeOrder(), [transfer(shop, 99n)])
      expect((await verifyFillSettlement({ orderData, receipt })).settled).equal(false)
    })

    it('another virtual machine', async () => {
      const order = makeOrder({ payments: [], outputChain: 'solana' })
      const { rows, settled } = await verifyFillSettlement(await makeFill(order, []))
      expect(settled).equal(null)
      const checked = ['onchainIds', 'orderSignature', 'deposits', 'called']
      expect(namesOf(rows, null)).deep.equal(rules.filter((name) => !checked.includes(name)))
    })

    it('an input on another virtual machine', async () => {
      const currency = '11111111111111111111111111111111'
      const payment = { chainId: 'solana', currency, amount: '1000', weight: '1' }
      const order = makeOrder({ inputs: [{ payment, refunds: [] }] })
      const fill = await makeFill(order, [transfer(shop, 100n)])
      for (const deposits of [[], fill.deposits]) {
        const { rows } = await verifyFillSettlement({ ...fill, deposits })
        expect(namesOf(rows, null)).include('deposits')
        expect(namesOf(rows, false)).deep.equal([])
      }
    })
  })

  describe('the share of the quoted input that was deposited', () => {
    const inputs = (...all: [amount: bigint, weight: bigint][]) =>
      all.map(([amount, weight]) => ({
        payment: { chainId: 'ethereum', currency: native, amount, weight },
        refunds: [],
      }))
    const measure = async (all: [bigint, bigint][], paid: bigint[]) => {
      const orderData = makeOrder({ inputs: inputs(...all) })
      const deposits = paid.map((amount, index) => makeDeposit(hashOrder(orderData), amount, index))
      return (await verifyFillSettlement({ orderData, deposits })).difference
    }

    it('default: 10^18 for the whole input, truncated toward zero', async () => {
      expect(await measure([[1000n, 1n]], [1500n])).equal(5n * 10n ** 17n)
      expect(await measure([[1000n, 1n]], [0n])).equal(-(10n ** 18n))
      expect(await measure([[3n, 1n]], [4n])).equal(333333333333333333n)
      // Rounded down, this would end with 4.
      expect(await measure([[3n, 1n]], [2n])).equal(-333333333333333333n)
      // 2 × 30 + 5 × 10 = 110 were asked for, 2 × 30 + 5 × 11 = 115 paid.
      expect(
        await measure(
          [
            [30n, 2n],
            [10n, 5n],
          ],
          [30n, 11n],
        ),
      ).equal(45454545454545454n)
    })

    it("behavior: an insufficient deposit does not lower a fill's minimum", async () => {
      const fill = await makeFill(makeOrder(), [transfer(shop, 99n)])
      const deposits = [makeDeposit(hashOrder(fill.orderData), 500n)]
      const report = await verifyFillSettlement({ ...fill, deposits })
      expect(report.difference).equal(-5n * 10n ** 17n)
      expect(namesOf(report.rows, false)).deep.equal(['minimumAmounts'])
    })

    it('property: equals the exact quotient, truncated', () => {
      const weight = fc.bigInt({ min: 1n, max: 1000n })
      const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
      return fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), weight, amount), {
            minLength: 1,
            maxLength: 3,
          }),
          async (all) => {
            const difference = await measure(
              all.map(([asked, weight]) => [asked, weight]),
              all.map(([, , paid]) => paid),
            )
            const asked = all.reduce((sum, [amount, weight]) => sum + amount * weight, 0n)
            const paid = all.reduce((sum, [, weight, amount]) => sum + amount * weight, 0n)
            const exact = (paid - asked) * 10n ** 18n
            const rest = exact - difference! * asked
            // What is left has the sign of the whole, and is less than one unit.
            expect(rest < asked && rest > -asked).equal(true)
            expect(rest === 0n || rest > 0n === exact > 0n).equal(true)
          },
        ),
        { numRuns: count({ normal: 50, deep: 2000 }) },
      )
    })
  })

  describe('properties', () => {
    it('a token counts by the sum of its logs to the recipient', () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              to: fc.constantFrom(shop, user, router),
              of: fc.constantFrom(token, stranger),
              from: fc.constantFrom(shop, user, router),
              amount: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
            }),
            { maxLength: 8 },
          ),
          async (all) => {
            const fill = await makeFill(
              makeOrder(),
              all.map(({ to, amount, ...more }) => transfer(to, amount, more)),
            )
            const expected = all
              .filter(({ to, of }) => to === shop && of === token)
              .reduce((sum, { amount }) => sum + amount, 0n)
            const { payments, settled } = await verifyFillSettlement(fill)
            expect(payments[0]?.amount).equal(expected)
            expect(settled).equal(expected >= 100n)
          },
        ),
        { numRuns: count({ normal: 50, deep: 2000 }) },
      ))

    it('calls count if and only if the logs contain them in order', () => {
      const data: Hex[] = ['0x', '0x01', '0x02']
      const call = fc.record({
        to: fc.constantFrom(shop, user),
        data: fc.constantFrom(...data),
        value: fc.constantFrom(0n, 1n),
      })
      const isSubsequence = (calls: readonly Call[], logs: readonly Call[]): boolean => {
        const text = ({ to, data, value }: Call) => `${to}${data}${value}`
        const rest = logs.map(text)
        return calls.map(text).every((one) => {
          const at = rest.indexOf(one)
          rest.splice(0, at + 1)
          return at >= 0
        })
      }
      return fc.assert(
        fc.asyncProperty(
          fc.array(call, { maxLength: 3 }),
          fc.array(call, { maxLength: 6 }),
          fc.boolean(),
          async (calls, logs, isHashed) => {
            const order = makeOrder({ calls })
            const log = isHashed ? hashed : executed
            const between: RawLog[] = logs.flatMap((one) => [log(one), log(one, stranger)])
            const fill = await makeFill(order, [transfer(shop, 100n), ...between])
            const { settled } = await verifyFillSettlement(fill)
            expect(settled).equal(isSubsequence(calls, logs))
          },
        ),
        { numRuns: count({ normal: 100, deep: 5000 }) },
      )
    })

    it('logs are ordered by index, not by position in the list', async () => {
      const fill = await makeFill(withCalls, [
        nativeTransfer(router, 100n),
        executed(first),
        executed(second),
      ])
      const logs = [...fill.receipt.logs].reverse()
      expect((await verifyFillSettlement({ ...fill, receipt: { ...fill.receipt, logs } })).settled).equal(
        true,
      )
    })

    it('any hex case is accepted', async () => {
      const fill = await makeFill(withCalls, [
        nativeTransfer(router, 100n),
        executed(first),
        executed(second),
      ])
      const upper = (hex: Hex): Hex => `0x${hex.slice(2).toUpperCase()}`
      const report = await verifyFillSettlement({
        ...fill,
        transaction: { ...fill.transaction, input: upper(fill.transaction.input!) },
        receipt: {
          ...fill.receipt,
          logs: fill.receipt.logs.map((log) => ({ ...log, address: upper(log.address) })),
        },
      })
      expect(report.settled).equal(true)
    })
  })

  describe('which deposit', () => {
    it('behavior: two inputs paid in one transaction take one deposit each', async () => {
      const payment = { chainId: 'ethereum', currency: native, amount: '1000', weight: '1' }
      const orderData = makeOrder({
        inputs: [
          { payment, refunds: [] },
          { payment, refunds: [] },
        ],
      })
      const orderId = hashOrder(orderData)
      const one = makeDeposit(orderId)
      const receipt = {
        ...one.receipt!,
        logs: number([nativeDeposit(user, 400n, orderId), nativeDeposit(user, 600n, orderId)]),
      }
      const deposits = [0, 1].map((inputIndex) => ({ ...one, inputIndex, receipt }))
      const report = await verifyFillSettlement({ orderData, deposits })
      expect(report.deposits.map((deposit) => deposit?.amount)).deep.equal([400n, 600n])
      expect(namesOf(report.rows, true)).include('onchainIds').include('deposits')

      const named = deposits.map((deposit) => ({ ...deposit, onchainId: report.deposits[1]!.onchainId }))
      expect(namesOf((await verifyFillSettlement({ orderData, deposits: named })).rows, false)).include(
        'onchainIds',
      )
      const swapped = [{ ...deposits[0]!, onchainId: report.deposits[1]!.onchainId }, deposits[1]!]
      const other = await verifyFillSettlement({ orderData, deposits: swapped })
      expect(other.deposits.map((deposit) => deposit?.amount)).deep.equal([600n, 400n])
    })
  })

  describe('error', () => {
    const cases: [string, string, (fill: Filled) => VerifyFillSettlementParameters, string][] = [
      [
        'SettlementFieldError',
        'receipt.transactionHash',
        (fill) => ({ ...fill, receipt: { ...fill.receipt, transactionHash: zeroHash } }),
        `the hash of the transaction, 0x${'f1'.repeat(32)}`,
      ],
      [
        'SettlementFieldError',
        'block.number',
        (fill) => ({ ...fill, block: { ...fill.block, number: 8n } }),
        'the block number of the receipt, 7',
      ],
      [
        'SettlementFieldError',
        'finality.blocks',
        (fill) => ({ ...fill, finality: { blocks: -1, seconds: 0 } }),
        'a whole number that is not negative',
      ],
      [
        'SettlementFieldError',
        'deposits[0].block.number',
        (fill) => changeDeposit(fill, () => ({ block: { number: 1n, timestamp: 1n } })),
        'the block number of the receipt, 50',
      ],
      [
        'OrderFieldError',
        'version',
        (fill) => ({ ...fill, orderData: { ...fill.orderData, version: 'v2' } }),
        'v1',
      ],
      [
        'OrderFieldError',
        'salt',
        (fill) => ({ ...fill, orderData: { ...fill.orderData, salt: '' } }),
        'hex of up to 32 bytes',
      ],
    ]
    for (const [name, field, change, requirement] of cases) {
      it(`${name} ${field}`, async () => {
        const error = await thrown(async () => verifyFillSettlement(change(await fillDirectly())))
        expect(error).include({ name, field })
        expect(error.shortMessage).contain(`${field} must be ${requirement}, found `)
      })
    }
  })
})

/** settlementId('ethereum', '0xd1d1…', 5), computed with sha256sum. */
const depositId = '0xd1fdd295f42434256b246d4b2cea49c8e2c2b827f511fea4410a4083e70b7eab'

function withInput(fill: Filled, input: Hex): Filled {
  return { ...fill, transaction: { ...fill.transaction, input } }
}

function withLogs(fill: Filled, logs: readonly RawLog[]): Filled {
  return { ...fill, receipt: { ...fill.receipt, logs: number(logs) } }
}

function changeDeposit(
  fill: Filled,
  change: (deposit: Filled['deposits'][number]) => Partial<Filled['deposits'][number]>,
): Filled {
  return { ...fill, deposits: fill.deposits.map((deposit) => ({ ...deposit, ...change(deposit) })) }
}

function toNft(log: RawLog): RawLog {
  return { ...log, topics: [...log.topics, pad('0x64')], data: '0x' }
}
