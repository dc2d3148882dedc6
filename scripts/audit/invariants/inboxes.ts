import type { Invariant } from './types.js'

/** The invariants of receivers of inboxes. Where `refundTo` is named, it is that of the inbox's terms. */
export const inboxInvariants: Invariant[] = [
  {
    id: 'I1',
    says: "Until the deadline of its terms, no refund but `refundTo`'s lowers the balance that an inbox has of the terms' token. Others refund to `refundTo` alone.",
    proof: 'InboxRefunds.refund_ofAStrangerLeavesThePayment',
    tests: ['test_refund_ofStrangers', 'invariant_inbox_theRulesHold'],
  },
  {
    id: 'I2',
    says: 'I1 holds for a token with two addresses, too.',
    proof: 'InboxRefunds.refund_ofASecondAddressLeavesThePayment',
    tests: ['test_refund_ofASecondAddress', 'test_refund_ofANativeView'],
  },
  {
    id: 'I3',
    says: 'A refund sends all that the inbox has of one token to the account that it names, and nothing else moves.',
    proof: 'InboxRefunds.refund_bringsAllOfItToOneAccount',
    tests: ['test_refund_ofTheOwner', 'invariant_inbox_nothingIsLost'],
  },
  {
    id: 'I4',
    says: 'A claim needs the signature of an active solver over an order that names this solver.',
    proof: 'InboxClaims.claim_needsAnActiveSolverThatTheOrderNames',
    tests: ['test_signer'],
  },
  {
    id: 'I5',
    says: "The order of a claim pays this inbox in the terms' token. The claim keeps to both deadlines and both minimums, and to the `claimer`.",
    proof: 'InboxClaims.claim_keepsToTheOrderAndTheTerms',
    tests: ['test_anotherAccountsOrder', 'test_claimer', 'test_claim_minimum', 'test_claim_deadline'],
  },
  {
    id: 'I6',
    says: 'A claim pays the recipient of the terms and nobody else, and changes no balance of the receiver. Its credit is what left the inbox.',
    proof: 'InboxClaims.claim_bringsTheBalanceToTheRecipientAlone',
    tests: [
      'test_claim_passesOn',
      'invariant_inbox_creditsAreBacked',
      'invariant_inbox_theReceiverHoldsNothing',
    ],
  },
  {
    id: 'I7',
    says: 'A claim raises the count of its inbox by one, and a refund changes no count, so no id of a claim repeats.',
    proof: 'InboxClaims.claim_countsOnceForItsInboxAlone',
    tests: ['test_claim_passesOn', 'invariant_inbox_idsNeverRepeat'],
  },
]
