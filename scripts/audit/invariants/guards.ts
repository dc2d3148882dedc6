import type { Invariant } from './types.js'

/** The invariants of guards. */
export const guardInvariants: Invariant[] = [
  {
    id: 'G1',
    says: 'A guard pays an order at most once.',
    proof: 'GuardPaying.paySigned_marksOneOrderOnce',
    tests: [
      'duplicate: pays an order once, whatever the kind of evidence',
      'invariant_guard_paysEachOrderOnce',
    ],
  },
  {
    id: 'G2',
    says: "A payment takes the exact amount from its caller to the depository; nobody else's balance changes.",
    proof: 'GuardPaying.paySigned_movesOnlyTheCallersFunds',
    tests: ["deposits a plain token in the payer's name", 'invariant_guard_onlyCallersPay'],
  },
  {
    id: 'G3',
    says: 'After a payment the depository has no allowance of the guard.',
    proof: 'GuardPaying.paySigned_leavesNoAllowance',
    tests: [
      'leaves no allowance, even if the token does not reduce it',
      'invariant_guard_holdsAndGrantsNothing',
    ],
  },
  {
    id: 'G4',
    says: 'A guard holds after a payment what it held before, whatever the token does.',
    proof: 'GuardPaying.paySigned_keepsItsBalancesWithAHostileToken',
    tests: ['must take all of the payment', 'invariant_guard_receiptsAreExact'],
  },
  {
    id: 'G5',
    says: "The depository gets one deposit, in the caller's name: the id, the amount and the currency of the order, which are the payer's.",
    proof: 'GuardEvidence.paySigned_depositsWhatWasSigned',
    tests: ['by payAttested: of another amount'],
  },
  {
    id: 'G6',
    says: 'With an attestation, the order is the attested one.',
    proof: 'GuardEvidence.payAttested_depositsWhatWasAttested',
    tests: ['request id: refuses an order with any part changed after it was signed'],
  },
  {
    id: 'G7',
    says: 'A payment needs the signature of the active solver that the order names.',
    proof: 'GuardEvidence.payAttested_needsAnActiveSolver',
    tests: [
      'signature: refuses an order that names another solver than its signer',
      'invariant_guard_paysOnlyWhatTheRulesAccept',
    ],
  },
  {
    id: 'G8',
    says: "The calls, the fill contract, every recipient and the promised minimum are the payer's; only an order with calls may pay the fill contract.",
    proof: 'GuardEvidence.paySigned_keepsToThePayersOutput',
    tests: ['output: never goes to the fill contract of an order without calls, even if it is listed'],
  },
  {
    id: 'G9',
    says: 'The input is on this chain, and the output on the chain that the payer means.',
    proof: 'GuardEvidence.paySigned_namesTheChainsThatThePayerMeans',
    tests: ['by payAttested: for another chain'],
  },
  {
    id: 'G10',
    says: 'A refund goes to the payer or to whom the payer names: on this chain in the currency paid, on the chain of the output in the currency wanted.',
    proof: 'GuardEvidence.paySigned_refundsAsThePayerAgreed',
    tests: ['refund: refuses a refund to anyone else, at any place'],
  },
  {
    id: 'G11',
    says: 'Only an order that can be settled is paid, and one without a refund on this chain only if the payer allows it (`allowNoRefund`).',
    proof: 'GuardEvidence.paySigned_takesOnlyWhatCanBeSettledAndRefunded',
    tests: ['refund: has at most the payment as its minimum in the paid currency'],
  },
  {
    id: 'G12',
    says: 'No order with calls and exactly one refund is paid.',
    proof: 'GuardEvidence.paySigned_needsMoreThanOneRefundForCalls',
    tests: ["by payAttested: one refund, one payment to the router, and the payer's own call"],
  },
  {
    id: 'G13',
    says: 'Each function of a role needs that role.',
    proof: 'GuardRoles.guardRoles_needTheirRole',
    tests: ['unpausing needs the admin, not the guardian'],
  },
  {
    id: 'G14',
    says: 'A name stands for no chain, or for the first that it stood for.',
    proof: 'GuardRoles.guardSetChain_neverMovesAName',
    tests: ['can be removed, and added again only with the same id and kind'],
  },
  {
    id: 'G15',
    says: 'Nothing is paid or rescued from within a payment.',
    proof: 'GuardRoles.deposit_cannotPayOrRescue',
    tests: ['cannot reenter by payAttested, nor can a token'],
  },
]
