import { expect } from 'chai'
import { type Hex, zeroHash } from 'viem'
import {
  hashOrder,
  type VerifyFillSettlementParameters,
  verifyDepositSettlement,
  verifyFillSettlement,
  verifyRefundSettlement,
} from '../../../src/index.js'
import {
  byName,
  depository,
  makeDeposit,
  makeFill,
  makeOrder,
  native,
  nativeDeposit,
  nothing,
  number,
  toUser,
  transfer,
  unchecked,
  user,
} from './support.js'

const order = makeOrder()
const orderId = hashOrder(order)
const anotherId: Hex = `0x${'f1'.repeat(32)}`

const rowsOf = async (fill: VerifyFillSettlementParameters) => byName((await verifyFillSettlement(fill)).rows)

describe('the deposits of a fill', () => {
  const payment = { chainId: 'ethereum', currency: native, amount: '1000', weight: '1' }
  const twice = makeOrder({ inputs: [0, 1].map(() => ({ payment, refunds: [] })) })
  const twiceId = hashOrder(twice)
  const both = number([nativeDeposit(user, 400n, twiceId), nativeDeposit(user, 600n, twiceId)])
  const one = makeDeposit(twiceId)
  const receipt = { ...one.receipt!, logs: both }
  const places = [0, 1].map((inputIndex) => ({ ...one, inputIndex, receipt }))

  it('behavior: an input does not take the deposit that another input names, in any hex case', async () => {
    const found = (await verifyFillSettlement({ orderData: twice, deposits: places })).deposits
    const onchainId = `0x${found[0]!.onchainId.slice(2).toUpperCase()}` as Hex
    const named = [places[0]!, { ...places[1]!, onchainId }]
    const { deposits, rows } = await verifyFillSettlement({ orderData: twice, deposits: named })
    expect(deposits.map((deposit) => deposit?.amount)).deep.equal([600n, 400n])
    expect(byName(rows).onchainIds).deep.equal({ ok: true, found: 2, required: 2 })

    const same = places.map((place) => ({ ...place, onchainId }))
    const { onchainIds } = await rowsOf({ orderData: twice, deposits: same })
    const id = found[0]!.onchainId
    expect(onchainIds).deep.equal({ ok: false, found: id, message: `Two inputs name the deposit ${id}.` })
  })

  it('behavior: unknown deposits are not duplicates', async () => {
    const deposits = places.map((place) => ({ ...place, receipt: undefined }))
    expect(await rowsOf({ orderData: twice, deposits })).deep.include({
      onchainIds: unchecked('a deposit is not known'),
      deposits: unchecked('the receipt of the deposit is absent'),
    })
  })

  it('error: no deposit, one on another virtual machine, and an order without inputs', async () => {
    expect((await rowsOf({ orderData: order, deposits: [] })).deposits).deep.equal({
      ok: false,
      message: 'inputs[0] has no deposit.',
    })
    const currency = '1'.repeat(32)
    const solana = makeOrder({
      inputs: [{ payment: { ...payment, chainId: 'solana', currency }, refunds: [] }],
    })
    for (const deposits of [[], [one]]) {
      expect((await rowsOf({ orderData: solana, deposits })).deposits).deep.equal(
        unchecked('solana is not an EVM chain'),
      )
    }
    expect((await rowsOf({ orderData: makeOrder({ inputs: [] }) })).deposits).deep.equal({
      ok: false,
      found: 0n,
      message: 'The inputs of the order ask for nothing, so no difference can be measured.',
    })
  })
})

describe('the rows of a deposit', () => {
  const { inputIndex: _, ...place } = makeDeposit(orderId)
  const chain = { orderId, chainName: 'ethereum', depository }
  const deposit = (change: object = {}) => {
    const report = verifyDepositSettlement({ ...place, ...chain, ...change })
    return { ...report, row: byName(report.rows).deposit }
  }

  it('default', () => {
    expect(deposit().row).deep.equal({ ok: true, found: orderId, required: orderId })
  })

  it('behavior: finality may require nothing', () => {
    expect(deposit({ finality: { blocks: 0, seconds: 0 } }).settled).equal(true)
  })

  it('behavior: names the missing facts', () => {
    const foreign = deposit({ chainName: 'bitcoin' })
    expect(foreign).deep.include({ deposits: [], row: unchecked('bitcoin is not an EVM chain') })
    const absent = deposit({ receipt: undefined })
    expect(absent).deep.include({ deposits: [], row: unchecked('the receipt of the deposit is absent') })
    const logs = number([transfer(depository, 7n)])
    const unknown = deposit({ receipt: { ...place.receipt, logs }, transaction: undefined })
    expect(unknown.row).deep.equal(
      unchecked('the calldata may contain the id, but the transaction is absent'),
    )
  })

  it('error: another order, and another deposit', () => {
    expect(deposit({ orderId: anotherId }).row).deep.equal({
      ok: false,
      found: orderId,
      required: anotherId,
      message: 'The transaction holds no deposit that names the order.',
    })
    expect(deposit({ onchainId: zeroHash }).row).deep.equal({
      ok: false,
      required: orderId,
      message: `The transaction holds no deposit ${zeroHash} that names the order.`,
    })
  })
})

describe('the rows of a refund', () => {
  const payment = { chainId: 'ethereum', currency: native, amount: '1000', weight: '1' }
  const solana = '1'.repeat(32)
  const refunds = [
    toUser,
    { ...toUser, recipient: native },
    { ...toUser, recipient: native, currency: native },
    { ...toUser, chainId: 'solana', recipient: solana, currency: solana },
  ]
  const orderData = makeOrder({ inputs: [{ payment, refunds }] })
  const refund = async (refundIndex: number, logs = [transfer(user, 1000n)]) => {
    const { transaction, receipt } = await makeFill(orderData, logs)
    const report = await verifyRefundSettlement({
      orderData,
      refunds: [{ inputIndex: 0, refundIndex, transaction, receipt }],
    })
    return byName(report.rows)
  }

  it('default', async () => {
    expect(await refund(0)).deep.include({
      refunds: { ok: true, found: 0, required: 4 },
      transfers: { ok: true, found: 1000n },
      nativeDirect: nothing('the refund of inputs[0] is not in the native currency'),
      minimumAmounts: unchecked(
        'the minimum of the refund of inputs[0] depends on deposits that are not known',
      ),
    })
    expect((await refund(0, [])).transfers).deep.equal(
      unchecked('the minimum depends on deposits that are not known'),
    )
  })

  it('behavior: an unknown depositor, in a token and in native currency', async () => {
    const unknown = unchecked('the recipient of the refund of inputs[0] is not known')
    expect((await refund(1)).transfers).deep.equal(unknown)
    expect(await refund(2)).deep.include({ nativeDirect: unknown, nativeTransfers: unknown })
  })

  it('behavior: another machine, and no inputs', async () => {
    expect((await refund(3)).refunds).deep.equal(unchecked('solana is not an EVM chain'))
    const none = makeOrder({ inputs: [] })
    const rows = byName((await verifyRefundSettlement({ orderData: none, refunds: [] })).rows)
    expect(rows.refunds).deep.equal(nothing('the order has no inputs'))
  })

  it('error: no refund, and one that the order does not have', async () => {
    const unknown = unchecked('the refund of inputs[0] is not known')
    expect(await refund(4)).deep.include({
      refunds: { ok: false, found: 4, required: 4, message: 'inputs[0] has no refunds[4].' },
      status: unknown,
      transfers: unknown,
    })
    const rows = byName((await verifyRefundSettlement({ orderData, refunds: [] })).rows)
    expect(rows.refunds).deep.equal({ ok: false, message: 'inputs[0] has no refund.' })
  })
})
