import type { Mutants } from '../types.js'
import { inboxTests, parityTests, receiverTests } from './tests.js'

export const evidence: Mutants[] = [
  {
    file: 'contracts/evidence/OrderEvidence.sol',
    tests: [...receiverTests, ...parityTests],
    edits: {
      'an order of another contract is direct': ['if (!terms.isDirect) {', 'if (false) {'],
      'an order without a payment is direct': ['if (terms.minimum == 0) {', 'if (false) {'],
      'any contract as router': [
        '!(named ? isRouter(payee) : extraData.length == 0)',
        '!(named || extraData.length == 0)',
      ],
      'a fill contract of any length': [
        '!(named ? isRouter(payee) : extraData.length == 0)',
        '!(!named || isRouter(payee))',
      ],
      'several calls here': [' || callsHere != 1 || ', ' || callsHere == 0 || '],
      'the first of several calls': [
        'if (to == address(this)) (callHere',
        'if (to == address(this) && callsHere == 0) (callHere',
      ],
      'calls of any contract': ['if (to == address(this)) (callHere', '(callHere'],
      'the value of a call is lost': ['(data, callsHere + 1, value)', '(data, callsHere + 1, 0)'],
      'payments of the order go anywhere': ['_checkPayments(output.payments, terms.recipient, payee);', ''],
      'payments to anyone but the router': ['if (paid != payee) _match', 'if (paid == payee) _match'],
      'a value that the call does not take': [
        '_checkPayment(terms, terms.token == address(0) ? value : terms.minimum, value);',
        '',
      ],
      'addresses of 20 bytes and more': ['if (raw.length != 20)', 'if (raw.length < 20)'],
      'dirty fill contracts': [' && uint256(bytes32(extraData)) >> 160 == 0', ''],
    },
  },
  {
    file: 'contracts/evidence/AttestedOrders.sol',
    tests: receiverTests,
    edits: {
      'any solver of the order': [
        '_match("solver", Orders.readProof(order, terms), _padded(terms.solver));',
        'Orders.readProof(order, terms);',
      ],
      'user and currency swapped': [
        'terms.originUser = attestation.originUser; terms.originCurrency = attestation.originCurrency;',
        'terms.originUser = attestation.originCurrency; terms.originCurrency = attestation.originUser;',
      ],
      'the amount of the call for the amount sent': ['attestation.originAmount', 'terms.minimum'],
    },
  },
  {
    file: 'contracts/evidence/SignedOrders.sol',
    tests: [...receiverTests, ...inboxTests],
    edits: {
      'the order id without a prefix': ['MessageHashUtils.toEthSignedMessageHash(orderId)', 'orderId'],
      'the first input decides': ['i < inputs.length; ++i', 'i < 1; ++i'],
      'several inputs have an origin': ['if (inputs.length == 1) (terms', '(terms'],
      'currencies are padded on the right': [
        '>> (currency.length < 32 ? 256 - currency.length * 8 : 0)',
        '>> 0',
      ],
      'any length of an EVM currency': ['if (isEvm || currency.length > 32)', 'if (currency.length > 32)'],
      'long currencies are cut': ['if (isEvm || currency.length > 32)', 'if (isEvm)'],
      'every name narrows': ['if (narrowed) _raisePolicyEpoch();', '_raisePolicyEpoch();'],
    },
  },
  {
    file: 'contracts/evidence/RegisteredTermsEvidence.sol',
    tests: receiverTests,
    edits: {
      'the registrar is the caller': [
        '!hasRole(REGISTRAR_ROLE, signer)',
        '!hasRole(REGISTRAR_ROLE, msg.sender)',
      ],
      'the policy role signs terms': ['!hasRole(REGISTRAR_ROLE, signer)', '!hasRole(POLICY_ROLE, signer)'],
      'no one signs terms': ['signer == address(0) || ', ''],
      'minimum hashed twice': [
        'registered.minimum, registered.maximum,',
        'registered.minimum, registered.minimum,',
      ],
      'the attestation is not hashed': [
        'SolverAttestation.hash(attestation), attestation.requestId',
        'attestation.requestId, attestation.requestId',
      ],
      'the call is not hashed': [
        'registered.deadline, authorizedCall );',
        'registered.deadline, bytes32(0) );',
      ],
      'a call moves to another request': [
        'if (linked != bytes32(0)) _match("requestId", requestId, linked);',
        '',
      ],
      'every role that is revoked narrows': ['if (role == REGISTRAR_ROLE) _raise', '_raise'],
      'terms of a call are filled directly': [
        'if (registered.authorizedCall.length != 0) revert WrongFillContract',
        'if (false) revert WrongFillContract',
      ],
    },
  },
]
