import type { PermitData, QuoteFacts, StepTransaction } from '../../rules/paysFor/quoteFacts.js'
import { paymentKind } from '../../rules/paysFor/stepRules.js'
import { judge } from '../../rules/verdict.js'
import type { Quote } from '../resources/quoteV3.js'
import { toTypedData } from './permitTypedData.js'
import { readQuote } from './readQuote.js'
import { readQuoteFacts } from './readQuoteFacts.js'
import { type PlacedItem, permitEndpoint } from './readSteps.js'
import type { StepTerms } from './readTerms.js'
import { readTransaction } from './readTransaction.js'
import { readTypedData } from './readTypedData.js'
import type { PlannedItem, Unverifiable } from './types.js'
import { requireAll, toVerifiedOrder } from './verifyOrder.js'

/**
 * Checks a quote against the terms, then converts its steps to the data to sign and send.
 *
 * - Checks all items, including complete ones, before the first one runs. Does not check the order's signature or the time.
 *
 * @throws {@link StepMismatchError}, {@link UnverifiedStepError}
 */
export function planSteps(
  given: Quote,
  terms: StepTerms,
  allowed: readonly Unverifiable[] = [],
): PlannedItem[] {
  const { kind, items, rules, ...known } = readQuoteFacts(readQuote(given), terms)
  requireAll(judge(rules, known.facts), known, terms, allowed)
  const facts = known.facts as QuoteFacts
  return items.map((item): PlannedItem => {
    if (kind === 'permit' && paymentKind(item.step.id)) return planPermit(item, facts, terms)
    const transaction = planTransaction(item)
    if (kind !== 'deposit') return transaction
    const { id, amountIn, deadline } = toVerifiedOrder(facts)
    if (!paymentKind(item.step.id)) return { ...transaction, deadline }
    const { origin, currency } = terms
    const { depository } = facts
    const deposit = { chainName: origin.name, depository, orderId: id, currency, amount: amountIn }
    return { ...transaction, deadline, deposit }
  })
}

function planTransaction({ step, path, data }: PlacedItem) {
  const { to, data: callData, value } = readTransaction(path, data) as StepTransaction
  return { kind: 'transaction' as const, step, path, transaction: { to, data: callData, value } }
}

function planPermit({ step, path, data }: PlacedItem, facts: QuoteFacts, terms: StepTerms): PlannedItem {
  const { sign, post } = readTypedData(path, data) as PermitData
  const message = { typedData: toTypedData(sign, facts) }
  return {
    kind: 'signature',
    step,
    path,
    message,
    post: { path: permitEndpoint(step, terms), body: post.body },
  }
}
