import type { Mutants } from '../types.js'
import { exampleTests, guardTests, receiverTests } from './tests.js'

export const settlement: Mutants[] = [
  {
    file: 'contracts/FillSettlement.sol',
    tests: receiverTests,
    edits: {
      'returns what is stale': [
        '_checkAuthorization(terms.id, call);',
        'if (call.policyEpoch != policyEpoch()) { _returnPayment(terms); return 0; } _checkAuthorization(terms.id, call);',
      ],
      'returns what a revoked solver authorized': [
        '_checkAuthorization(terms.id, call);',
        'if (!isSolverActive(call.solver)) { _returnPayment(terms); return 0; } _checkAuthorization(terms.id, call);',
      ],
      'pays what was never authorized': [
        '_returnPayment(terms); return 0; }',
        'delivered = _takenAmount(terms); _acceptCall(terms, delivered); return _deliverWithinTerms(terms, delivered); }',
      ],
      'any earlier epoch': ['if (call.policyEpoch != policyEpoch())', 'if (call.policyEpoch == 0)'],
      'marks nothing': ['.calls[terms.id].isPaid = true;', '.calls[terms.id];'],
      'the hook of every call': ['if (call.hook) (terms.hook', '(terms.hook'],
      'a hook without data': ['(terms.hook, terms.data) = (true, payment.data);', 'terms.hook = true;'],
      'user and currency swapped': [
        'terms.originUser = payment.originUser; terms.originCurrency = payment.originCurrency;',
        'terms.originUser = payment.originCurrency; terms.originCurrency = payment.originUser;',
      ],
      'sends before it marks': [
        '_acceptCall(terms, amount); return _deliverWithinTerms(terms, amount);',
        'delivered = _deliverWithinTerms(terms, amount); _acceptCall(terms, amount);',
      ],
      'a pause stops an authorization': [
        '_checkExpiry(terms.deadline); _checkCallNotPaid(terms.id, id);',
        '_requireNotPaused(); _checkExpiry(terms.deadline); _checkCallNotPaid(terms.id, id);',
      ],
      'the first solver stays': [' || _outlasts(terms.solver, call.solver)', ''],
      'a solver that ended keeps an active one out': [' || !isSolverActive(call.solver)', ''],
      'the last solver counts': [
        'if (call.policyEpoch != epoch || !isSolverActive(call.solver) || _outlasts(terms.solver, call.solver)) {',
        'if (true) {',
      ],
      'what is stale stays': ['call.policyEpoch != epoch || !isSolver', '!isSolver'],
      'an authorization without the hook': ['call.hook = terms.hook;', ''],
      'a repeated authorization is silent': [
        'call.hook = terms.hook; } emit FillAuthorized(id, terms.id, uint48(terms.deadline));',
        'call.hook = terms.hook; emit FillAuthorized(id, terms.id, uint48(terms.deadline)); }',
      ],
      'the allowance beyond the maximum': [
        'Math.min(BoundedCalls.available(terms.token, msg.sender, address(this)), terms.maximum)',
        'BoundedCalls.available(terms.token, msg.sender, address(this))',
      ],
      'returns to the caller': ['_send(token, refundTo, amount);', '_send(token, msg.sender, amount);'],
      'returns to the recipient': [
        '_send(token, refundTo, amount);',
        '_send(token, terms.recipient, amount);',
      ],
      'returns tokens to the recipient': [
        '_pull(terms, amount, refundTo, BoundedCalls.balanceOf(token, refundTo))',
        '_pull(terms, amount, terms.recipient, BoundedCalls.balanceOf(token, terms.recipient))',
      ],
      'returns to the token': ['refundTo == token || ', ''],
      'returns to what is never paid': ['_isForbidden(refundTo, flags) || ', ''],
      'returns to a hook': ['_hasHook(flags) || ', ''],
      'returns to a contract of the list': ['_isRecipientsContract(refundTo, flags) || ', ''],
      'returns native currency to a contract': ['|| _isStrangersContract(refundTo, token)', ''],
      'returns no token to a contract': ['if (token != address(0)) return false;', ''],
      'an EOA that delegates is a contract': ['code.length == 23 &&', 'code.length == 24 &&'],
      'any 23 bytes delegate': [' && bytes3(code) == 0xef0100', ''],
    },
  },
  {
    file: 'contracts/FillDelivery.sol',
    tests: [...receiverTests, ...exampleTests('StandaloneReceiver')],
    edits: {
      'the administrator rescues': ['RESCUE_ROLE, config.rescuer', 'RESCUE_ROLE, config.admin'],
      'a fill is not reported': [
        'if (terms.token == address(0)) emit SolverNativeTransfer(terms.recipient, amount);',
        '',
      ],
      'the minimum is reported': [
        'SolverNativeTransfer(terms.recipient, amount)',
        'SolverNativeTransfer(terms.recipient, terms.minimum)',
      ],
      'tokens are reported as native': [
        'if (terms.token == address(0)) emit SolverNativeTransfer',
        'emit SolverNativeTransfer',
      ],
      'the stated amount is in the range': [
        '_checkTokenRange(terms.token, delivered, delivered)',
        '_checkTokenRange(terms.token, amount, amount)',
      ],
      'the value counts as held': ['unchecked { before -= msg.value; }', ''],
      'donations are passed on': [
        'delivered = token == address(0) ? amount',
        'delivered = token == address(0) ? address(this).balance',
      ],
      'the event names the payer as the solver': [
        'recipient, terms.solver, msg.sender, token, delivered',
        'recipient, msg.sender, terms.solver, token, delivered',
      ],
      'the hook before the money': [
        '_send(token, recipient, delivered); _checkBalance(token, before); if (terms.hook) {',
        'if (terms.hook) _callHook(terms, delivered); _send(token, recipient, delivered); _checkBalance(token, before); if (false) {',
      ],
      'a gift during the hook stops a payment': ['if (_balance(token) < before)', ''],
      'what is held may go during the hook': [
        'if (_balance(token) < before) _checkBalance(token, before);',
        '',
      ],
      'the hook is told the stated amount': ['_callHook(terms, delivered);', '_callHook(terms, amount);'],
      'rescues to a recipient of the list': ['_isRecipientsContract(to, _flags(to))', 'false'],
      'rescues to no contract': ['_isRecipientsContract(to, _flags(to))', 'to.code.length != 0'],
      'the administrator rescues to no recipient': [' && !hasRole(DEFAULT_ADMIN_ROLE, msg.sender)', ''],
      'the id of a hook is its solver': [
        'id: terms.id, originChainId',
        'id: _padded(terms.solver), originChainId',
      ],
      'any answer of a hook': [' || bytes4(returned) != IFillRecipient.onFill.selector', ''],
      'a hook that reverts': ['if (!ok || returned.length', 'if (returned.length'],
      'a selector without its padding': [' || returned.length < 32', ''],
    },
  },
  {
    file: 'contracts/Transfers.sol',
    tests: [...receiverTests, ...guardTests],
    edits: {
      'pulls from the recipient': [
        'trySafeTransferFrom(msg.sender, to, amount)',
        'trySafeTransferFrom(to, to, amount)',
      ],
      'counts what was asked for': [
        'return Math.saturatingSub(BoundedCalls.balanceOf(token, to), before);',
        'return amount;',
      ],
      'counts what was there': [
        'return Math.saturatingSub(BoundedCalls.balanceOf(token, to), before);',
        'return BoundedCalls.balanceOf(token, to);',
      ],
      'a native transfer may fail in silence': [
        'if (!ok) revert Native',
        'if (!ok && reason.length != 0) revert Native',
      ],
      'what is missing is balanced': ['if (found != required)', 'if (found > required)'],
    },
  },
  {
    file: 'contracts/AttestedOrderReceiver.sol',
    tests: receiverTests,
    edits: {
      'a call is not paid by its hash': [' || FillSettlement.isPaid(id)', ''],
      'an order is not paid by its id': ['DirectFills.isPaid(id) || ', ''],
    },
  },
  {
    file: 'contracts/SignedOrderReceiver.sol',
    tests: receiverTests,
  },
  {
    file: 'contracts/RegisteredTermsReceiver.sol',
    tests: receiverTests,
    edits: {
      'the call is not linked to its request': ['_linkRequest(call.id, requestId);', ''],
      'the payment does not mark its request': ['_markPaid(requestId);', ''],
      'a call marks itself alone': ['_markPaid(requestId);', '_markPaid(terms.id);'],
      'a call is not paid by its hash': [' || FillSettlement.isPaid(id)', ''],
    },
  },
  {
    file: 'contracts/ReceiverFactory.sol',
    tests: ['test/receivers/factory.test.ts', 'test/solidity/ReceiverFactory.t.sol'],
    edits: {
      'asks for a second initialization without making it': [
        'receiver.call(init',
        'receiver.staticcall(init',
      ],
      'a salt of anyone': ['keccak256(abi.encode(deployer, salt))', 'keccak256(abi.encode(salt))'],
      'initializes the implementation': [
        'Address.functionCall(receiver, initialization)',
        'Address.functionCall(implementation, initialization)',
      ],
    },
  },
]
