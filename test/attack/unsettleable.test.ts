// Orders that the service's oracle can't settle: a deposit would come back by the solver's good will, or after seven days.
import { expect } from 'chai'
import type { OrderData } from '../../src/index.js'
import { parseOrder } from '../../src/protocol/order/parseOrder.js'
import { checkCalls } from '../../src/service/settlement/checkCalls.js'
import { checkDeposits } from '../../src/service/settlement/checkDeposits.js'
import { planSteps } from '../../src/service/steps/planSteps.js'
import { readTerms } from '../../src/service/steps/readTerms.js'
import { account, makeOrder, makeQuote, profile, request } from '../service/steps/quotes.js'

describe('Attack: an order that can never be settled', () => {
  const plan = (order: OrderData) =>
    planSteps(makeQuote(order), readTerms({ request, profile, account: account.address }))

  it('an input of weight 0: the difference that fill and refund need divides by zero', () => {
    const order = makeOrder(request)
    order.inputs[0]!.payment.weight = '0'
    const { inputs } = parseOrder(order)
    const { findings } = checkDeposits({ orderId: `0x${'11'.repeat(32)}`, inputs }, [])
    expect(findings.deposits).to.include({ ok: false })
    expect(findings.deposits.message).to.include('ask for nothing')
    expect(() => plan(order)).to.throw('protocol.v2.orderData.inputs[0].payment.weight')
  })

  it('calls, and no fill contract whose logs would show them', () => {
    const order = makeOrder(request)
    order.output.extraData = '0x'
    const { calls, extraData } = parseOrder(order).output
    expect(checkCalls({ calls, extraData }, { logs: [] } as never)).to.include({ ok: false })
    expect(() => plan(order)).to.throw('protocol.v2.orderData.output.extraData')
  })
})
