import { type Quote, quoteSchema } from '../resources/quote.js'
import { expectShape } from './expect.js'

/**
 * Holds a quote that a caller hands over to the shape of an answer.
 *
 * @returns The same object, since its items show how far a run came.
 * @throws {@link StepMismatchError}, which names the place.
 */
export function readQuote(quote: unknown): Quote {
  expectShape(quoteSchema, '', quote)
  return quote as Quote
}
