import type { Mutants } from '../types.js'

export const evidence: Mutants[] = [
  {
    file: 'contracts/evidence/AttestedOrders.sol',
    tests: ['test/receivers/checks.test.ts'],
    edits: {
      'any solver of the order': [
        'if (uint256(solver) != uint160(t.solver)) _matchTerm(t, "solver", solver, _padded(t.solver));',
        'solver;',
      ],
      'the stated amount is the value': ['t.amount = amount;', 't.amount = msg.value;'],
      'evidence for either way': [
        '_readEvidence(t, a, signature, order, recipientProof, Way.Direct);',
        '_readEvidence(t, a, signature, order, recipientProof, Way.Either);',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
    },
    deleted: ['if (uint256(solver) != uint160(t.solver))'],
  },
  {
    file: 'contracts/evidence/FillEvidence.sol',
    tests: ['test/receivers/authorized.test.ts'],
    edits: {
      'the user is not compared': [' _matchTerm(t, "originUser", p.originUser, t.words.originUser); ', ''],
      'the currency is not compared': [
        ' _matchTerm(t, "originCurrency", p.originCurrency, t.words.originCurrency); ',
        '',
      ],
      'the chain is not compared': [
        ' _matchTerm(t, "originChainId", bytes32(p.originChainId), bytes32(t.words.originChainId)); ',
        '',
      ],
      'user compared with currency': [
        'p.originUser, t.words.originUser',
        'p.originUser, t.words.originCurrency',
      ],
      'a call outlives its order': [
        'if (p.deadline > t.deadline) _matchTerm',
        'if (p.deadline < t.deadline) _matchTerm',
      ],
      'the last failure counts': [
        'if (t.termsFailure.length == 0) t.termsFailure = failure;',
        't.termsFailure = failure;',
      ],
      'addresses of 20 bytes and more': ['if (raw.length != 20)', 'if (raw.length < 20)'],
    },
    deleted: [
      'if (t.solver == address(0))',
      '_matchRange(t, p.minimum, p.maximum);',
      '_matchTerm(t, "originChainId", bytes32(p.originChainId), bytes32(t.words.originChainId));',
      '_matchTerm(t, "originUser", p.originUser, t.words.originUser);',
      '_matchTerm(t, "originCurrency", p.originCurrency, t.words.originCurrency);',
      'if (p.deadline > t.deadline)',
      'if (minimum == 0 || minimum > maximum)',
      'if (t.termsFailure.length == 0)',
      'if (raw.length != 20)',
      'if (found != required)',
      '_failTerms(t, abi.encodeWithSelector(WrongFillContract.selector, extraData, callsHere, address(this)));',
    ],
  },
  {
    file: 'contracts/evidence/OrderEvidence.sol',
    tests: ['test/receivers/authorized.test.ts'],
    edits: {
      'addresses of a direct order are not checked': [
        '_checkAddresses(t, output.payments); _failTerms(',
        '_failTerms(',
      ],
      'addresses of an order with calls are not checked': [
        '_readPayment(t, p); _checkAddresses(t, output.payments);',
        '_readPayment(t, p);',
      ],
      'calls that are malformed pass': ['if (!ok) { _failTerms', 'if (false) { _failTerms'],
      'any contract as router': [
        'bool fits = named ? isRouter(filler) : extraData.length == 0;',
        'bool fits = named || extraData.length == 0;',
      ],
      'several calls': [' || callsHere != 1 || way', ' || callsHere == 0 || way'],
      'the router may be any recipient': [
        'if (recipient != _padded(filler)) _matchTerm(',
        'if (recipient == _padded(filler)) _matchTerm(',
      ],
      'payments of the order go anywhere': [
        ' _checkRecipients(t, output.payments, named ? filler : p.recipient); ',
        '',
      ],
      'calls of any contract': ['} else if (to == address(this)) {', '} else {'],
      'an order with calls may be direct': [
        'if (filler == address(this) && way != Way.Authorized) {',
        'if (filler == address(this) && way == Way.Authorized) {',
      ],
      'dirty fill contracts': [' && uint256(bytes32(extraData)) >> 160 == 0', ''],
    },
    deleted: [
      '_failTerms( t, Failures.encode(UnsupportedOutput.selector, output.payments.length, t.minimum, t.maximum) );',
      '_failTerms(t, Failures.encode(CallsNotSupported.selector, output.calls.length));',
      'if (!ok || !fits || callsHere != 1 || way == Way.Direct)',
      '_checkRecipients(t, output.payments, named ? filler : p.recipient);',
      '_checkAddress(t, payments[i].currency);',
      '_checkAddress(t, payments[i].recipient);',
      'if (recipient != _padded(filler))',
    ],
  },
  {
    file: 'contracts/evidence/RegisteredTermsEvidence.sol',
    tests: ['test/receivers/registeredTerms.test.ts'],
    edits: {
      'a malformed call is hashed': [
        'if (!ok) revert WrongFillContract',
        'if (false) revert WrongFillContract',
      ],
      'a malformed call is read': ['if (!ok) { _failFillContract', 'if (false) { _failFillContract'],
      'the registrar is the caller': [
        '!hasRole(REGISTRAR_ROLE, signer)',
        '!hasRole(REGISTRAR_ROLE, msg.sender)',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'the policy role signs terms': [
        '!hasRole(REGISTRAR_ROLE, signer)',
        '!hasRole(POLICY_ROLE, signer)',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'minimum hashed twice': [
        'terms.minimum, terms.maximum, terms.recipient',
        'terms.minimum, terms.minimum, terms.recipient',
      ],
      'recipient and token swapped in the hash': [
        'terms.token, terms.minimum, terms.maximum, terms.recipient,',
        'terms.recipient, terms.minimum, terms.maximum, terms.token,',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'the attestation is not hashed': [
        'SolverAttestation.hash(a), a.requestId',
        'a.requestId, a.requestId',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'the call is not hashed': [
        'terms.deadline, authorizedCall ',
        'terms.deadline, bytes32(0) ',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'a call moves to another request': [
        'if (requestId != bytes32(0)) _matchTerm',
        'if (requestId == bytes32(0)) _matchTerm',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'the payment does not mark its request': [
        '_verifierStorage().requests.markPaid(_registeredTermsEvidenceStorage().requestOf[t.callHash]);',
        '',
      ],
      'a lost registrar narrows nothing': ['if (revoked && role == REGISTRAR_ROLE) _raisePolicyEpoch();', ''],
      'tokens are not compared': [' _matchTerm(t, "token", _padded(p.token), _padded(t.token)); ', ''],
      'recipients are not compared': [
        ' _matchTerm(t, "recipient", _padded(p.recipient), _padded(t.recipient)); ',
        '',
      ],
    },
    deleted: [
      'if (registrars[i] == address(0))',
      'if (way == (direct ? Way.Authorized : Way.Direct))',
      '_matchRange(t, t.minimum, t.maximum);',
      'super._checkNotPaid(t);',
      'if (_verifierStorage().requests.isMarked(id))',
      '_failFillContract(t, "", 1);',
      '_matchTerm(t, "token", _padded(p.token), _padded(t.token));',
      '_matchTerm(t, "minimum", bytes32(p.minimum), bytes32(t.minimum));',
      '_matchTerm(t, "maximum", bytes32(p.maximum), bytes32(t.maximum));',
      '_matchTerm(t, "recipient", _padded(p.recipient), _padded(t.recipient));',
      'if (requestId != bytes32(0))',
      'if (signer == address(0) || !hasRole(REGISTRAR_ROLE, signer))',
    ],
  },
  {
    file: 'contracts/evidence/SignedOrders.sol',
    tests: ['test/receivers/signedOrders.test.ts'],
    edits: {
      'the routes of inputs are not checked': [
        '_setOrigin(t, t.origins[i]); super._checkOrigin(t);',
        '_setOrigin(t, t.origins[i]);',
      ],
      'any solver of the order': [' _matchTerm(t, "solver", _padded(order.solver), _padded(t.solver)); ', ''],
      'the order id without a prefix': ['MessageHashUtils.toEthSignedMessageHash(t.id)', 't.id'],
      'the first input decides': [
        'for (uint256 i = 0; i < t.origins.length; ++i) { _setOrigin(t, t.origins[i]); super._checkAmountSent(t);',
        'for (uint256 i = 0; i < 1; ++i) { _setOrigin(t, t.origins[i]); super._checkAmountSent(t);',
      ],
      'several inputs have an origin': [
        'if (t.origins.length == 1) origin',
        'if (t.origins.length != 0) origin',
      ],
      'currencies are padded on the right': [
        '>> (currency.length < 32 ? 256 - currency.length * 8 : 0)',
        '>> 0',
      ],
      'a renamed chain narrows nothing': ['if (known) _raisePolicyEpoch();', ''],
    },
    deleted: [
      'onlyRole(POLICY_ROLE)',
      '_matchTerm(t, "solver", _padded(order.solver), _padded(t.solver));',
      'if (t.origins.length == 0)',
      'super._checkAmountSent(t);',
      'if (isEvm || currency.length > 32)',
      'if (fault != 0)',
    ],
  },
  {
    file: 'contracts/AttestedOrderReceiver.sol',
    tests: ['test/receivers/order.test.ts'],
    edits: {
      'a fill is reentered': ['external payable nonReentrant returns', 'external payable returns'],
      'an authorization is reentered': ['external nonReentrant {', 'external {'],
    },
    deleted: ['initializer'],
  },
  {
    file: 'contracts/SignedOrderReceiver.sol',
    tests: ['test/receivers/signedOrders.test.ts'],
    edits: {
      'a fill is reentered': ['external payable nonReentrant returns', 'external payable returns'],
      'an authorization is reentered': ['external nonReentrant {', 'external {'],
    },
    deleted: ['initializer', 'super._checkOrigin(t);', 'super._checkAmountSent(t);'],
  },
  {
    file: 'contracts/RegisteredTermsReceiver.sol',
    tests: ['test/receivers/registeredTerms.test.ts'],
    edits: {
      'a fill is reentered': ['external payable nonReentrant returns', 'external payable returns'],
      'an authorization is reentered': ['external nonReentrant {', 'external {'],
    },
    deleted: ['initializer', 'super._checkNotPaid(t);'],
  },
]
