import { expect } from 'chai'
import { concatHex, type Hex, pad } from 'viem'
import { hashOrder, type VerifyFillSettlementParameters, verifyFillSettlement } from '../../../src/index.js'
import { verifyOutputSettlement } from '../../../src/rules/settled/verifyFillSettlement.js'
import {
  byName,
  deadline,
  executed,
  type Filled,
  makeFill,
  makeOrder,
  native,
  nativeTransfer,
  nothing,
  number,
  type OrderOptions,
  router,
  shop,
  solver,
  stranger,
  token,
  transfer,
  unchecked,
} from './support.js'

const order = makeOrder()
const orderId = hashOrder(order)
const nativeOrder = makeOrder({ payments: [{ recipient: shop, currency: native, minimum: 100n }] })
const nativeId = hashOrder(nativeOrder)
const call = { to: token, data: '0xd0e30db0', value: 60n } as const
const fillHash: Hex = `0x${'f1'.repeat(32)}`
const checksummed = {
  solver: solver.address,
  router: '0xb92fe925DC43a0ECdE6c8b1a2709c170Ec4fFf4f',
  token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
}

const rowsOf = async (fill: VerifyFillSettlementParameters) => byName((await verifyFillSettlement(fill)).rows)

const withTransaction = (fill: Filled, change: Partial<Filled['transaction']>): Filled => ({
  ...fill,
  transaction: { ...fill.transaction, ...change },
})
const paid = () => makeFill(order, [transfer(shop, 100n)])
const direct = async (value = 100n) =>
  withTransaction(await makeFill(nativeOrder, []), { to: shop, input: nativeId, value })

describe('the rows of a fill', () => {
  it('default: the found and required values', async () => {
    const notNative = nothing('output.payments[0] is not in the native currency')
    expect(await rowsOf(await paid())).deep.equal({
      status: { ok: true, found: 'success', required: 'success' },
      finality: { ok: true, found: '10 blocks, 60 s', required: '10 blocks, 60 s' },
      onchainIds: { ok: true, found: 1, required: 1 },
      orderSignature: { ok: true, found: checksummed.solver, required: checksummed.solver },
      deposits: { ok: true, found: orderId, required: orderId },
      deadline: { ok: true, found: deadline, required: deadline },
      orderId: { ok: true, found: orderId, required: orderId },
      transfers: { ok: true, found: 100n },
      nativeDirect: notNative,
      nativeTransfers: notNative,
      minimumAmounts: { ok: true, found: 100n, required: 100n },
      calls: nothing('the order has no calls'),
      called: nothing('the order has no calls'),
    })
  })

  it('behavior: a native payment, by logs and by the value', async () => {
    const transfers = nothing('output.payments[0] is in the native currency')
    expect(await rowsOf(await makeFill(nativeOrder, [nativeTransfer(shop, 100n)]))).deep.include({
      transfers,
      nativeDirect: nothing('the transaction does not pay output.payments[0] directly'),
      nativeTransfers: { ok: true, found: 100n },
    })
    expect(await rowsOf(await direct())).deep.include({
      transfers,
      nativeDirect: { ok: true, found: 100n },
      nativeTransfers: nothing('the transaction pays output.payments[0] directly'),
    })
  })

  it('behavior: a checked payment counts before an unchecked one', async () => {
    const payment = { recipient: shop, minimum: 100n }
    const payments = [
      { ...payment, currency: native },
      { ...payment, currency: token },
    ]
    const logs = [nativeTransfer(shop, 100n), transfer(shop, 100n)]
    const { transfers, nativeTransfers } = await rowsOf(await makeFill(makeOrder({ payments }), logs))
    expect([transfers, nativeTransfers]).deep.equal([
      { ok: true, found: 100n },
      { ok: true, found: 100n },
    ])
  })

  it('behavior: the value counts if the calldata begins with the id, even if it does not end with it', async () => {
    const input = concatHex([nativeId, '0x00'])
    const { payments, rows } = await verifyFillSettlement(withTransaction(await direct(), { input }))
    expect(payments).deep.equal([{ countedBy: 'nativeDirect', amount: 100n, minimum: 100n }])
    expect(byName(rows).orderId).deep.equal({
      ok: false,
      found: `0x${nativeId.slice(4)}00`,
      required: nativeId,
      message: "The transaction's calldata does not end with the order's id.",
    })
  })

  it('behavior: an order without payments', async () => {
    const one = await rowsOf(await makeFill(makeOrder({ payments: [], calls: [call] }), [executed(call)]))
    expect(one).deep.include({
      deadline: nothing('the order asks for no payment'),
      minimumAmounts: nothing('the order asks for no payment'),
      calls: { ok: true, found: 1, required: 1 },
    })
    const none = await verifyFillSettlement(await makeFill(makeOrder({ payments: [] }), []))
    expect(none.payments).deep.equal([])
    const rows = byName(none.rows)
    for (const name of ['status', 'finality', 'deadline', 'calls']) {
      expect(rows[name]).deep.equal(nothing('the order asks for no payment and no call'))
    }
  })

  it('behavior: names what is absent', async () => {
    const absent = {
      status: unchecked('the receipt is absent'),
      finality: unchecked('the block is absent'),
      onchainIds: unchecked('the deposits are absent'),
      orderSignature: unchecked('the order signature is absent'),
      deposits: unchecked('the deposits are absent'),
      deadline: unchecked('the block is absent'),
      orderId: unchecked('the transaction is absent'),
      minimumAmounts: unchecked('output.payments[0] could not be counted'),
    }
    const orderData = makeOrder({ calls: [call] })
    expect(await rowsOf({ orderData })).deep.include({
      ...absent,
      transfers: unchecked('the receipt is absent'),
      calls: unchecked('the receipt is absent'),
    })
    expect(await rowsOf({ orderData: nativeOrder })).deep.include({
      ...absent,
      nativeDirect: unchecked('the transaction is absent'),
      nativeTransfers: unchecked('the transaction is absent'),
    })
    const fill = await makeFill(nativeOrder, [])
    expect((await rowsOf({ ...fill, receipt: undefined })).nativeTransfers).deep.equal(
      unchecked('the receipt is absent'),
    )
    for (const [field, text] of [
      ['head', "the chain's head is absent"],
      ['finality', "the chain's finality is absent"],
    ] as const) {
      expect((await rowsOf({ ...fill, [field]: undefined })).finality).deep.equal(unchecked(text))
    }
  })

  it('behavior: an order with unknown inputs', async () => {
    const { transaction, receipt, block, head, finality } = await paid()
    const place = { transaction, receipt, block, head, finality }
    const payment = { recipient: shop, currency: token, minimumAmount: 100n, expectedAmount: 101n }
    const output = {
      chainId: 'base',
      payments: [payment],
      calls: [],
      deadline,
      extraData: pad(router),
    }
    const { settled, rows } = verifyOutputSettlement({ orderId, output, ...place })
    expect(settled).equal(null)
    const absent = unchecked("the order's inputs are absent")
    const { status, onchainIds, orderSignature, deposits, ...others } = byName(rows)
    expect([onchainIds, orderSignature, deposits]).deep.equal([absent, absent, absent])
    expect(status).deep.equal({ ok: true, found: 'success', required: 'success' })
    expect(Object.values(others).every(({ ok }) => ok)).equal(true)
  })

  it('behavior: another virtual machine', async () => {
    const foreign = makeOrder({
      outputChain: 'solana',
      payments: [{ recipient: '1'.repeat(32) as Hex, currency: '1'.repeat(32) as Hex, minimum: 7n }],
    })
    const { rows, payments } = await verifyFillSettlement({ orderData: foreign })
    expect(payments).deep.equal([{ countedBy: null, amount: null, minimum: 7n }])
    expect(byName(rows).calls).deep.equal(unchecked('solana is not an EVM chain'))
  })

  it('error: names the fault and the difference', async () => {
    const fill = await paid()
    const at = (number: bigint, timestamp: number) => ({ number, timestamp })
    const reverted = { ...fill, receipt: { ...fill.receipt, status: 'reverted' as const } }
    expect((await rowsOf(reverted)).status).deep.equal({
      ok: false,
      found: 'reverted',
      required: 'success',
      message: `The transaction ${fillHash} reverted.`,
    })
    const late = { ...fill, block: at(7n, deadline + 3), head: at(16n, deadline + 8) }
    expect(await rowsOf(late)).deep.include({
      finality: {
        ok: false,
        found: '9 blocks, 5 s',
        required: '10 blocks, 60 s',
        message: 'The transaction is not final yet.',
      },
      deadline: {
        ok: false,
        found: deadline + 3,
        required: deadline,
        message: 'The block came 3 s after the deadline.',
      },
    })
    const little = { ...fill, receipt: { ...fill.receipt, logs: number([transfer(shop, 99n)]) } }
    expect((await rowsOf(little)).minimumAmounts).deep.equal({
      ok: false,
      found: 99n,
      required: 100n,
      message: 'Only 99 counts for output.payments[0], less than the minimum of 100.',
    })
    expect((await rowsOf(withTransaction(fill, { input: '0x12' }))).orderId?.found).equal('0x12')
  })

  it('error: transfers that do not count', async () => {
    const without = await rowsOf(await makeFill(order, []))
    expect(without.transfers).deep.equal({
      ok: false,
      found: 0n,
      message: `No Transfer log of ${token} to ${shop} counts for output.payments[0].`,
    })
    expect((await rowsOf(await direct(0n))).nativeDirect).deep.equal({
      ok: false,
      found: 0n,
      message: 'The transaction brings no value for output.payments[0].',
    })
    expect((await rowsOf(await makeFill(nativeOrder, []))).nativeTransfers).deep.equal({
      ok: false,
      found: 0n,
      message: `No SolverNativeTransfer log of ${checksummed.router} to ${shop} counts for output.payments[0].`,
    })
  })

  it('error: calls', async () => {
    const calls = async (options: OrderOptions, ...made: (typeof call)[]) =>
      (
        await rowsOf(
          await makeFill(
            makeOrder({ payments: [], ...options }),
            made.map((one) => executed(one)),
          ),
        )
      ).calls
    const message = (rest: string) =>
      `No SolverCallExecuted log of ${checksummed.router}${rest}, to ${checksummed.token}.`
    expect(await calls({ calls: [call] })).deep.equal({
      ok: false,
      found: 0,
      required: 1,
      message: message(' shows calls[0]'),
    })
    expect(await calls({ calls: [call, call] }, call)).deep.equal({
      ok: false,
      found: 1,
      required: 2,
      message: message(' after calls[0] shows calls[1]'),
    })
    const extraData = '0x1234'
    expect(await calls({ calls: [call], extraData }, call)).deep.equal({
      ok: false,
      found: extraData,
      message: 'The extraData names no fill contract.',
    })
    const broken = { ...order, output: { ...order.output, calls: ['0x1234' as Hex] } }
    expect((await rowsOf(await makeFill(broken, []))).calls).deep.equal({
      ok: false,
      found: '0x1234',
      message: "calls[0] can't be decoded.",
    })
  })

  it('error: the order signature', async () => {
    const fill = await paid()
    const foreign = await makeFill({ ...order, solver: stranger }, [])
    expect((await rowsOf(foreign)).orderSignature).deep.equal({
      ok: false,
      found: checksummed.solver,
      required: stranger,
      message: `Not signed by the order's solver: a field was changed, or another key signed. Recovered: ${checksummed.solver}.`,
    })
    const nobody: Hex = `0x${'ff'.repeat(65)}`
    expect((await rowsOf({ ...fill, orderSignature: nobody })).orderSignature).deep.equal({
      ok: false,
      found: nobody,
      required: checksummed.solver,
      message: 'The order signature recovers no address.',
    })
  })
})
