import { overriding } from '../layers.js'
import type { Property, Replacement } from '../types.js'

const shape = (lengths: Record<string, string>) =>
  Object.entries(lengths)
    .map(([field, length]) => `${field}=${length}`)
    .join(',')

const anyState = 'one call from any state, so any number'
const common = { layer: overriding, limitSeconds: 300 }

const signed = {
  ...common,
  contract: 'Signed',
  lengths: shape({
    signature: '{65}',
    'order.inputs': '{0,1,2}',
    'order.inputs[0].payment.chainId': '{4}',
    'order.inputs[0].payment.currency': '{20}',
    'order.inputs[1].payment.chainId': '{4}',
    'order.inputs[1].payment.currency': '{20}',
    'order.output.chainId': '{4}',
    'order.output.payments': '{1}',
    'order.output.payments[0].recipient': '{0}',
    'order.output.payments[0].currency': '{0}',
    'order.output.calls': '{1}',
    'order.output.calls[0]': '{0}',
    'order.output.extraData': '{0}',
    'p.data': '{0}',
  }),
  bound: `${anyState}; an order of 0 to 2 inputs and one native payment, whose one call says what the order says, with empty data, EVM addresses, names of 4 bytes`,
}
const authorizing = {
  ...signed,
  lengths: signed.lengths.replace('{0,1,2}', '{1}'),
  bound: signed.bound.replace('0 to 2 inputs', 'one input'),
}
const naming = {
  ...common,
  contract: 'Signed',
  lengths: 'config.name={4,20},name={4,20}',
  bound: 'one call of setChain, so any number; names of 4 and 20 bytes',
}
const registered = {
  ...common,
  contract: 'Registered',
  lengths: 'signatures.attested={65},signatures.terms={65},terms.authorizedCall={0}',
  bound: `${anyState}; native currency, accounts without code`,
}
const registeredCall = {
  ...registered,
  lengths: `${registered.lengths},p.data={0}`,
  bound: `${anyState}; a call in native currency with empty data, which repeats the attested origin and the registrar's terms, or ends earlier`,
}
const attested = {
  ...common,
  contract: 'Attested',
  lengths: shape({
    signature: '{65}',
    'order.output.chainId': '{4}',
    'order.output.payments': '{1}',
    'order.output.payments[0].recipient': '{0}',
    'order.output.payments[0].currency': '{0}',
    'order.output.calls': '{0}',
    'order.output.extraData': '{0}',
  }),
  bound: `${anyState}; a direct order of one native payment to an account without code, EVM addresses, names of 4 bytes`,
}
const termsHash = {
  ...common,
  contract: 'RegisteredTermsHash',
  lengths: 'terms.authorizedCall={0}',
  bound: 'every bit; a call with empty data',
}
const attestedOrders = (from: string, to: string): Replacement => ({
  file: 'contracts/evidence/AttestedOrders.sol',
  from,
  to,
})
const signedOrders = (from: string, to: string): Replacement => ({
  file: 'contracts/evidence/SignedOrders.sol',
  from,
  to,
})
const registeredTerms = (from: string, to: string): Replacement => ({
  file: 'contracts/evidence/RegisteredTermsEvidence.sol',
  from,
  to,
})

/** The decisions of the other two receivers that differ from `AttestedOrderReceiver`. */
export const overridingProperties: Property[] = [
  {
    ...signed,
    name: 'signedAuthorize_needsARouteForEachInput',
    mutant: signedOrders('if (inputs.length == 0) revert OriginNotAccepted(0, bytes32(0));', ''),
  },
  {
    ...signed,
    name: 'signedAuthorize_needsEachAmountInItsRange',
    mutant: signedOrders(
      '_checkOrigin(chainId, word, payment.amount);',
      'if (i == 0) _checkOrigin(chainId, word, payment.amount);',
    ),
  },
  {
    ...authorizing,
    name: 'signedAuthorize_needsAnActiveSolverThatTheOrderNames',
    mutant: signedOrders(
      '(orderId), signature);\n        _match("solver", _padded(order.solver), _padded(terms.solver));',
      '(orderId), signature);',
    ),
  },
  {
    ...authorizing,
    name: 'signedAuthorize_marksAndMovesNothing',
    mutant: {
      file: 'contracts/SignedOrderReceiver.sol',
      from: '_authorize(call, orderId);',
      to: '_authorize(call, orderId);\n        _settlementStorage().calls[bytes32(order.salt)].isPaid = true;',
    },
  },
  {
    ...naming,
    name: 'signedSetChain_keepsNamesOneToOne',
    mutant: {
      file: 'contracts/libraries/ChainNames.sol',
      from: '(known || oldHash != bytes32(0));',
      to: 'known;',
    },
  },
  {
    ...naming,
    name: 'signedSetChain_raisesTheEpochWhereItNarrows',
    mutant: {
      file: 'contracts/libraries/ChainNames.sol',
      from: 'narrowed = known && chain.isEvm != isEvm;',
      to: 'narrowed = known;',
    },
  },
  {
    ...naming,
    name: 'signedSetChain_marksAndMovesNothing',
    mutant: signedOrders(
      'if (narrowed) _raisePolicyEpoch();',
      // The slot of `FillSettlement`.
      'narrowed;\n        uint256 id = config.chainId;\n        assembly { mstore(0, id) mstore(0x20, 0xf79d48da5358904e7a0e38078f056ee719f713d9a7f398ada3f84e206c5e7300) sstore(keccak256(0, 0x40), 0) }',
    ),
  },
  {
    ...attested,
    name: 'attestedFill_keepsToItsEvidence',
    mutant: attestedOrders(
      '_match("solver", Orders.readProof(order, terms), _padded(terms.solver));',
      'Orders.readProof(order, terms);',
    ),
  },
  {
    ...attested,
    name: 'attestedAuthorize_keepsToItsEvidence',
    lengths: `${attested.lengths.replace('order.output.calls={0}', 'order.output.calls={1}')},order.output.calls[0]={0},p.data={0}`,
    bound: `${anyState}; an order of one native payment, whose one call pays an account without code, with empty data, EVM addresses, names of 4 bytes`,
    limitSeconds: 900,
    mutant: {
      file: 'contracts/FillVerifier.sol',
      from: '_match("originUser", payment.originUser, terms.originUser);',
      to: '',
    },
  },
  {
    ...termsHash,
    name: 'registeredTerms_areThePlainTypedData',
    mutant: registeredTerms(
      'return _hashTypedDataV4(keccak256(encoded));',
      'encoded; return _hashTypedDataV4(TERMS_TYPEHASH);',
    ),
  },
  {
    ...termsHash,
    name: 'registeredTerms_ofACallAreThePlainTypedData',
    lengths: 'terms.authorizedCall={0},p.data={0}',
    mutant: registeredTerms(
      'authorizedCall = Payments.hash(payment, address(this));',
      'authorizedCall = Payments.hash(payment, msg.sender);',
    ),
  },
  {
    ...registered,
    name: 'registeredTerms_needsARegistrarAndASolver',
    mutant: registeredTerms('|| !hasRole(REGISTRAR_ROLE, signer)', ''),
  },
  {
    ...registeredCall,
    name: 'registeredAuthorize_marksNothingAndNamesOneRequest',
    mutant: registeredTerms('if (linked != bytes32(0)) _match("requestId", requestId, linked);', ''),
  },
  {
    ...registeredCall,
    name: 'registeredAuthorize_needsARegistrarAndASolver',
    mutant: registeredTerms(
      '_checkRegistrar(_hashTerms(attestation, registered, terms.id), termsSignature);',
      '',
    ),
  },
  {
    ...registered,
    name: 'registeredTerms_marksItsRequestOnce',
    mutant: {
      file: 'contracts/DirectFills.sol',
      from: 'paid[id] != 0) revert',
      to: 'paid[bytes32(0)] != 0) revert',
    },
  },
  {
    ...registered,
    name: 'registeredPayAuthorized_marksItsRequestOnce',
    lengths: 'p.data={0}',
    bound: `${registered.bound}, empty data`,
    mutant: {
      file: 'contracts/RegisteredTermsReceiver.sol',
      from: '_markPaid(requestId);',
      to: '_markPaid(terms.id);',
    },
  },
  {
    ...common,
    contract: 'Registered',
    name: 'registrar_raisesTheEpochWhenItsRoleIsRevoked',
    bound: anyState,
    mutant: registeredTerms(
      `super.revokeRole(role, account);
        if (role == REGISTRAR_ROLE)`,
      `bool had = hasRole(role, account);
        super.revokeRole(role, account);
        if (had && role == REGISTRAR_ROLE)`,
    ),
  },
]
