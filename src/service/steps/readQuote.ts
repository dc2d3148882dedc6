import { isQuoteV3, type NormalizedQuote, normalizeQuote } from '../quote/normalizeQuote.js'
import { quoteSchema } from '../resources/quote.js'
import { type Quote, quoteV3Schema } from '../resources/quoteV3.js'
import { expectShape } from './expect.js'

/** Returns the schema of a quote's own version. */
export function quoteSchemaOf(quote: unknown): typeof quoteSchema | typeof quoteV3Schema {
  return isQuoteV3(quote) ? quoteV3Schema : quoteSchema
}

/**
 * Holds a quote that a caller hands over to the shape of an answer of its version, and reads it.
 *
 * @returns With the same items, since they show how far a run came.
 * @throws {@link StepMismatchError}, which names the place.
 */
export function readQuote(quote: unknown): NormalizedQuote {
  expectShape(quoteSchemaOf(quote), '', quote)
  return normalizeQuote(quote as Quote)
}
