import { isAddressEqual } from 'viem'
import { findNoAmount, findNoneOf, findOther, findOtherHex, quoteFault, readAmount } from '../differences.js'
import { createRule, faultAt, type Rule, type Verdict } from '../verdict.js'
import type { PaymentCheck } from './checks.js'
import type { PaymentFacts } from './facts.js'
import { paymentRules } from './paymentRules.js'
import type { QuoteFacts } from './quoteFacts.js'

/** The name of a check of a quote: a check that a guard makes too, or one that only quotes have. */
export type QuoteCheck =
  | PaymentCheck
  | 'order'
  | 'orderId'
  | 'shown'
  | 'steps'
  | 'approval'
  | 'deposit'
  | 'effect'

export type QuoteVerdict = Verdict<QuoteCheck, keyof QuoteFacts>

/** The place of an order in its quote. */
export const orderPath = 'protocol.v2.orderData'

export type QuoteRule = Rule<QuoteCheck, QuoteFacts>

const rule = createRule<QuoteCheck, QuoteFacts>()

/** The rules for the order in a quote: those of a guard that a quote can answer, and those for the quote's own fields. */
export const orderRules: readonly QuoteRule[] = [
  rule('orderId', ['shown', 'orderId'], function* ({ shown, orderId }) {
    if (isShown(shown.orderId)) yield* findOtherHex('protocol.v2.orderId', shown.orderId, orderId)
  }),
  rule('order', ['quotedOrder'], function* ({ quotedOrder: { inputs, output } }) {
    if (inputs.length !== 1) yield quoteFault(`${orderPath}.inputs`, inputs, 'exactly one input')
    const path = `${orderPath}.output.payments`
    if (output.payments.length !== 1) yield quoteFault(path, output.payments, 'exactly one payment')
  }),
  rule('signature', ['signed', 'requiredSolver'], function* ({ signed, requiredSolver }) {
    const place = [
      'protocol.v2.orderSignature',
      signed?.signer ?? signed?.signature,
      `the signature of ${requiredSolver}`,
    ] as const
    if (!signed?.signer) yield faultAt(...place, 'InvalidSignature')
    else if (!isAddressEqual(signed.signer, requiredSolver)) yield faultAt(...place, 'UnknownSolver')
  }),
  ...paymentRules.map(inQuote),
  rule('shown', ['shown', 'order', 'ownChain', 'depositories'], function* (facts) {
    const { shown, order, ownChain, depositories } = facts
    const { amount, currency } = order.input.payment
    const { payment } = shown
    const path = 'protocol.v2.paymentDetails'
    for (const [at, found] of [
      ['details.currencyIn.amount', shown.amountIn],
      [`${path}.amount`, payment.amount],
    ] as const) {
      if (isShown(found) && readAmount(found) !== amount) yield quoteFault(at, found, String(amount))
    }
    if (isShown(shown.minimumAmountOut))
      yield* findNoAmount('details.currencyOut.minimumAmount', shown.minimumAmountOut)
    if (isShown(payment.chainId)) yield* findOther(`${path}.chainId`, payment.chainId, ownChain)
    if (isShown(payment.currency)) yield* findOtherHex(`${path}.currency`, payment.currency, currency)
    if (isShown(payment.depository)) yield* findNoneOf(`${path}.depository`, payment.depository, depositories)
  }),
]

/** Whether a quote has an optional field. */
export function isShown(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Adapts a rule for an order, so that its faults name places in the quote. */
function inQuote({ check, needs, find }: Rule<PaymentCheck, PaymentFacts>): QuoteRule {
  return {
    check,
    needs: needs as (keyof QuoteFacts)[],
    *find(facts) {
      for (const fault of find(facts as QuoteFacts & PaymentFacts)) {
        const { path } = fault.place
        yield { ...fault, place: { ...fault.place, path: [orderPath, path].filter(Boolean).join('.') } }
      }
    },
  }
}
