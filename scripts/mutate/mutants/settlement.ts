import type { Mutants } from '../types.js'
import { guardTests, receiverTests } from './tests.js'

export const settlement: Mutants[] = [
  {
    file: 'contracts/FillSettlement.sol',
    tests: receiverTests,
    edits: {
      'the administrator rescues': ['RESCUE_ROLE, config.rescuer', 'RESCUE_ROLE, config.admin'],
      'returns what is stale': [
        'if (call.policyEpoch != policyEpoch()) revert AuthorizationStale(call.policyEpoch, policyEpoch());',
        'if (call.policyEpoch != policyEpoch()) { _returnPayment(terms); return 0; }',
      ],
      'returns what a revoked solver authorized': [
        '_checkSolver(call.solver);',
        'if (!isSolverActive(call.solver)) { _returnPayment(terms); return 0; }',
      ],
      'pays what was never authorized': [
        '_returnPayment(terms); return 0; }',
        'terms.id = callHash; delivered = _takenAmount(terms); _accept(terms, delivered); return _settle(terms, delivered); }',
      ],
      'any earlier epoch': ['if (call.policyEpoch != policyEpoch())', 'if (call.policyEpoch == 0)'],
      'the hook of every call': ['if (call.hook) (terms.hook', '(terms.hook'],
      'a hook without data': ['(terms.hook, terms.data) = (true, payment.data);', 'terms.hook = true;'],
      'user and currency swapped': [
        'terms.originUser = payment.originUser; terms.originCurrency = payment.originCurrency;',
        'terms.originUser = payment.originCurrency; terms.originCurrency = payment.originUser;',
      ],
      'sends before it marks': [
        '_accept(terms, amount); return _settle(terms, amount);',
        'delivered = _settle(terms, amount); _accept(terms, amount);',
      ],
      'a pause stops an authorization': [
        '_checkExpiry(terms.deadline); _checkNotPaid(terms); FillVerifierStorage',
        '_requireNotPaused(); _checkExpiry(terms.deadline); _checkNotPaid(terms); FillVerifierStorage',
      ],
      'the first solver stays': [' || _outlasts(terms.solver, call.solver)', ''],
      'a solver that ended keeps an active one out': [' || !isSolverActive(call.solver)', ''],
      'the last solver counts': [
        'if (call.policyEpoch != $.policyEpoch || !isSolverActive(call.solver) || _outlasts(terms.solver, call.solver)) {',
        'if (true) {',
      ],
      'what is stale stays': ['call.policyEpoch != $.policyEpoch || !isSolver', '!isSolver'],
      'an authorization without the hook': ['call.hook = terms.hook;', ''],
      'a repeated authorization is silent': [
        'call.hook = terms.hook; } emit FillAuthorized(terms.id, terms.callHash, uint48(terms.deadline));',
        'call.hook = terms.hook; emit FillAuthorized(terms.id, terms.callHash, uint48(terms.deadline)); }',
      ],
      'the allowance beyond the maximum': [
        'Math.min(BoundedCalls.available(terms.token, msg.sender, address(this)), terms.maximum)',
        'BoundedCalls.available(terms.token, msg.sender, address(this))',
      ],
      'a fill is not reported': [
        'if (terms.token == address(0)) emit SolverNativeTransfer(terms.recipient, amount);',
        '',
      ],
      'tokens are reported as native': [
        'if (terms.token == address(0)) emit SolverNativeTransfer',
        'emit SolverNativeTransfer',
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
        '_send(token, recipient, delivered); if (terms.hook) _callHook(terms, delivered);',
        'if (terms.hook) _callHook(terms, delivered); _send(token, recipient, delivered);',
      ],
      'the hook is told the stated amount': ['_callHook(terms, delivered);', '_callHook(terms, amount);'],
      'returns to the caller': ['_send(token, refundTo, amount);', '_send(token, msg.sender, amount);'],
      'returns to the recipient': [
        '_send(token, refundTo, amount);',
        '_send(token, terms.recipient, amount);',
      ],
      'returns tokens to the recipient': [
        '_pull(terms, amount, refundTo, BoundedCalls.balanceOf(token, refundTo))',
        '_pull(terms, amount, terms.recipient, BoundedCalls.balanceOf(token, terms.recipient))',
      ],
      'returns to the token': ['refundTo == terms.token || ', ''],
      'returns to what is never paid': ['_isForbidden(refundTo, flags) || ', ''],
      'returns to a hook': ['flags & HOOK != 0 || ', ''],
      'returns to a contract of the list': ['(_mayBeRecipient(flags) && refundTo.code.length != 0) || ', ''],
      'returns native currency to a contract': [
        '|| (terms.token == address(0) && _isContract(refundTo))',
        '',
      ],
      'rescues to a recipient of the list': ['_mayBeRecipient(_flags(to)) && to.code', 'false && to.code'],
      'rescues to no contract': ['_mayBeRecipient(_flags(to)) && to.code', 'to.code'],
      'the administrator rescues to no recipient': [' && !hasRole(DEFAULT_ADMIN_ROLE, msg.sender)', ''],
      'the id of a hook is its solver': [
        'id: terms.id, originChainId',
        'id: _padded(terms.solver), originChainId',
      ],
      'any answer of a hook': [' || bytes4(returned) != IFillRecipient.onFill.selector', ''],
      'a hook that reverts': ['if (!ok || returned.length', 'if (returned.length'],
      'a selector without its padding': [' || returned.length < 32', ''],
      'an EOA that delegates is a contract': ['code.length == 23 &&', 'code.length == 24 &&'],
      'any 23 bytes delegate': [' && bytes3(code) == 0xef0100', ''],
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
  },
  {
    file: 'contracts/SignedOrderReceiver.sol',
    tests: receiverTests,
  },
  {
    file: 'contracts/RegisteredTermsReceiver.sol',
    tests: receiverTests,
    edits: {
      'the call is not linked to its request': ['_linkRequest(terms);', ''],
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
