import { type Form, findMisfit, isString, type Misfit } from '../../base/findMisfit.js'
import { isQuoteV3, type NormalizedQuote, normalizeQuote } from '../quote/normalizeQuote.js'
import type { Quote } from '../resources/quoteV3.js'
import { StepMismatchError } from './errors.js'

const object: Form = { fields: {} }
const step = { fields: { id: isString, kind: isString, items: { list: object } } }
const quoteForm: Form = { fields: { steps: { list: step } } }
const quoteV3Form: Form = { fields: { requestId: isString, steps: { list: { fields: { id: isString } } } } }

/** Finds where a quote that a caller passed differs from the form of quotes of its version. */
export function findQuoteMisfit(quote: unknown): Misfit | undefined {
  return findMisfit(isQuoteV3(quote) ? quoteV3Form : quoteForm, quote)
}

/**
 * Checks that a quote that a caller passed has the form of quotes of its version, and reads it.
 *
 * @returns The quote with the same items, since the items show the progress of a run.
 * @throws {@link StepMismatchError}, which names the place.
 */
export function readQuote(quote: unknown): NormalizedQuote {
  const misfit = findQuoteMisfit(quote)
  if (misfit) throw new StepMismatchError(misfit)
  return normalizeQuote(quote as Quote)
}
