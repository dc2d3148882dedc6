import { expect } from 'chai'
import { parseKeptOrder } from '../../../src/service/orders/keptOrder.js'
import { toV3 } from '../steps/bothVersions.js'
import { makeOrder, makeQuote, request } from '../steps/quotes.js'

describe('a stored quote', () => {
  it('default: reads its request id, in either version', () => {
    const quote = makeQuote(makeOrder(request))
    const { requestIds } = parseKeptOrder(quote)
    expect(requestIds).length(1)
    const v3 = toV3(quote)!
    const named = {
      ...v3,
      requestId: requestIds![0]!,
      steps: v3.steps.map(({ requestId: _, ...step }) => step),
    }
    expect(parseKeptOrder(named)).deep.equal(parseKeptOrder(quote))
    expect(parseKeptOrder({ quote: JSON.parse(JSON.stringify(named)) })).deep.include({ requestIds })
  })

  it("behavior: prefers a step's id, as executeSteps does", () => {
    const quote = { ...makeQuote(makeOrder(request)), requestId: `0x${'ab'.repeat(32)}` }
    expect(parseKeptOrder(quote).requestIds).not.include(quote.requestId)
  })
})
