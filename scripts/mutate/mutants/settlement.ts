import type { Mutants } from '../types.js'

export const settlement: Mutants[] = [
  {
    file: 'contracts/FillSettlement.sol',
    tests: ['test/receivers/hooks.test.ts'],
    edits: {
      'what is held after a return is not compared': ['_checkBalance(token, before); } else', '} else'],
      'sends before it marks': ['_accept(t); return _settle(t);', 'delivered = _settle(t); _accept(t);'],
      'pays instead of returning': [
        '} else if (!_isAuthorized(t)) {',
        '} else if (!_isAuthorized(t) && t.solver == address(0)) {',
        { tests: ['test/receivers/returns.test.ts'] },
      ],
      'returns what a revoked solver authorized only': [
        'return t.termsFailure.length == 0 && t.isSolverActive;',
        'return t.termsFailure.length == 0;',
        { tests: ['test/receivers/returns.test.ts'] },
      ],
      'any earlier epoch': [
        'if (found.policyEpoch != epoch) {',
        'if (found.policyEpoch == 0) {',
        { tests: ['test/receivers/signedOrders.test.ts'] },
      ],
      'the authorization of the caller': [
        '_verifierStorage().requests.calls[t.callHash]; uint64 epoch',
        '_verifierStorage().requests.calls[bytes32(uint256(uint160(msg.sender)))]; uint64 epoch',
      ],
      'the allowance beyond the maximum': [
        'Math.min(_available(t.token, msg.sender), t.maximum)',
        '_available(t.token, msg.sender)',
      ],
      'data without a hook only': [
        'if (found.recipientHook) (t.recipientFlags, t.data) = (Accounts.HOOK, p.data);',
        'if (found.recipientHook) t.recipientFlags = Accounts.HOOK;',
      ],
      'user and currency swapped': [
        'words.originUser = p.originUser; words.originCurrency = p.originCurrency;',
        'words.originUser = p.originCurrency; words.originCurrency = p.originUser;',
      ],
      'the hook before the money': [
        '_send(token, t.recipient, delivered); if (t.recipientFlags & Accounts.HOOK != 0) _callHook(t, delivered);',
        'if (t.recipientFlags & Accounts.HOOK != 0) _callHook(t, delivered); _send(token, t.recipient, delivered);',
      ],
      'the hook is told the stated amount': ['_callHook(t, delivered);', '_callHook(t, t.amount);'],
      'donations are passed on': [
        'delivered = token == address(0) ? t.value',
        'delivered = token == address(0) ? address(this).balance',
      ],
      'what is held is not compared': ['_checkBalance(token, before); } /// @dev Gives', '} /// @dev Gives'],
      'the event names the payer as the solver': [
        't.recipient, t.solver, msg.sender, token, delivered',
        't.recipient, msg.sender, t.solver, token, delivered',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
      'returns to the caller': [
        '_send(token, refundTo, t.value);',
        '_send(token, msg.sender, t.value);',
        { tests: ['test/receivers/returns.test.ts'] },
      ],
      'returns native to the recipient': [
        '_send(token, refundTo, t.value);',
        '_send(token, t.recipient, t.value);',
        { tests: ['test/receivers/returns.test.ts'] },
      ],
      'returns while paused': [
        '_checkPaused(t); _checkExpiry(t); _checkNotPaid(t); if',
        '_checkExpiry(t); _checkNotPaid(t); if',
        { tests: ['test/receivers/returns.test.ts'] },
      ],
      'returns to the token': [
        'refundTo == t.token || ',
        '',
        { tests: ['test/receivers/returnsTo.test.ts'] },
      ],
      'returns to a hook': [
        'flags & Accounts.HOOK != 0 || ',
        '',
        { tests: ['test/receivers/returnsTo.test.ts'] },
      ],
      'the first solver stays': [
        'bool better = call.policyEpoch != $.policyEpoch || $.solvers.outlasts(t.solver, call.solver);',
        'bool better = call.policyEpoch != $.policyEpoch;',
        { tests: ['test/receivers/returns.test.ts'] },
      ],
      'links the call to its order': [
        '$.requests.link(t.id, t.callHash)',
        '$.requests.link(t.callHash, t.id)',
      ],
      'the id of a hook is the request': ['id: t.id, originChainId', 'id: t.words.requestId, originChainId'],
      'any answer of a hook': [' || bytes4(returned) != IFillRecipient.onFill.selector', ''],
    },
    deleted: [
      'if (t.solver == address(0))',
      'nonReentrant',
      'if (!payable_)',
      'if (found.policyEpoch != epoch)',
      '_checkReturn(t, refundTo, msg.sender);',
      '_checkPaused(t);',
      '_checkExpiry(t);',
      '_checkNotPaid(t);',
      'if (t.minimum == 0 || t.minimum > t.maximum)',
      '_checkPayment(t);',
      'if (refundTo == t.token || _isForbidden(refundTo, flags) || flags & Accounts.HOOK != 0 || (isRecipient && Accounts.isContract(refundTo)))',
      'if (received < t.minimum)',
      'if (!ok || returned.length < 32 || bytes4(returned) != IFillRecipient.onFill.selector)',
    ],
  },
]
