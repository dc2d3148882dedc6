// A quote that a caller hands over may have any shape.
import { expect } from 'chai'
import { FillproofError } from '../../../src/base/FillproofError.js'
import type { QuoteV2 as Quote } from '../../../src/service/resources/quote.js'
import { planClaim } from '../../../src/service/steps/planClaim.js'
import { planSteps } from '../../../src/service/steps/planSteps.js'
import { readTerms } from '../../../src/service/steps/readTerms.js'
import type { StepRequest } from '../../../src/service/steps/types.js'
import { thrown } from '../../support/errors.js'
import { account, makeOrder, makeQuote, profile, request, tokenRequest } from './quotes.js'

const plan = (quote: unknown, asked: StepRequest = request) =>
  planSteps(quote as Quote, readTerms({ request: asked, profile, account: account.address }), [
    'swap',
    'permit',
    'depositAddress',
  ])

/** Lists the places of a value, each as the keys that lead to it. */
function listPlaces(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, entry]) => listPlaces(entry, [...at, key]))]
}

function replaceAt(quote: unknown, [key, ...rest]: string[], junk: unknown): unknown {
  if (key === undefined) return junk
  const copy = (Array.isArray(quote) ? [...quote] : { ...(quote as object) }) as Record<string, unknown>
  copy[key] = replaceAt(copy[key], rest, junk)
  return copy
}

const junk = [undefined, null, 0, -1.5, '', 'x', '0x', true, [], [null], ['x'], {}, { length: 1 }, 1n]

describe('a malformed quote', () => {
  for (const [path, found, change] of [
    ['', undefined, () => undefined],
    ['', 'text', () => 'text'],
    ['steps', undefined, ({ steps: _, ...rest }) => rest],
    ['steps[0]', null, (quote) => ({ ...quote, steps: [null] })],
    [
      'steps[0].items',
      undefined,
      (quote) => ({ ...quote, steps: [{ ...quote.steps[0], items: undefined }] }),
    ],
    ['steps[0].items[0]', 1, (quote) => ({ ...quote, steps: [{ ...quote.steps[0], items: [1] }] })],
  ] satisfies [string, unknown, (quote: Quote) => unknown][]) {
    it(`error: ${path || 'the whole'}, ${found}`, async () => {
      const quote = change(makeQuote(makeOrder(request)))
      const error = await thrown(() => plan(quote))
      expect(error).include({ name: 'StepMismatchError', path, found })
      expect(error.message).match(path ? /^steps.* of the quote must be / : /^The quote must be /)
      expect(await thrown(() => planClaim(quote as Quote, profile))).include({
        name: 'StepMismatchError',
        path,
      })
    })
  }

  for (const asked of [request, tokenRequest]) {
    it(`property: any value anywhere in a quote of ${asked.originCurrency} gives one of our errors or a plan`, () => {
      const quote = makeQuote(makeOrder(asked))
      const places = listPlaces(quote)
      let refused = 0
      for (const place of places) {
        for (const value of junk) {
          try {
            plan(replaceAt(quote, place, value), asked)
          } catch (error) {
            refused++
            expect(error, `${place.join('.')}: ${typeof value} ${String(value)}`).instanceOf(FillproofError)
          }
        }
      }
      expect(refused).above(places.length)
    })
  }
})

describe('a step without a request id', () => {
  const id = `0x${'77'.repeat(32)}`
  const withTop = (own: unknown, top: unknown) => {
    const quote = makeQuote(makeOrder(request))
    const [step] = quote.steps
    Object.assign(step!, { requestId: own })
    delete step!.items[0]!.check
    return { ...quote, requestId: top }
  }

  it("behavior: has the quote's request id, and the quote stays unchanged", () => {
    for (const own of [undefined, null, '']) {
      const quote = withTop(own, id)
      const [planned] = plan(quote)
      expect(planned!.step.requestId).equal(id)
      expect(quote.steps[0]!.requestId).equal(own)
    }
    const own = `0x${'88'.repeat(32)}`
    expect(plan(withTop(own, id))[0]!.step.requestId).equal(own)
  })

  it('error: neither the step nor the quote has one', async () => {
    expect(await thrown(() => plan(withTop(undefined, undefined)))).include({ path: 'steps[0].requestId' })
    expect(await thrown(() => plan(withTop(undefined, '0x77')))).include({ path: 'steps[0].requestId' })
  })
})
