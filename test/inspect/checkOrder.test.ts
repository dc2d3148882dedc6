import { expect } from 'chai'
import { hashOrder } from '../../src/index.js'
import { checkOrder } from '../../src/inspect/order/checkOrder.js'
import { makeOrder, solver } from '../cli/verifySupport.js'

describe('checkOrder', () => {
  it('behavior: the deadline is the last second', async () => {
    const orderData = makeOrder()
    const { deadline } = orderData.output
    for (const [now, ok] of [
      [deadline - 1, true],
      [deadline, true],
      [deadline + 1, false],
    ] as const) {
      const { checks } = await checkOrder({
        requestId: hashOrder(orderData),
        signer: solver.address,
        trusted: [solver.address],
        order: { orderData },
        source: 'file',
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
