// Every quote of the tests is planned in both versions.
import { expect } from 'chai'
import { writeBigint } from '../../../src/base/writeBigint.js'
import type { QuoteV2 } from '../../../src/service/resources/quote.js'
import type { QuoteV3 } from '../../../src/service/resources/quoteV3.js'
import { planSteps } from '../../../src/service/steps/planSteps.js'
import type { StepTerms } from '../../../src/service/steps/readTerms.js'
import type { PlannedItem, Unverifiable } from '../../../src/service/steps/types.js'

/** Writes a quote as version 3 has it; undefined where a step has no item, or several, or no id stands for the quote's. */
export function toV3(quote: QuoteV2): QuoteV3 | undefined {
  const { steps, fees: _fees, ...rest } = quote
  const requestId = quote.requestId ?? steps.at?.(-1)?.requestId
  if (typeof requestId !== 'string') return undefined
  const flat = steps.map((step) => {
    if (!Array.isArray(step.items) || step.items.length !== 1) return undefined
    const { items, depositAddress, ...kept } = step
    const isNamed = typeof depositAddress === 'string' && depositAddress !== ''
    const address = isNamed && { depositAddress: { address: depositAddress, type: 'strict' } }
    const item = structuredClone(items[0]) as { data?: { post?: { endpoint?: string } } }
    const post = item.data?.post
    if (post?.endpoint === '/execute/permits') post.endpoint = '/execute/permits/v2'
    return { ...kept, ...address, ...item }
  })
  if (flat.length === 0 || flat.includes(undefined)) return undefined
  return { ...rest, requestId, steps: flat } as QuoteV3
}

/** Plans a quote, and holds its form of version 3 to the same verdict. */
export function planBoth(
  quote: QuoteV2,
  terms: StepTerms,
  allowed: readonly Unverifiable[] = [],
): PlannedItem[] {
  const v3 = toV3(quote)
  const outcome = attempt(() => planSteps(quote, terms, allowed))
  if (v3) expect(tell(attempt(() => planSteps(v3, terms, allowed)))).equal(tell(outcome))
  if ('error' in outcome) throw outcome.error
  return outcome.plan
}

type Outcome = { plan: PlannedItem[] } | { error: unknown }

function attempt(work: () => PlannedItem[]): Outcome {
  try {
    return { plan: work() }
  } catch (error) {
    return { error }
  }
}

/** What is signed and sent, or what is wrong. */
function tell(outcome: Outcome): string {
  if ('error' in outcome) {
    const { name, path, needs } = outcome.error as { name: string; path?: string; needs?: string }
    return JSON.stringify({ name, needs, path: path?.replace('.items[0]', '').replace(/\.items$/, '') })
  }
  const told = outcome.plan.map(({ path, step, ...rest }) => ({
    ...rest,
    path: path.replace('.items[0]', ''),
    step: { id: step.id, requestId: step.requestId },
    ...('post' in rest && { post: { ...rest.post, path: rest.post.path.replace('/v2', '') } }),
  }))
  return JSON.stringify(told, writeBigint)
}
