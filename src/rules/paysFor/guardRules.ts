import { pad } from 'viem'
import { findSignerFaults } from '../signer.js'
import { createRule, fault, type Rule } from '../verdict.js'
import type { PaymentCheck } from './checks.js'
import type { PaymentFacts } from './facts.js'
import { paidRecipientRule, paymentRules } from './paymentRules.js'

const rule = createRule<PaymentCheck, PaymentFacts>()

/** The rules of a guard: those that only a guard or an attestation can answer, and those of every payment. */
export const guardRules: readonly Rule<PaymentCheck, PaymentFacts>[] = [
  rule('paused', ['isPaused'], function* ({ isPaused }) {
    if (isPaused) yield fault('EnforcedPause')
  }),
  rule('signature', ['signed', 'solver'], findSignerFaults),
  rule('payer', ['attestation', 'payer'], function* ({ attestation, payer }) {
    if (!attestation || attestation.originUser === pad(payer).toLowerCase()) return
    yield fault('PayerMismatch', payer, attestation.originUser)
  }),
  rule('requestId', ['attestation', 'orderId'], function* ({ attestation, orderId }) {
    if (!attestation || attestation.requestId === orderId) return
    yield fault('OrderMismatch', orderId, attestation.requestId)
  }),
  ...paymentRules.filter((each) => each !== paidRecipientRule),
  rule('recipient', ['order', 'chains', 'agreed', 'isRecipientAllowed'], function* (facts) {
    const { order, chains, agreed, isRecipientAllowed } = facts
    if (!isRecipientAllowed)
      yield fault('OutputRecipientNotAllowed', chains[order.output.chainId]?.id, agreed.recipient)
  }),
  paidRecipientRule,
  rule('duplicate', ['orderId', 'isPaid'], function* ({ orderId, isPaid }) {
    if (isPaid) yield fault('RequestAlreadyPaid', orderId)
  }),
  rule('payment', ['inputCurrency', 'inputAmount', 'available', 'payer', 'guard'], function* (facts) {
    const { inputCurrency, inputAmount, available, payer, guard } = facts
    const { least } = inputAmount
    if (available < least) yield fault('TokenTransferFailed', inputCurrency, payer, guard, least)
  }),
]
