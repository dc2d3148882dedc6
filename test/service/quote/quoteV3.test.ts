import { expect } from 'chai'
import fc from 'fast-check'
import { FillproofError } from '../../../src/index.js'
import type { QuoteV3 } from '../../../src/service/resources/quoteV3.js'
import { planSteps } from '../../../src/service/steps/planSteps.js'
import { readTerms } from '../../../src/service/steps/readTerms.js'
import type { StepRequest } from '../../../src/service/steps/types.js'
import { toV3 } from '../steps/bothVersions.js'
import { account, makeOrder, makeQuote, profile, request, thief, tokenRequest } from '../steps/quotes.js'

const make = (asked: StepRequest): QuoteV3 => structuredClone(toV3(makeQuote(makeOrder(asked)))!)

function plan(quote: QuoteV3, asked: StepRequest) {
  const terms = readTerms({ request: asked, profile, account: account.address })
  return planSteps(quote, terms).map((item) => (item.kind === 'transaction' ? item.transaction : item.post))
}

type Place = { at: Record<string, unknown>; name: string }

/** Every field of a quote of version 3 but the two that were seen. */
function placesOf(value: unknown, isTop = true): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => {
    const at = value as Record<string, unknown>
    const isSeen = isTop && (name === 'requestId' || name === 'steps')
    const isLabel = !Array.isArray(value) && name === 'id'
    return [...(isSeen || isLabel || Array.isArray(value) ? [] : [{ at, name }]), ...placesOf(child, false)]
  })
}

const others: unknown[] = [undefined, null, 0, -1, 1.5, true, '', 'x', '0x', [], {}, [{}], { address: thief }]

describe('a quote of version 3', () => {
  for (const [asked, kind] of [
    [request, 'native'],
    [tokenRequest, 'token'],
  ] as const) {
    it(`attack: ${kind}: a missing, renamed or mistyped unconfirmed field gives an error or the same plan`, () => {
      const honest = plan(make(asked), asked)
      let refused = 0
      for (let index = 0; index < placesOf(make(asked)).length; index++) {
        for (const value of [...others, 'renamed']) {
          const quote = make(asked)
          const { at, name } = placesOf(quote)[index]!
          if (value === 'renamed') at[`${name}2`] = at[name]
          if (value === undefined || value === 'renamed') delete at[name]
          else at[name] = value
          let planned: unknown
          try {
            planned = plan(quote, asked)
          } catch (error) {
            expect(error, `${name} = ${value}`).instanceOf(FillproofError)
            refused++
            continue
          }
          expect(planned, `${name} = ${JSON.stringify(value)}`).deep.equal(honest)
        }
      }
      expect(refused).above(100)
    })

    it(`attack: ${kind}: any value anywhere gives an error or a sound plan`, () => {
      const honest = plan(make(asked), asked)
      const count = placesOf(make(asked)).length
      const edit = fc.tuple(fc.nat(count - 1), fc.jsonValue({ maxDepth: 2 }))
      fc.assert(
        fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
          const quote = make(asked)
          const places = placesOf(quote)
          for (const [index, value] of edits) places[index]!.at[places[index]!.name] = value
          let planned: unknown
          try {
            planned = plan(quote, asked)
          } catch (error) {
            return error instanceof FillproofError
          }
          expect(planned).deep.equal(honest)
          return true
        }),
        { numRuns: 500 },
      )
    })
  }

  it('attack: items in a flat step give an error or the same plan', () => {
    const honest = plan(make(request), request)
    const [step] = make(request).steps
    const thiefs = { ...step, data: { ...step!.data, to: thief } }
    for (const items of [...others, [null], [step], [thiefs]]) {
      const quote = make(request)
      Object.assign(quote.steps[0]!, { items })
      let planned: unknown
      try {
        planned = plan(quote, request)
      } catch (error) {
        expect(error, JSON.stringify(items)).instanceOf(FillproofError)
        continue
      }
      expect(planned, JSON.stringify(items)).deep.equal(honest)
    }
  })

  it('error: names the place in the flat step', () => {
    const quote = make(request)
    Object.assign(quote.steps[0]!.data!, { to: thief })
    expect(() => plan(quote, request))
      .throw()
      .include({ name: 'StepMismatchError', path: 'steps[0].data.to' })
  })

  it('error: a deposit address without an address is never treated as a deposit', () => {
    const quote = make(request)
    Object.assign(quote.steps[0]!, { depositAddress: { type: 'open' } })
    expect(() => plan(quote, request))
      .throw()
      .include({ name: 'UnverifiedStepError', needs: 'depositAddress' })
  })
})
