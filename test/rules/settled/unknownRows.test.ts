// What the facts do not decide is said to be unknown: native transfer logs, and calls that nobody looked at.
import { expect } from 'chai'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  toEventSelector,
} from 'viem'
import {
  hashOrder,
  type OrderInputRefund,
  type SettlementLog,
  type VerifyFillSettlementParameters,
  verifyDepositSettlement,
  verifyFillSettlement,
  verifyRefundSettlement,
} from '../../../src/index.js'
import { judgeOutput } from '../../../src/rules/settled/judgeOutput.js'
import { verifyOutputSettlement } from '../../../src/rules/settled/verifyFillSettlement.js'
import { thrown } from '../../support/errors.js'
import {
  byName,
  type Call,
  depository,
  erc20Deposit,
  executed,
  makeDeposit,
  makeFill,
  makeOrder,
  namesOf,
  native,
  nativeDeposit,
  nativeTransfer,
  nothing,
  number,
  type RawLog,
  router,
  shop,
  stranger,
  token,
  toUser,
  transfer,
  user,
} from './support.js'

const notKnown = {
  ok: null,
  message:
    'Not known: it depends on the log of a native transfer (EIP-7708), which the oracle may count or not.',
}
const nativeLogger = '0xfffffffffffffffffffffffffffffffffffffffe'
/** Logs a transfer of native currency like EIP-7708. */
const logged = (amount: bigint, to: Address = depository) =>
  transfer(to, amount, { from: user, of: nativeLogger })

describe('the logs of native transfers (EIP-7708)', () => {
  const order = makeOrder()
  const orderId = hashOrder(order)
  const other: Hex = `0x${'44'.repeat(32)}`
  const { inputIndex: _, ...place } = makeDeposit(orderId)
  const read = (logs: readonly RawLog[], input: Hex = '0x', change: object = {}) => {
    const report = verifyDepositSettlement({
      ...place,
      orderId,
      chainName: 'ethereum',
      depository,
      receipt: { ...place.receipt!, logs: number(logs, 5) },
      transaction: { ...place.transaction!, input },
      ...change,
    })
    return { ...report, row: byName(report.rows).deposit }
  }
  const withId = (amount: bigint, id = orderId) =>
    concatHex([
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [depository, amount] }),
      id,
    ])

  it("behavior: is not a second deposit next to the depository's log", () => {
    const { settled, deposit, deposits } = read([logged(1000n), nativeDeposit(user, 1000n, orderId)])
    expect(settled).equal(true)
    expect(deposit).include({ amount: 1000n, currency: native, logIndex: 6 })
    expect(deposits).deep.equal([deposit])
  })

  it('behavior: is not a deposit by itself and decides nothing about another order', () => {
    const { settled, row, deposits } = read([logged(1000n)])
    expect({ settled, ok: row!.ok, deposits }).deep.equal({ settled: false, ok: false, deposits: [] })
  })

  it('behavior: does not change a token deposit logged before it', () => {
    const logs = [transfer(depository, 7n), erc20Deposit(user, token, 7n, orderId), logged(1n)]
    expect(read(logs)).deep.include({ settled: true, row: { ok: true, found: orderId, required: orderId } })
  })

  it("behavior: unknown if the log separates a token's transfer from its deposit", () => {
    const logs = [transfer(depository, 7n), logged(1n), erc20Deposit(user, token, 7n, orderId)]
    const { settled, row, deposit, deposits } = read(logs)
    expect({ settled, row, deposit }).deep.equal({ settled: null, row: notKnown, deposit: null })
    expect(deposits.map(({ depositId, currency }) => [depositId, currency.toLowerCase()])).deep.equal([
      [null, token],
    ])
  })

  it('behavior: unknown if only one Transfer may have its id in the calldata', () => {
    expect(read([transfer(depository, 7n)], withId(7n)).settled).equal(true)
    expect(read([transfer(depository, 7n), logged(1n)], withId(7n))).deep.include({
      settled: null,
      row: notKnown,
    })
    expect(read([transfer(depository, 7n), logged(1n, shop)], withId(7n)).settled).equal(true)
  })

  it("behavior: unknown if the log itself would be the order's deposit", () => {
    expect(read([logged(7n)], withId(7n))).deep.include({ settled: null, row: notKnown, deposits: [] })
    expect(read([logged(7n)], withId(7n, other)).settled).equal(false)
    expect(read([logged(7n)], '0x', { transaction: undefined })).deep.include({ row: notKnown })
    const { onchainId } = read([nativeDeposit(user, 7n, orderId)]).deposit!
    expect(read([logged(7n)], withId(7n), { onchainId }).row).deep.equal(notKnown)
    expect(read([logged(7n)], withId(7n), { onchainId: other }).settled).equal(false)
  })

  it('behavior: the depositor is unknown, and so is a refund to the depositor', async () => {
    const refunded = makeOrder({
      inputs: [
        {
          payment: { chainId: 'ethereum', currency: token, amount: '7', weight: '1' },
          refunds: [{ ...toUser, recipient: native }],
        },
      ],
    })
    const id = hashOrder(refunded)
    const logs = [transfer(depository, 7n), logged(1n), erc20Deposit(user, token, 7n, id)]
    const deposit = makeDeposit(id)
    const { transaction, receipt } = await makeFill(refunded, [transfer(user, 7n)])
    const report = await verifyRefundSettlement({
      orderData: refunded,
      deposits: [{ ...deposit, receipt: { ...deposit.receipt!, logs: number(logs) } }],
      refunds: [{ inputIndex: 0, refundIndex: 0, transaction, receipt }],
    })
    expect(report).include({ settled: null, difference: null })
    expect(byName(report.rows)).deep.include({ deposits: notKnown })
  })

  it('behavior: does not count as a native payment', async () => {
    const payments = [{ recipient: shop, currency: native, minimum: 100n }]
    const fill = await makeFill(makeOrder({ payments }), [logged(100n, shop), nativeTransfer(shop, 40n)])
    const report = await verifyFillSettlement(fill)
    expect(report.payments).deep.equal([{ countedBy: 'nativeTransfers', amount: 40n, minimum: 100n }])
    expect(report.settled).equal(false)
    const paid = await makeFill(makeOrder({ payments }), [logged(100n, shop), nativeTransfer(shop, 100n)])
    expect((await verifyFillSettlement(paid)).settled).equal(true)
  })

  it('behavior: does not count as a token payment, and is unknown if an order names its address as a token', async () => {
    const payments = [{ recipient: shop, currency: nativeLogger as Address, minimum: 100n }]
    const fill = await makeFill(makeOrder({ payments }), [logged(100n, shop)])
    const report = await verifyFillSettlement(fill)
    expect(report.settled).equal(null)
    expect(byName(report.rows).transfers).deep.equal(notKnown)
    expect(report.payments[0]!.amount).equal(null)
    const other = await makeFill(makeOrder(), [logged(100n, shop)])
    expect((await verifyFillSettlement(other)).settled).equal(false)
  })
})

describe('a transaction of Tempo', () => {
  const onTempo = makeOrder({ outputChain: 'tempo' })
  const fillWith = async (orderData: typeof onTempo, transaction: object) => {
    const fill = await makeFill(orderData, [transfer(shop, 100n)])
    const { hash } = fill.transaction
    return byName((await verifyFillSettlement({ ...fill, transaction: { hash, ...transaction } })).rows)
      .orderId!
  }
  const data = concatHex(['0xcd6e13f7', hashOrder(onTempo)])

  it("behavior: the order's id is in the input of its first call", async () => {
    for (const calls of [[{ input: data }], [{ data }], [{ input: data }, { input: '0x12' }]]) {
      expect(await fillWith(onTempo, { calls })).include({ ok: true, found: hashOrder(onTempo) })
    }
    expect(await fillWith(onTempo, { calls: [{ data: '0x12' }, { data }] })).include({ ok: false })
  })

  it('behavior: its own input takes precedence, and other chains have no such calls', async () => {
    expect(await fillWith(onTempo, { input: '0x1234', calls: [{ data }] })).include({ ok: false })
    const onBase = makeOrder({ outputChain: 'base' })
    const own = concatHex(['0xcd6e13f7', hashOrder(onBase)])
    expect(await fillWith(onBase, { input: own })).include({ ok: true })
    expect(await fillWith(onBase, { calls: [{ input: own }] })).deep.equal({
      ok: null,
      message: 'Not checked: the transaction shows no calldata.',
    })
    expect(await fillWith(onTempo, { calls: [] })).include({ ok: null })
  })

  it("behavior: the same holds for a deposit's id; a call does not pay native currency", async () => {
    const orderId = hashOrder(onTempo)
    const { transaction, inputIndex: _, ...place } = makeDeposit(orderId)
    const input = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [depository, 7n] })
    const read = (chainName: string) =>
      verifyDepositSettlement({
        ...place,
        orderId,
        chainName,
        depository,
        receipt: { ...place.receipt!, logs: number([transfer(depository, 7n)]) },
        transaction: { hash: transaction!.hash, calls: [{ input: concatHex([input, orderId]) }] },
      }).settled
    expect([read('tempo'), read('base')]).deep.equal([true, null])

    const direct = makeOrder({
      outputChain: 'tempo',
      payments: [{ recipient: shop, currency: native, minimum: 1n }],
    })
    const fill = await makeFill(direct, [])
    const calls = [{ to: shop, input: hashOrder(direct), value: 1n }]
    const report = await verifyFillSettlement({
      ...fill,
      transaction: { hash: fill.transaction.hash, calls },
    })
    expect(report.payments[0]).include({ countedBy: 'nativeTransfers', amount: 0n })
  })
})

describe("called: whether an order's calls ran", () => {
  const call: Call = { to: token, data: '0xd0e30db0', value: 60n }
  const refund = { ...toUser, currency: native }
  const payment = { chainId: 'ethereum', currency: native, amount: '1000', weight: '1' }
  const payments = [{ recipient: router, currency: native, minimum: 100n }]
  const withRefunds = (refunds: OrderInputRefund[], change: object = {}) =>
    makeOrder({ payments, calls: [call], inputs: [{ payment: { ...payment, ...change }, refunds }] })
  const single = withRefunds([refund])
  const twoRefunds = withRefunds([refund, { ...refund, chainId: 'base' }])

  /** The depository pays out, as a CallRequest says. */
  const paidOut = (by: Address = depository): RawLog => ({
    address: by,
    topics: [toEventSelector('RelayCallExecuted(bytes32,(address,bytes,uint256,bool))')],
    data: encodeAbiParameters(
      [
        { type: 'bytes32' },
        {
          type: 'tuple',
          components: [{ type: 'address' }, { type: 'bytes' }, { type: 'uint256' }, { type: 'bool' }],
        },
      ],
      [`0x${'ab'.repeat(32)}`, [router, '0x', 100n, false]],
    ),
  })
  const filled = [nativeTransfer(router, 100n), executed(call)]

  async function report(
    orderData: typeof single,
    logs: readonly RawLog[],
    change: Partial<VerifyFillSettlementParameters> = {},
  ) {
    const {
      settled,
      rows,
      payments: counted,
    } = await verifyFillSettlement({
      ...(await makeFill(orderData, logs)),
      depository,
      ...change,
    })
    return { settled, called: byName(rows).called!, counted, rows }
  }

  it("default: decides by the fill contract's logs", async () => {
    for (const order of [single, twoRefunds]) {
      expect(await report(order, filled)).deep.include({
        settled: true,
        called: { ok: true, found: 1, required: 1 },
      })
    }
  })

  it('behavior: an order without calls has nothing to run', async () => {
    const { called } = await report(makeOrder(), [transfer(shop, 100n)])
    expect(called).deep.equal(nothing('the order has no calls'))
  })

  it('error: no log shows the calls, and no other path can have settled the order', async () => {
    const { settled, called } = await report(twoRefunds, [nativeTransfer(router, 100n)])
    expect({ settled, ok: called.ok }).deep.equal({ settled: false, ok: false })
    expect((await report(twoRefunds, [paidOut()])).called.ok).equal(false)
  })

  it('error: the transaction reverted', async () => {
    const fill = await makeFill(single, filled)
    const { called } = await report(single, [], { ...fill, receipt: { ...fill.receipt, status: 'reverted' } })
    expect(called).deep.equal({
      ok: false,
      found: 'reverted',
      message: 'The transaction reverted, and its calls with it.',
    })
  })

  it('behavior: settled and called are unknown if the depository paid by itself', async () => {
    const { settled, called, rows, counted } = await report(single, [paidOut()], { transaction: undefined })
    const message = 'Not known: the depository paid by itself, by rules that are not verified.'
    expect({ settled, called }).deep.equal({ settled: null, called: { ok: null, message } })
    expect(namesOf(rows, false)).deep.equal([])
    expect(namesOf(rows, true)).deep.equal(['onchainIds', 'orderSignature', 'deposits'])
    expect(counted).deep.equal([{ countedBy: null, amount: null, minimum: 100n }])
  })

  it('behavior: a valid fill stays valid, whatever else the depository paid', async () => {
    expect((await report(single, [paidOut(), ...filled])).settled).equal(true)
  })

  it('attack: a contract that logs as the depository does, or a depository that is not named', async () => {
    for (const [logs, change] of [
      [[paidOut(stranger)], {}],
      [[paidOut()], { depository: undefined }],
      [[], {}],
    ] as const) {
      const { settled, called } = await report(single, logs, change)
      expect(settled).equal(false)
      // Another transaction may have paid.
      expect(called.ok).equal(null)
      expect(called.message).match(/^Not known: the depository may have paid the order by itself/)
    }
  })

  it('behavior: only orders of one input of weight 1, one refund of the same currency and one payment', async () => {
    const [input] = single.inputs
    const orders = {
      'no refund': withRefunds([]),
      'two refunds': twoRefunds,
      'a refund on another chain': withRefunds([{ ...refund, chainId: 'base' }]),
      'a refund in another currency': withRefunds([toUser]),
      'another weight': withRefunds([refund], { weight: '2' }),
      'two inputs': makeOrder({ payments, calls: [call], inputs: [input!, input!] }),
      'two payments': makeOrder({ payments: [...payments, ...payments], calls: [call], inputs: [input!] }),
    }
    for (const [name, order] of Object.entries(orders)) {
      const { settled, called } = await report(order, [paidOut()])
      expect({ settled, ok: called.ok }, name).deep.equal({ settled: false, ok: false })
    }
  })

  it('behavior: is not a rule, so a settled order decides nothing about it', async () => {
    const fill = await makeFill(single, filled)
    const order = { orderId: hashOrder(single), output: checkable(single) }
    const shown = verifyOutputSettlement({
      ...order,
      ...fill,
      receipt: { ...fill.receipt, logs: [] as SettlementLog[] },
    })
    expect(byName(shown.rows).called!.ok).equal(null)
    expect(Object.keys(judgeOutput(order, fill).findings)).not.include('called')
  })

  it('error: a deposit on an unknown chain', async () => {
    const { inputIndex: _, ...place } = makeDeposit(hashOrder(single))
    const chain = { ...place, orderId: hashOrder(single), chainName: 'new', depository }
    expect(await thrown(() => verifyDepositSettlement(chain))).include({
      name: 'UnknownChainError',
      field: 'chainName',
      chainName: 'new',
    })
    expect(verifyDepositSettlement({ ...chain, evmChains: ['new'] }).settled).equal(true)
  })
})

function checkable({ output }: ReturnType<typeof makeOrder>) {
  return {
    chainId: output.chainId,
    deadline: output.deadline,
    calls: output.calls as Hex[],
    extraData: output.extraData as Hex,
    payments: output.payments.map(({ recipient, currency, minimumAmount, expectedAmount }) => ({
      recipient: recipient as Hex,
      currency: currency as Hex,
      minimumAmount: BigInt(minimumAmount),
      expectedAmount: BigInt(expectedAmount),
    })),
  }
}
