import { properties } from '../prove/properties.js'
import type { Property } from '../prove/types.js'
import { read } from './scope.js'

/** What holds in every state, for every call. */
export type Invariant = {
  /** Its number, by which reports name it. */
  id: string
  says: string
  /** The property that proves it, and whose mutant breaks it. */
  proof: string
  /** Titles of tests; the first notices the mutant. */
  tests: [string, ...string[]]
}

export const invariants: Invariant[] = [
  {
    id: 'R1',
    says: 'A call is paid at most once.',
    proof: 'Sequences.payAuthorized_paysEachCallOnce',
    tests: ['accepts evidence in which nothing is wrong, once', 'invariant_paidOnce'],
  },
  {
    id: 'R2',
    says: 'A call that was paid is never authorized again.',
    proof: 'Sequences.authorizeFill_neverAfterThePayment',
    tests: ['accepts evidence in which nothing is wrong, once'],
  },
  {
    id: 'R3',
    says: 'An order or a request is filled directly at most once.',
    proof: 'Sequences.fill_paysEachIdOnce',
    tests: ['pay it once: both direct', 'testFuzz_fill_paysOnce'],
  },
  {
    id: 'R4',
    says: "A registrar's request is paid once, by whatever terms.",
    proof: 'Registered.registeredPayAuthorized_marksItsRequestOnce',
    tests: ['pay it once: two authorized calls, in either order'],
  },
  {
    id: 'R5',
    says: "A call belongs to one of a registrar's requests for good.",
    proof: 'Registered.registeredAuthorize_marksNothingAndNamesOneRequest',
    tests: ['are not one payment for two requests'],
  },
  {
    id: 'R6',
    says: 'A call that was ever authorized is paid or reverts. Only one that never was is returned.',
    proof: 'Authorizing.payAuthorized_paysOrRevertsOnceAuthorized',
    tests: [
      'are paid after a narrowing once their evidence is presented again, also while it is paused',
      'invariant_returnsNoCallThatWasAuthorized',
    ],
  },
  {
    id: 'R7',
    says: 'A call is paid only in the epoch of its evidence, by a solver that is active now, within its range and its deadline.',
    proof: 'Authorizing.payAuthorized_needsAnAuthorizationOfThisEpoch',
    tests: [
      'are paid after a narrowing once their evidence is presented again, also while it is paused',
      'invariant_onlyActiveSolversCount',
    ],
  },
  {
    id: 'R8',
    says: 'After `authorizeFill` the call rests on a solver that is active.',
    proof: 'Authorizing.authorizeFill_leavesAnActiveSolver',
    tests: ['are paid by another solver that is active now, however long the window of the stored one'],
  },
  {
    id: 'R9',
    says: 'Of two active solvers of one epoch, the one whose window ends last is kept.',
    proof: 'Authorizing.authorizeFill_keepsTheSolverThatLasts',
    tests: ['are paid by another solver that is active now, however long the window of the stored one'],
  },
  {
    id: 'R10',
    says: 'A payment marks its own call and nothing else. A return marks nothing.',
    proof: 'Authorizing.payAuthorized_marksOneCall',
    tests: [
      'may be many, by anybody, before the call is authorized and paid once',
      'invariant_returnsMarkNothing',
    ],
  },
  {
    id: 'R11',
    says: 'A return brings all that its caller brought to `refundTo`.',
    proof: 'Authorizing.payAuthorized_bringsTokensToWhomItNames',
    tests: [
      'go to refundTo when nobody authorized the call, and it gives 0',
      'invariant_returnsOnlyWhatNobodyAuthorized',
    ],
  },
  {
    id: 'R12',
    says: 'Nothing is returned to the receiver, the token, a router, a reserved address or a hook.',
    proof: 'Keeping.payAuthorized_returnsToNobodyElse',
    tests: ['to a guard, a depository, an approval proxy: whatever is reserved'],
  },
  {
    id: 'R13',
    says: 'Native currency is returned to no contract; an account that delegates (EIP-7702) is none.',
    proof: 'Keeping.payAuthorized_returnsNativeToNoContract',
    tests: ['tell an account that delegates from every other code, where nobody lists it'],
  },
  {
    id: 'R14',
    says: 'No token is returned to a contract that the list names, or to any contract while a root is set.',
    proof: 'Keeping.payAuthorized_returnsTokensToNoRecipientsContract',
    tests: ['to any contract while recipients are in a tree, listed or not'],
  },
  {
    id: 'R15',
    says: "A return is of a listed token, and its call's range lies within the token's.",
    proof: 'Keeping.payAuthorized_returnsOnlyWhatTheListTakes',
    tests: ['need a token that is on the list, and a range within its own'],
  },
  {
    id: 'R16',
    says: 'A signature counts in its two forms alone, with a low s.',
    proof: 'SignatureForms.tryRecover_ofSixtyFiveBytes',
    tests: ['takes a signature in its two forms alone', 'testFuzz_recover_refusesHighS'],
  },
  {
    id: 'R17',
    says: "What is read from an order is what was hashed into the order's id.",
    proof: 'Reading.readProof_isTheOrderIdOfPlainSolidity',
    tests: [
      'are all of their signed parts: an order with any of them changed is another',
      'testFuzz_hash_everyBitOfTheProofCounts',
    ],
  },
  {
    id: 'R18',
    says: 'The hash of a call binds the chain, the receiver and each of its arguments.',
    proof: 'Reading.paymentHash_isThePlainOne',
    tests: ['is in the hash of a call', 'pays nothing but the call that was authorized, word for word'],
  },
  {
    id: 'R19',
    says: 'A signed order authorizes only if the active solver that it names signed it.',
    proof: 'Signed.signedAuthorize_needsAnActiveSolverThatTheOrderNames',
    tests: ['refuses an order of another solver than its signer'],
  },
  {
    id: 'R20',
    says: "Each input of a signed order is on an accepted route, its amount in that route's range.",
    proof: 'Signed.signedAuthorize_needsEachAmountInItsRange',
    tests: ['lie each in the range of their own route, both ends included'],
  },
  {
    id: 'R21',
    says: 'An attested order is filled only if the active solver that it names attested its id.',
    proof: 'Attested.attestedFill_keepsToItsEvidence',
    tests: ["is refused with another solver's attestation of the same order"],
  },
  {
    id: 'R22',
    says: 'Registered terms count only if an account that is a registrar now signed them.',
    proof: 'Registered.registeredTerms_needsARegistrarAndASolver',
    tests: ['must be one: neither a stranger, nor the solver, nor the administrator'],
  },
  {
    id: 'R23',
    says: 'Evidence is for this chain, by its id and by its name; its recipient is listed and not reserved.',
    proof: 'Keeping.fill_keepsToTheRules',
    tests: ['refuses an attestation for another chain'],
  },
  {
    id: 'R24',
    says: "A call is authorized only for a listed token, and its range lies within the token's.",
    proof: 'Keeping.authorizeFill_needsWhatTheListTakes',
    tests: ["accepts both ends of the list's range"],
  },
  {
    id: 'R25',
    says: 'A payment takes from its caller alone, and brings what it took to the recipient.',
    proof: 'Authorizing.payAuthorized_movesOnlyTheCallersTokens',
    tests: ['takes a plain token and passes all of it on', 'invariant_onlyPayersPay'],
  },
  {
    id: 'R26',
    says: 'A receiver holds after a payment what it held before, whatever the token does.',
    proof: 'Hostile.payAuthorized_withAHostileTokenKeepsOwnBalances',
    tests: ['refuses a token that keeps here what it should pass on', 'invariant_inflowEqualsOutflow'],
  },
  {
    id: 'R27',
    says: "Nothing is marked paid unless the minimum arrived, as measured by the token's own word.",
    proof: 'Hostile.payAuthorized_withAHostileTokenNeedsAMeasuredArrival',
    tests: ['refuses a token that takes but credits nothing', 'testFuzz_fill_deliversExactly'],
  },
  {
    id: 'R28',
    says: 'What a direct fill brings is within the range of its token.',
    proof: 'Keeping.fill_bringsWhatTheListTakes',
    tests: ['refuses an amount that the list does not take, as it came'],
  },
  {
    id: 'R29',
    says: 'A hook that the evidence named runs once for a payment and never for a return. It runs after the money arrived, and is told the measured amount.',
    proof: 'Telling.payAuthorized_tellsTheHookWhatArrived',
    tests: ['is told exactly what arrived, after it arrived: native', 'invariant_reachesOnlyThroughEvidence'],
  },
  {
    id: 'R30',
    says: 'Nothing is paid, authorized or rescued from within a payment.',
    proof: 'Reentering.hookOfACall_cannotPayOrAuthorize',
    tests: ['are rescued once, even when the token reenters'],
  },
  {
    id: 'R31',
    says: 'The epoch rises when a route refuses what it accepted.',
    proof: 'Roles.epoch_risesWhenARouteRefusesMore',
    tests: ['raise the epoch when an amount is refused that was accepted, and only then'],
  },
  {
    id: 'R32',
    says: 'The epoch rises when a token is taken less.',
    proof: 'Roles.epoch_risesWhenATokenIsTakenLess',
    tests: ['raise the epoch when an amount is refused that was accepted, and only then'],
  },
  {
    id: 'R33',
    says: 'The epoch rises when a recipient is removed, its hook or the root changes, or one is listed beside a root.',
    proof: 'Roles.epoch_risesWhenARecipientIsRemovedOrItsHookChanges',
    tests: ['raise the epoch when one is listed, who may have been in the tree with another hook'],
  },
  {
    id: 'R34',
    says: 'The epoch rises when a router is removed, or who may be a recipient becomes a router or is reserved.',
    proof: 'Roles.epoch_risesWhenARouterIsRemovedOrARecipientIsForbidden',
    tests: ['can not be paid, and raise the epoch where they may be recipients, or were a router'],
  },
  {
    id: 'R35',
    says: 'The epoch rises for nothing else: a routine change stops no payment in flight.',
    proof: 'Roles.epoch_risesForNothingElse',
    tests: ['can not be paid, and raise the epoch where they may be recipients, or were a router'],
  },
  {
    id: 'R36',
    says: "The epoch rises when the administrator revokes a registrar's role.",
    proof: 'Registered.registrar_raisesTheEpochWhenItsRoleIsRevoked',
    tests: ['takes with its role what was authorized on its word, when the administrator says so'],
  },
  {
    id: 'R37',
    says: 'Each function of a role needs that role.',
    proof: 'Roles.roles_needTheirRole',
    tests: ['let POLICY alone call setSolver'],
  },
  {
    id: 'R38',
    says: "A rescue moves the receiver's own balance, and reaches no recipient's contract unless the administrator makes it.",
    proof: 'Roles.rescue_reachesNoRecipientsContract',
    tests: ['rescue by the same rule: to no contract that may be a recipient, but by who could list it'],
  },
  {
    id: 'R39',
    says: 'Two names of origin chains never stand for one chain.',
    proof: 'Signed.signedSetChain_keepsNamesOneToOne',
    tests: ['refuses a name or an id that is taken, and what makes no sense'],
  },
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
    tests: ['passes a plain token on, in the name of the payer', 'invariant_guard_onlyCallersPay'],
  },
  {
    id: 'G3',
    says: 'After a payment the depository has no allowance of the guard.',
    proof: 'GuardPaying.paySigned_leavesNoAllowance',
    tests: [
      'leaves no allowance behind, though the token uses none up',
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
    tests: ['must have the order’s currency and amount, exactly'],
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
    says: "The calls, the fill contract, every recipient and the promised minimum are the payer's.",
    proof: 'GuardEvidence.paySigned_keepsToThePayersOutput',
    tests: ['output: never goes to the fill contract of an order without calls, though it is listed'],
  },
  {
    id: 'G9',
    says: 'The input is on this chain, and the output on the chain that the payer means.',
    proof: 'GuardEvidence.paySigned_namesTheChainsThatThePayerMeans',
    tests: ['by payAttested: for another chain'],
  },
  {
    id: 'G10',
    says: 'A refund goes to the payer or to whom the payer names, in a currency of the payment.',
    proof: 'GuardEvidence.paySigned_refundsAsThePayerAgreed',
    tests: ['refund: refuses a refund to somebody else, at any place'],
  },
  {
    id: 'G11',
    says: 'Only an order that can be settled and refunded is paid.',
    proof: 'GuardEvidence.paySigned_takesOnlyWhatCanBeSettledAndRefunded',
    tests: ['refund: asks for no more than is paid, in the same currency'],
  },
  {
    id: 'G12',
    says: 'No order with calls and one refund is paid.',
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
    tests: ['are removed, and come back as they were alone'],
  },
  {
    id: 'G15',
    says: 'Nothing is paid or rescued from within a payment.',
    proof: 'GuardRoles.deposit_cannotPayOrRescue',
    tests: ['can not reenter by payAttested, nor can a token'],
  },
]

/** The property that proves an invariant. */
export function findProperty({ id, proof }: Invariant): Property {
  const property = properties.find(({ contract, name }) => `${contract}.${name}` === proof)
  if (!property) throw new Error(`${id}: there is no property ${proof}`)
  return property
}

/** The function that keeps an invariant: the one that its mutant changes. */
export function findKeeper(invariant: Invariant): string {
  const { file, from } = findProperty(invariant).mutant
  const source = read(file)
  const end = source.indexOf(from) + from.length
  const name = [...source.matchAll(/function (\w+)/g)].filter(({ index }) => index < end).at(-1)?.[1]
  if (!name) throw new Error(`${invariant.id}: ${file} has no function there`)
  return name
}
