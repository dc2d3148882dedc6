import type { QuoteFacts } from '../../rules/paysFor/quoteFacts.js'
import type { QuoteRule } from '../../rules/paysFor/quoteRules.js'
import { quoteRulesOf } from '../../rules/paysFor/stepRules.js'
import type { NormalizedQuote } from '../quote/normalizeQuote.js'
import type { Known } from './known.js'
import { readOrderFacts } from './readOrderFacts.js'
import { type ReadSteps, readSteps } from './readSteps.js'
import type { PaymentTerms } from './readTerms.js'

/** The known facts of a quote, and the rules that judge it. */
export type ReadQuoteFacts = Known<QuoteFacts> &
  Pick<ReadSteps, 'kind' | 'items'> & { rules: readonly QuoteRule[] }

/** Gathers the facts that the rules of a quote need. */
export function readQuoteFacts(quote: NormalizedQuote, terms: PaymentTerms): ReadQuoteFacts {
  const { kind, items, facts, absent } = readSteps(quote, terms)
  const order = readOrderFacts(quote, terms, kind)
  return {
    kind,
    items,
    rules: quoteRulesOf(kind, terms.parts.permit?.permitRule),
    facts: { ...facts, ...order.facts },
    absent: { ...absent, ...order.absent },
  }
}
