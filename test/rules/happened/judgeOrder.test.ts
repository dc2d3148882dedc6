import { expect } from 'chai'
import type { Hex } from 'viem'
import { hashOrder, padAddress } from '../../../src/index.js'
import { judgeOrder } from '../../../src/rules/happened/judgeOrder.js'
import { makeOrder, solver, user } from '../../cli/verifySupport.js'

const other = `0x${'77'.repeat(32)}` as const

const attested = {
  attestation: { originChainId: 8453, destinationChainId: 10, destinationUser: padAddress(user) },
  chainNameOf: (id: number) => ({ 8453: 'base', 10: 'optimism' })[id],
}

describe('judgeOrder', () => {
  it('behavior: leaves an order without orderSignature open, even if the quote or the record links it', async () => {
    const orderData = makeOrder()
    const orderId = hashOrder(orderData)
    const record = {
      status: 'success',
      orderId,
      depositTransactions: [],
      fillTransactions: [],
      refundTransactions: [],
      timeline: [],
    }
    const check = (requestIds: readonly Hex[] | undefined, isRecorded: boolean) =>
      judgeOrder({
        requestId: other,
        ...attested,
        signer: solver.address,
        trusted: [solver.address],
        order: { orderId, orderData, ...(requestIds && { requestIds }) },
        record: isRecorded ? record : undefined,
        now: 0,
      })
    const open = { orderId, source: 'file', evidence: 'none', deadline: orderData.output.deadline }
    expect(await check([other], false)).to.deep.equal({ order: open, checks: [] })
    expect(await check(undefined, true)).to.deep.equal({ order: open, checks: [] })
    for (const requestIds of [undefined, [], [orderId]]) {
      const { checks } = await check(requestIds, false)
      expect(checks.map(({ name, ok }) => ({ name, ok }))).to.deep.equal([{ name: 'orderId', ok: false }])
    }
  })

  it('behavior: the deadline is the last valid second', async () => {
    const orderData = makeOrder()
    const orderId = hashOrder(orderData)
    const { deadline } = orderData.output
    for (const [now, ok] of [
      [deadline - 1, true],
      [deadline, true],
      [deadline + 1, false],
    ] as const) {
      const { checks } = await judgeOrder({
        requestId: orderId,
        ...attested,
        signer: solver.address,
        trusted: [solver.address],
        order: { orderId, orderData },
        record: undefined,
        now,
      })
      expect(checks.find(({ name }) => name === 'deadline')).to.include({
        ok,
        expected: deadline,
        actual: now,
      })
    }
  })
})
