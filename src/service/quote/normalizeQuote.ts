import type { Hex } from 'viem'
import { toList, toRecord, toText } from '../../base/values.js'
import type { QuoteV2 } from '../resources/quote.js'
import type { Quote, QuoteV3, StepV3 } from '../resources/quoteV3.js'
import type { Step, StepItem } from '../resources/step.js'

export type NormalizedStep = Step & {
  /** Whether the step is its own item, as in version 3. */
  isFlat: boolean
}

/** The fields of a quote that the library reads, the same for both versions. A missing field is not known. */
export type NormalizedQuote = Pick<QuoteV2, 'requestId' | 'details' | 'protocol'> & {
  steps: NormalizedStep[]
}

/** Whether a quote has version 3: the quote itself has a request id, and `items` is absent or null in every step. */
export function isQuoteV3(quote: unknown): quote is QuoteV3 {
  const { requestId, steps } = toRecord(quote) ?? {}
  const isFlat = (step: unknown) => toRecord(step) !== undefined && toRecord(step)?.items == null
  return typeof requestId === 'string' && toList(steps).length > 0 && toList(steps).every(isFlat)
}

/**
 * Reads a quote of either version into one form.
 *
 * - A step without a request id gets the quote's request id.
 */
export function normalizeQuote(quote: Quote): NormalizedQuote {
  const { requestId, details, protocol } = quote
  const steps = isQuoteV3(quote) ? quote.steps.map(unfold) : (quote as QuoteV2).steps.map(keep)
  return {
    requestId,
    details,
    protocol,
    steps: steps.map((step) => (step.requestId || !requestId ? step : { ...step, requestId })),
  }
}

function keep(step: Step): NormalizedStep {
  return { ...step, isFlat: false }
}

function unfold(sent: StepV3): NormalizedStep {
  return {
    ...sent,
    // An absent kind must equal neither `transaction` nor `signature`.
    kind: sent.kind ?? '',
    requestId: sent.requestId as Hex,
    depositAddress: readDepositAddress(sent.depositAddress),
    items: [sent as StepItem],
    isFlat: true,
  }
}

/**
 * Reads the address from a step's deposit address record. A record without an address becomes text that matches no payment's
 * destination.
 */
function readDepositAddress(found: unknown): string | undefined {
  if (found == null) return undefined
  return toText(toRecord(found)?.address) ?? 'unknown'
}

/** Returns the place of an item, given the place of its step. A step of version 3 is its own item. */
export function placeOf({ isFlat }: NormalizedStep, path: string, index = 0): string {
  return isFlat ? path : `${path}.items[${index}]`
}

/** Returns the step that pays, with the place of its item. It is the last step that has something to run. */
export function findPayingStep(quote: Quote): (NormalizedStep & { path: string }) | undefined {
  const { steps } = normalizeQuote(quote)
  const index = steps.findLastIndex(({ items }) => items.length > 0)
  const step = steps[index]
  return step && { ...step, path: placeOf(step, `steps[${index}]`) }
}
