// A sentence for each property, for `npm run prove -- --list`.

/** The sentences by harness contract and function. */
export const sentences: Record<string, string> = {
  'SignatureForms.tryRecover_ofSixtyFiveBytes':
    '65 bytes recover what the precompile recovers, for s in the lower half and v 27 or 28; else nobody',
  'SignatureForms.tryRecover_ofSixtyFourBytes':
    '64 bytes recover what the same signature in 65 bytes recovers',
  'SignatureForms.tryRecover_agreesWithOpenZeppelin': "OpenZeppelin's library recovers the same signer",
  'SignatureForms.tryRecover_ofOtherLengths': 'Other lengths recover nobody',
  'SignatureForms.recover_revertsOrFindsTheSignerOfTheDigest':
    '`recover` reverts exactly where nobody is recovered',
  'SignatureForms.digest_isThePlainOne': 'Hash and digest are those of plain Solidity',
  'Reading.readOutput_readsOnePaymentAsPlainSolidity':
    'Hash and terms of an output are those of plain Solidity',
  'Reading.readOutput_readsTwoPaymentsAsPlainSolidity':
    'Hash and terms of an output are those of plain Solidity',
  'Reading.readOutput_readsCallsAsPlainSolidity': 'Hash and terms of an output are those of plain Solidity',
  'Reading.readOutput_readsNamesAndExtraDataAsPlainSolidity':
    'Hash and terms of an output are those of plain Solidity',
  'Reading.readProof_isTheOrderIdOfPlainSolidity':
    "A proof's order id is that of plain Solidity, and its solver the one that was hashed",
  'Reading.paymentHash_isThePlainOne':
    "A payment's hash is `keccak256(abi.encode(chain, receiver, selector, p))`",
  'Reading.tryDecode_findsTheCallThatWasEncoded': 'The call that was encoded is the call that is found',
  'ReadingPayment.readPaymentOrder_readsRefundsAsPlainSolidity':
    "The order id and the chains' names that a guard reads are those of plain Solidity",
  'ReadingPayment.readPaymentOrder_readsPaymentsAsPlainSolidity':
    "The order id and the chains' names that a guard reads are those of plain Solidity",
  'Paying.fill_needsAnActiveSolverAndNoFailure':
    'A fill needs an active solver, no failure, no pause, a deadline ahead, and an id that is not marked',
  'Paying.fill_marksOneId': 'A fill marks its id and nothing else',
  'Paying.fill_movesOnlyTheCallersFundsToTheRecipient':
    "A fill takes exactly the amount from its caller to the recipient; nobody else's balance changes, the receiver's included",
  'Authorizing.payAuthorized_needsAnAuthorizationOfThisEpoch':
    'A call is paid only while authorized in this epoch by an active solver, within its range and deadline, and not paid before; otherwise it is returned, or reverts',
  'Authorizing.payAuthorized_paysOrRevertsOnceAuthorized':
    'A call that was authorized, in any epoch and by any solver, is paid or reverts; one that never was is returned or reverts',
  'Authorizing.payAuthorized_marksOneCall': 'A payment marks its call and nothing else',
  'Authorizing.payAuthorized_movesOnlyTheCallersNative':
    'In a payment of a call only the balances of the caller and of the recipient, or of `refundTo` when unpaid, change',
  'Authorizing.payAuthorized_movesOnlyTheCallersTokens':
    'In a payment of a call only the balances of the caller and of the recipient, or of `refundTo` when unpaid, change',
  'Authorizing.payAuthorized_bringsNativeToWhomItNames':
    'The whole payment arrives at the recipient, or at `refundTo` when unpaid, and is within its range',
  'Authorizing.payAuthorized_bringsTokensToWhomItNames':
    'The whole payment arrives at the recipient, or at `refundTo` when unpaid, and is within its range',
  'Authorizing.authorizeFill_marksAndMovesNothing': '`authorizeFill` marks nothing and moves nothing',
  'Authorizing.authorizeFill_needsAnActiveSolverAndNoFailure':
    '`authorizeFill` needs an active solver and no failure, and changes one call, which is not paid',
  'Authorizing.authorizeFill_leavesAnActiveSolver':
    'Whatever a call rested on, after `authorizeFill` it rests on a solver that is active',
  'Authorizing.authorizeFill_keepsTheSolverThatLasts':
    'Of two active solvers in one epoch the one whose window ends last is kept',
  'Roles.roles_markAndMoveNothing':
    "No role's function marks anything, changes an authorization, or moves funds",
  'Roles.rescue_marksNothingAndMovesOwnFunds':
    "`rescue` marks nothing, takes nobody's funds but the receiver's, and needs its role",
  'Roles.epoch_neverFalls': 'The epoch never falls',
  'Roles.rescue_reachesNoRecipientsContract':
    '`rescue` to a contract that the list names, or to any while a root is set, needs the administrator',
  'Roles.epoch_risesWhenARouteRefusesMore': 'The epoch rises when a route refuses an amount that it accepted',
  'Roles.epoch_risesWhenATokenIsTakenLess':
    'The epoch rises when the list refuses an amount of a token that it took',
  'Roles.epoch_risesWhenARecipientIsRemovedOrItsHookChanges':
    'The epoch rises when a recipient is removed, its hook changes, the root changes, or one is listed beside a root',
  'Roles.epoch_risesWhenARouterIsRemovedOrARecipientIsForbidden':
    'The epoch rises when a router is removed, or who may be a recipient becomes a router or is reserved',
  'Roles.epoch_risesForNothingElse':
    'The epoch rises for nothing else: not for solvers, roles, the pause, strangers, widening, or setting what is set',
  'Reentering.hook_cannotPayOrAuthorize': "A hook can't pay, authorize or rescue",
  'Reentering.hookOfACall_cannotPayOrAuthorize': "A hook can't pay, authorize or rescue",
  'Reentering.hook_thatChangesThePolicyMarksNothingElse':
    "A hook that changes the policy marks nothing else, and moves nothing of the receiver's",
  'Sequences.fill_paysEachIdOnce': 'Of two fills of one id, the second reverts',
  'Sequences.payAuthorized_paysEachCallOnce': 'Of two payments of one call, the second reverts',
  'Sequences.payAuthorized_neverAfterANarrowing': 'After a narrowing, an earlier authorization is not paid',
  'Sequences.authorizeFill_neverAfterThePayment': 'A paid call is not authorized again',
  'ThreeCalls.fill_paysEachIdOnceWhateverThePolicyDoes':
    'Of two fills of one id, the second reverts, whatever the policy does between',
  'ThreeCalls.payAuthorized_paysOnlyInTheEpochOfItsEvidence':
    'Evidence authorizes a call, a route changes or a solver is revoked, and the call is paid in the same epoch with its solver active, or reverts',
  'Hostile.fill_withAHostileTokenKeepsOwnBalances':
    'When something is paid, a token that lies leaves the receiver with what it had, in that token by its own word and in others; its answers were true or empty',
  'Hostile.payAuthorized_withAHostileTokenKeepsOwnBalances':
    'When something is paid, a token that lies leaves the receiver with what it had, in that token by its own word and in others; its answers were true or empty',
  'Hostile.fill_withAHostileTokenNeedsAMeasuredArrival':
    "Nothing is marked unless at least the minimum arrived, by the token's own word, unless it is 0, and the list takes what arrived",
  'Hostile.payAuthorized_withAHostileTokenNeedsAMeasuredArrival':
    "Nothing is marked unless at least the minimum arrived, by the token's own word, unless it is 0",
  'Telling.payAuthorized_tellsTheHookWhatArrived':
    "The hook that the evidence named is called once for a payment and never for a returned one, with the payment's data, after the money arrived",
  'Telling.fill_tellsTheHookOnce':
    "The hook that the evidence named is called once for a payment and never for a returned one, with the payment's data, after the money arrived",
  'Keeping.fill_keepsToTheRules':
    "A fill's evidence agrees with the rules: this chain and its name, the order's own request, a route and its range, a recipient that is listed and not reserved",
  'Keeping.authorizeFill_keepsToTheRules':
    "An authorization's evidence agrees with the rules too; it keeps whether the recipient has a hook",
  'Keeping.payments_changeNoPolicy':
    'Fills, payments, authorizations and `rescue` change no role, solver, route, token, recipient, router, pause or epoch',
  'Keeping.payments_authorizeNothing': 'Only `authorizeFill` changes an authorization',
  'Keeping.isPaid_reportsEachWay':
    '`isPaid` is true for an id that was marked and for a call that was paid, `isCallPaid` for such a call; for nothing else',
  'Keeping.payAuthorized_returnsToNobodyElse':
    'Nothing is returned to a reserved address, a router, a hook, the token or the receiver',
  'Keeping.payAuthorized_returnsNativeToNoContract': 'Native currency is returned to no contract',
  'Keeping.payAuthorized_returnsTokensToNoRecipientsContract':
    'No token is returned to a contract that the list names, or to any while a root is set',
  'Keeping.payAuthorized_returnsOnlyWhatTheListTakes':
    "What is returned is of a listed token, and its call's range within the token's",
  'Keeping.fill_bringsWhatTheListTakes': 'A fill brings an amount that the list takes of its token',
  'Keeping.authorizeFill_needsWhatTheListTakes':
    "A call is authorized only for a listed token, and with its range within the token's",
  'Roles.roles_needTheirRole': 'Each function of a role needs it',
  'Attested.attestedFill_keepsToItsEvidence':
    '`AttestedOrderReceiver` with nothing replaced: a fill needs a signature over the attestation by the active solver that the order names, and what the rules require of it',
  'Attested.attestedAuthorize_keepsToItsEvidence':
    'An authorization needs the same, and its call repeats the attested origin',
  'RegisteredTermsHash.registeredTerms_areThePlainTypedData':
    'What a registrar signs is EIP-712 in plain Solidity',
  'RegisteredTermsHash.registeredTerms_ofACallAreThePlainTypedData':
    'What a registrar signs is EIP-712 in plain Solidity',
  'Roles.solver_isNeverTheZeroAddress': 'The zero address is never a solver',
  'Roles.route_isNeverOfNoChain': 'No route is of chain 0',
  'Registered.registeredTerms_marksItsRequestOnce':
    "A registrar's terms are used at most once: a fill marks its request, which was not marked, and nothing else",
  'Registered.registeredPayAuthorized_marksItsRequestOnce':
    "An authorized call's request, which was not marked, is marked with its payment",
  'Registered.registeredTerms_needsARegistrarAndASolver':
    'A fill needs an active solver, an account that is a registrar now, an amount within its terms, their deadline ahead, and a listed recipient',
  'Registered.registeredAuthorize_needsARegistrarAndASolver':
    'An authorization by registered terms needs an active solver, an account that is a registrar now, an amount within the terms, their deadline ahead, and a listed recipient',
  'Registered.registeredAuthorize_marksNothingAndNamesOneRequest':
    'An authorization by registered terms marks nothing, and names the attested request for that call alone, which named none or this one',
  'Registered.registrar_raisesTheEpochWhenItsRoleIsRevoked':
    "The epoch rises when the registrar's role is revoked, of any account, and not when it is renounced or granted, or another role is revoked",
  'Signed.signedAuthorize_needsARouteForEachInput':
    'A signed order has inputs, and each is on an accepted route',
  'Signed.signedAuthorize_needsEachAmountInItsRange':
    "Each amount of a signed order's inputs lies in its own route's range",
  'Signed.signedAuthorize_needsAnActiveSolverThatTheOrderNames':
    'An authorization needs a signature of the solver that the order names, which is active, and an amount that the list takes',
  'Signed.signedAuthorize_marksAndMovesNothing': 'An authorization by a signed order marks and moves nothing',
  'Signed.signedSetChain_marksAndMovesNothing': '`setChain` of a receiver marks and moves nothing',
  'Signed.signedSetChain_keepsNamesOneToOne': 'Two names never stand for one chain',
  'Signed.signedSetChain_raisesTheEpochWhereItNarrows':
    "The epoch rises when a chain's known name is removed or its `isEvm` changes, and not when a name is new or set as it is",
  'GuardPaying.paySigned_marksOneOrderOnce': 'A guard pays an order at most once, and marks nothing else',
  'GuardPaying.paySigned_movesOnlyTheCallersFunds':
    "A guard takes exactly the amount from its caller to the depository; nobody else's balance changes, the guard's included",
  'GuardPaying.paySigned_changesNoPolicy':
    'A payment changes no role, solver, name of a chain, pause or depository',
  'GuardPaying.paySigned_leavesNoAllowance':
    'After a payment the depository has no allowance; no other allowance of the guard changes',
  'GuardPaying.paySigned_keepsItsBalancesWithAHostileToken':
    "With a token that lies, the guard's balances are those before; every answer was true or empty; the whole amount arrived, here and at the depository, unless it is 0",
  'GuardEvidence.paySigned_depositsWhatWasSigned':
    "The depository gets one deposit: the order's id, amount and currency, which are the payer's, in the caller's name",
  'GuardEvidence.payAttested_depositsWhatWasAttested':
    "With an attestation the depository gets the same deposit, and all seven attested words are the order's and the payer's",
  'GuardEvidence.paySigned_needsAnActiveSolver':
    'A payment needs a signature of the solver that the order names, which is active; no pause; a deadline ahead',
  'GuardEvidence.payAttested_needsAnActiveSolver':
    'A payment needs a signature of the solver that the order names, which is active; no pause; a deadline ahead',
  'GuardEvidence.paySigned_keepsToThePayersOutput':
    "The calls, the fill contract, every recipient, and the promised minimum are the payer's",
  'GuardEvidence.paySigned_keepsToThePayersOutputOfTwoPayments':
    "The calls, the fill contract, every recipient, and the promised minimum are the payer's",
  'GuardEvidence.paySigned_namesTheChainsThatThePayerMeans':
    "The input is on this chain, and the output on the payer's destination",
  'GuardEvidence.paySigned_refundsAsThePayerAgreed':
    'A refund goes to the payer or to its `refundTo`, in a currency of the payment, on a known chain',
  'GuardEvidence.paySigned_takesOnlyWhatCanBeSettledAndRefunded':
    "A guard pays a v1 order with a weight that outlasts now and the payer's minimum, with a refund here unless the payer needs none; no refund ends earlier or asks for more than is paid",
  'GuardEvidence.paySigned_needsMoreThanOneRefundForCalls':
    'A guard pays no order with calls and one refund, which the depository may pay without them.',
  'GuardEvidence.paySigned_refundsNameNoFillContractButThePayers':
    "A refund's extraData is empty or one that the payer named",
  'GuardRoles.guardRoles_needTheirRole': "Each function of a guard's role needs it",
  'GuardRoles.guardRoles_markAndMoveNothing':
    "No role's function of a guard marks, moves or approves anything, or changes depository or chain",
  'GuardRoles.guardRescue_marksNothingAndMovesOwnFunds':
    "A guard's `rescue` marks nothing, takes nobody's funds but the guard's, and needs its role",
  'GuardRoles.guardSetChain_neverMovesAName':
    'A name stands for no chain, or for the first that it stood for',
  'GuardRoles.guardSetChain_keepsNamesOneToOne': 'Two names never stand for one chain',
  'GuardRoles.guardSetRecipient_changesOneEntry':
    'Listing a recipient changes that entry alone; 20 bytes and the same ones padded to 32 are two',
  'GuardRoles.guardSetChain_keepsTheOwnName':
    "The guard's own name keeps its chain, and no other name gets it",
  'GuardRoles.deposit_cannotPayOrRescue': "A depository can't pay or rescue from within a deposit",
  'InboxRefunds.refund_ofAStrangerLeavesThePayment':
    "Only `refundTo` lowers an inbox's balance of the terms' token by a refund before the deadline; others refund to `refundTo` alone",
  'InboxRefunds.refund_ofASecondAddressLeavesThePayment':
    "A stranger's refund leaves the payment, also by another address of the terms' token",
  'InboxRefunds.refund_bringsAllOfItToOneAccount':
    "A refund sends all that the inbox has of one currency to the account that it names; nobody else's balance changes, the receiver's included",
  'InboxClaims.claim_needsAnActiveSolverThatTheOrderNames':
    'A claim needs a signature of the solver that the order names, which is active',
  'InboxClaims.claim_keepsToTheOrderAndTheTerms':
    'The order of a claim pays this inbox in its token; both deadlines lie ahead, both minimums are reached, and the caller is the `claimer` if there is one',
  'InboxClaims.claim_keepsToThePolicy':
    'A claim needs no pause, this chain by its name, a route and its range, a recipient that is listed and not reserved, the hook that the list has, and an amount that the list takes',
  'InboxClaims.claim_bringsTheBalanceToTheRecipientAlone':
    "A claim credits the balance, up to the list's maximum; exactly this leaves the inbox and arrives at the recipient; nobody else's balance changes, the receiver's included",
  'InboxClaims.claim_countsOnceForItsInboxAlone':
    'A claim raises the count of its inbox by one, and no other count',
  'InboxClaims.claimId_isOfOneClaim': 'The ids of two claims differ',
  'InboxHooks.claim_tellsTheHookOfOneClaim':
    "The hook is called once for a claim, with the claim's id, no origin, the credit and the data of the terms, after the money arrived",
  'InboxOthers.roles_leaveInboxesAlone':
    'Eight functions of roles, `rescue` among them, move nothing of an inbox, and count no claim',
  'InboxOthers.refund_leavesOtherInboxesAndClaimsAlone':
    'A refund moves nothing of another inbox, and changes no count',
  'InboxOthers.inbox_obeysItsReceiverAlone':
    'Whoever calls an inbox, if it is not its receiver, moves nothing of it; what it brings stays',
}
