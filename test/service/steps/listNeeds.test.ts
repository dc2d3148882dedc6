import { expect } from 'chai'
import { type Hex, zeroAddress } from 'viem'
import { permit2Of } from '../../../src/service/profile/permit2.js'
import type { QuoteV2 as Quote } from '../../../src/service/resources/quote.js'
import { listNeeds } from '../../../src/service/steps/listNeeds.js'
import { planSteps } from '../../../src/service/steps/planSteps.js'
import { readTerms } from '../../../src/service/steps/readTerms.js'
import type { PlannedSignature, StepRequest } from '../../../src/service/steps/types.js'
import {
  account,
  depository,
  encode,
  makeOrder,
  makeQuote,
  originRouter,
  profile,
  proxy,
  request,
  token,
  tokenRequest,
} from './quotes.js'

describe('listNeeds', () => {
  const needsOf = (quote: Quote, asked: StepRequest, open = (index: number) => index >= 0) => {
    const terms = readTerms({ request: asked, profile, account: account.address, maximumAmountIn: 1000n })
    const plan = planSteps(quote, terms, ['swap', 'depositAddress'])
    return listNeeds(
      plan.filter((_, index) => open(index)),
      terms,
    )
  }
  const quoteOf = (asked: StepRequest) => makeQuote(makeOrder(asked))
  const balance = { token, required: 1000n }

  it('default: the value of a native deposit', () => {
    expect(needsOf(quoteOf(request), request)).deep.equal([{ token: zeroAddress, required: 1000n }])
  })

  it('behavior: a planned approval counts as the allowance', () => {
    expect(needsOf(quoteOf(tokenRequest), tokenRequest)).deep.equal([balance])
  })

  it('behavior: a completed, missing or too small approval does not count', () => {
    const allowance = { ...balance, spender: depository }
    const done = (index: number) => index > 0
    expect(needsOf(quoteOf(tokenRequest), tokenRequest, done)).deep.equal([balance, allowance])
    const missing = quoteOf(tokenRequest)
    missing.steps.shift()
    expect(needsOf(missing, tokenRequest)).deep.equal([balance, allowance])
    const small = quoteOf(tokenRequest)
    Object.assign(small.steps[0]!.items[0]!.data!, { data: encode('approve', [depository, 999n]) })
    expect(needsOf(small, tokenRequest)).deep.equal([balance, allowance])
  })

  it('behavior: a transfer needs no allowance', () => {
    const quote = quoteOf(tokenRequest)
    delete quote.protocol
    const [, deposit] = quote.steps
    const to: Hex = '0x00000000000000000000000000000000000add4e'
    Object.assign(deposit!, { depositAddress: to })
    Object.assign(deposit!.items[0]!.data!, { to: token, data: encode('transfer', [to, 900n]) })
    quote.steps = [deposit!]
    const asked = { ...tokenRequest, tradeType: 'EXACT_OUTPUT' as const }
    expect(needsOf(quote, asked)).deep.equal([{ token, required: 900n }])
  })

  it('behavior: a swap needs the exact input; with a maximum the need is unknown', () => {
    const quote = quoteOf(tokenRequest)
    delete quote.protocol
    const [approve, swap] = quote.steps
    Object.assign(approve!.items[0]!.data!, { data: encode('approve', [proxy, 1000n]) })
    Object.assign(swap!.items[0]!.data!, { to: originRouter, data: '0xabcdef' })
    quote.steps = [approve!, { ...swap!, id: 'swap' }]
    const here = { ...tokenRequest, destinationChainId: 1 }
    expect(needsOf(quote, here)).deep.equal([balance])
    expect(needsOf(quote, { ...here, tradeType: 'EXACT_OUTPUT' })).deep.equal([])
  })

  it('behavior: a swap through a proxy needs an allowance, unless an approval is planned', () => {
    const quote = quoteOf(tokenRequest)
    delete quote.protocol
    const [approve, swap] = quote.steps
    Object.assign(approve!.items[0]!.data!, { data: encode('approve', [proxy, 1000n]) })
    Object.assign(swap!.items[0]!.data!, { to: proxy, data: '0xabcdef' })
    const swapOnly = { ...swap!, id: 'swap' }
    const here = { ...tokenRequest, destinationChainId: 1 }
    quote.steps = [approve!, swapOnly]
    expect(needsOf(quote, here)).deep.equal([balance])
    quote.steps = [swapOnly]
    expect(needsOf(quote, here)).deep.equal([balance, { ...balance, spender: proxy }])
  })

  it('behavior: a permit needs the token, and Permit2 an allowance', () => {
    const asked = { ...tokenRequest, usePermit: true }
    const terms = readTerms({ request: asked, profile, account: account.address })
    const permit = (verifyingContract: Hex) =>
      ({
        kind: 'signature',
        step: { id: 'authorize1' },
        item: {},
        message: { typedData: { domain: { verifyingContract } } },
      }) as unknown as PlannedSignature
    expect(listNeeds([permit(token)], terms)).deep.equal([balance])
    const permit2 = permit2Of()
    expect(listNeeds([permit(permit2)], terms)).deep.equal([balance, { ...balance, spender: permit2 }])
  })

  it('behavior: without open steps, nothing is needed', () => {
    for (const asked of [request, tokenRequest]) {
      expect(needsOf(quoteOf(asked), asked, () => false)).deep.equal([])
    }
  })
})
