// Mistakes that a person makes, as opposed to what an operator finds: one part swapped with another, hashed twice or left
// out; a wrong mapping, role, chain or account; effects after calls.

/** By file: what went wrong, the source, which occurs once, and its replacement. */
export const semantic: Record<string, [what: string, from: string, to: string][]> = {
  'contracts/libraries/SolverAttestation.sol': [
    [
      'the last word is not signed',
      'calldatacopy(words, a, 0xe0)\n            result := keccak256(words, 0xe0)',
      'calldatacopy(words, a, 0xe0)\n            result := keccak256(words, 0xc0)',
    ],
    [
      'no ERC-191 prefix',
      'calldatacopy(words, a, 0xe0)\n            mstore(0x00, MESSAGE_PREFIX)\n            mstore(0x1c, keccak256(words, 0xe0))\n            result := keccak256(0x00, 0x3c)\n        }\n    }\n\n    /// @notice Returns the signer',
      'calldatacopy(words, a, 0xe0)\n            result := keccak256(words, 0xe0)\n        }\n    }\n\n    /// @notice Returns the signer',
    ],
    [
      'r and s swapped',
      'mstore(add(words, 0x40), calldataload(signature.offset))\n            mstore(add(words, 0x60), s)',
      'mstore(add(words, 0x40), s)\n            mstore(add(words, 0x60), calldataload(signature.offset))',
    ],
    ['high s accepted', 'v := mul(v, lt(s, S_END))', 'v := mul(v, 1)'],
    [
      'any length of 65 bytes and more',
      'switch signature.length\n            case 65 {',
      'switch add(signature.length, mul(gt(signature.length, 65), sub(65, signature.length)))\n            case 65 {',
    ],
    ['v of a compact signature ignored', 'v := add(27, shr(255, s))', 'v := 27'],
    [
      'a stale answer of the precompile',
      'mstore(0x00, 0)\n            pop(staticcall',
      'mstore(0x00, caller())\n            pop(staticcall',
    ],
    [
      'an invalid signature passes recover',
      'if (signer == address(0)) revert',
      'if (signature.length == 0) revert',
    ],
  ],
  'contracts/libraries/Payments.sol': [
    ['the chain is not hashed', 'mstore(words, chainid())', 'mstore(words, 0)'],
    ['the receiver is not hashed', 'mstore(add(words, 0x20), receiver)', 'mstore(add(words, 0x20), 0)'],
    [
      'the caller hashed for the receiver',
      'mstore(add(words, 0x20), receiver)',
      'mstore(add(words, 0x20), caller())',
    ],
    ['the selector is not hashed', 'mstore(add(words, 0x40), selector)', 'mstore(add(words, 0x40), 0)'],
    [
      'the salt is not hashed',
      'calldatacopy(add(words, 0x80), p, 0x140)',
      'calldatacopy(add(words, 0x80), p, 0x120)',
    ],
    [
      'the data is not hashed',
      'calldatacopy(add(words, 0x200), data.offset, data.length)',
      'calldatacopy(add(words, 0x200), data.offset, 0)',
    ],
    ['the data hashed without its padding', 'and(add(data.length, 0x1f), not(0x1f))', 'data.length'],
    ['any selector decoded', ' || bytes4(callData) != IFillSettlement.payAuthorized.selector', ''],
    ['dirty bytes of refundTo accepted', '            _word(arguments, 8) >> 160 == 0 &&\n', ''],
    ['dirty bytes of the recipient accepted', '            _word(arguments, 7) >> 160 == 0 &&\n', ''],
    ['dirty bytes of the token accepted', '            _word(arguments, 4) >> 160 == 0 &&\n', ''],
    ['data beyond the call', ' &&\n            _word(arguments, 12) <= callData.length - MIN_LENGTH;', ';'],
  ],
  'contracts/libraries/Orders.sol': [
    [
      'the salt is not in the id',
      'calldatacopy(add(words, 0x20), proof, 0xe0)',
      'calldatacopy(add(words, 0x20), proof, 0xe0)\n            mstore(add(words, 0x80), 0)',
    ],
    [
      'the solver is not in the id',
      'mstore(add(words, 0xc0), output)\n            id :=',
      'mstore(add(words, 0xc0), output)\n            mstore(add(words, 0x60), 0)\n            id :=',
    ],
    ['the fees are not in the id', 'id := keccak256(words, 0x100)', 'id := keccak256(words, 0xe0)'],
    [
      'calls and extraData swapped in the hash',
      'mstore(add(words, 0x80), callsHash)\n            mstore(add(words, 0xa0), extraHash)',
      'mstore(add(words, 0x80), extraHash)\n            mstore(add(words, 0xa0), callsHash)',
    ],
    [
      'the name hashed for the extraData',
      'mstore(add(words, 0xa0), extraHash)',
      'mstore(add(words, 0xa0), nameHash)',
    ],
    [
      'the deadline is not hashed',
      'mstore(add(words, 0x60), calldataload(add(output, 0x40)))',
      'mstore(add(words, 0x60), 0)',
    ],
    ['an order with calls is direct', 't.isDirect = isOwn && calls == 0;', 't.isDirect = isOwn;'],
    ['any fill contract is direct', 't.isDirect = isOwn && calls == 0;', 't.isDirect = calls == 0;'],
    [
      'the currency read as the recipient',
      'recipient := shr(96, mload(raw))',
      'recipient := shr(96, calldataload(add(add(payment, calldataload(add(payment, 0x20))), 0x20)))',
    ],
    [
      'the expected amount for the minimum',
      'eq(calldataload(at), 20)), mload(add(words, 0x60)))',
      'eq(calldataload(at), 20)), mload(add(words, 0x80)))',
    ],
    [
      'the last of several payments counts',
      'minimum := and(eq(calldataload(sub(elements, 0x20)), 1), eq(calldataload(at), 20))',
      'minimum := eq(calldataload(at), 20)',
    ],
    [
      'the first payment hashed for each',
      'let payment := add(elements, calldataload(add(elements, i)))',
      'let payment := add(elements, calldataload(elements))',
    ],
    [
      'the first call hashed for each',
      'let at := add(elements, calldataload(add(elements, i)))',
      'let at := add(elements, calldataload(elements))',
    ],
    [
      'a call in any encoding',
      'ok = keccak256(blob) == keccak256(encodeCall(OrderCall({to: to, data: data, value: value})));',
      'ok = true;',
    ],
    ['a call without its value', 'value = uint256(bytes32(blob[64:96]));', 'value = 0;'],
  ],
  'contracts/libraries/PaidRequests.sol': [
    ['nothing is marked', 'self.paid[id] = 1;', 'self.paid[id] = 0;'],
    ['the call marks its order', 'self.callOf[id] = callHash;', 'self.callOf[callHash] = id;'],
    ['the order is not found by its call', ' || self.calls[self.callOf[id]].isPaid', ''],
    ['the call itself is not found', ' || self.calls[id].isPaid', ''],
  ],
  'contracts/libraries/SolverWindows.sol': [
    [
      'the window of the caller',
      'Window storage window = self.windows[solver];\n        (uint256 start, uint256 end)',
      'Window storage window = self.windows[msg.sender];\n        (uint256 start, uint256 end)',
    ],
    [
      'start and end swapped',
      '(window.start, window.end) = (start, end);',
      '(window.start, window.end) = (end, start);',
    ],
    [
      'a shorter window is no narrowing',
      'narrowed = oldEnd != 0 && (start > oldStart || end < oldEnd);',
      'narrowed = oldEnd != 0 && start > oldStart;',
    ],
    [
      'the first window outlasts',
      'return self.windows[a].end > self.windows[b].end;',
      'return self.windows[a].end < self.windows[b].end;',
    ],
  ],
  'contracts/libraries/RouteTable.sol': [
    ['min and max swapped', '(route.min, route.max) = (min, max);', '(route.min, route.max) = (max, min);'],
    [
      'any chain of a currency',
      'Route storage route = self.routes[chainId][currency];\n        return',
      'Route storage route = self.routes[block.chainid][currency];\n        return',
    ],
    ['a higher minimum is no narrowing', '(min > oldMin || max < oldMax)', 'max < oldMax'],
  ],
  'contracts/libraries/Accounts.sol': [
    [
      'a proof of another chain',
      'abi.encode(block.chainid, address(this), recipient, hook)',
      'abi.encode(uint256(0), address(this), recipient, hook)',
    ],
    [
      'a proof of another receiver',
      'abi.encode(block.chainid, address(this), recipient, hook)',
      'abi.encode(block.chainid, msg.sender, recipient, hook)',
    ],
    [
      'a leaf hashed once',
      'keccak256(bytes.concat(keccak256(abi.encode(block.chainid, address(this), recipient, hook))))',
      'keccak256(abi.encode(block.chainid, address(this), recipient, hook))',
    ],
    [
      'the hook of a leaf ignored',
      'return proof[0] == bytes32(0) ? RECIPIENT : RECIPIENT | HOOK;',
      'return RECIPIENT;',
    ],
    ['other flags lost', '(flags & ~mask) | value', 'value'],
    ['an EOA that delegates is a contract', 'if eq(size, 23) {', 'if eq(size, 24) {'],
  ],
  'contracts/FillVerifier.sol': [
    [
      'marks another mapping',
      'if (t.callHash == bytes32(0)) requests.markPaid(t.id);',
      'if (t.callHash == bytes32(0)) requests.calls[t.id].isPaid = true;',
    ],
    [
      'marks the attested word of the recipient',
      'requests.markPaid(t.id);',
      'requests.markPaid(t.words.destinationUser);',
    ],
    ['looks for the id among calls', '? requests.paid[t.id] != 0', '? requests.calls[t.id].isPaid'],
    [
      'the configured name alone',
      'if (found == block.chainid) found = _chainIdOf(t.chainNameHash);',
      'found = _chainIdOf(t.chainNameHash);',
    ],
    ['the attested chain alone', 'if (found == block.chainid) found = _chainIdOf(t.chainNameHash);', ''],
    [
      'the origin for the destination',
      'uint256 found = t.words.destinationChainId;',
      'uint256 found = t.words.originChainId;',
    ],
    [
      'the user for the recipient',
      'bytes32 word = t.words.destinationUser;',
      'bytes32 word = t.words.originUser;',
    ],
    ['a token may be paid', ' || recipient == t.token || _isForbidden', ' || _isForbidden'],
    [
      'a router is a recipient',
      't.recipientFlags & Accounts.RECIPIENT == 0',
      't.recipientFlags & (Accounts.RECIPIENT | Accounts.ROUTER) == 0',
    ],
    [
      'value beside a token',
      'uint256 required = t.token == address(0) ? t.amount : 0;',
      'uint256 required = t.token == address(0) ? t.amount : t.value;',
    ],
    ['checks of an authorized call skipped', 'bool isNew = !t.authorized;', 'bool isNew = t.authorized;'],
    ['the signer of the terms is not asked', '_checkSigner(t);\n        bool isNew', 'bool isNew'],
    [
      'the deadline of the call alone',
      'if (block.timestamp <= t.deadline) return;',
      'if (block.timestamp <= t.deadline || t.authorized) return;',
    ],
    [
      'origins of any amount',
      '(uint256 amount, uint256 max) = (t.words.originAmount, t.routeMax);',
      '(uint256 amount, uint256 max) = (t.amount, t.routeMax);',
    ],
    [
      'the route of another currency',
      '.routes.get(t.words.originChainId, t.words.originCurrency)',
      '.routes.get(t.words.originChainId, bytes32(0))',
    ],
    [
      'minimum and maximum swapped',
      't.minimum = p.minimum;\n        t.maximum = p.maximum;',
      't.minimum = p.maximum;\n        t.maximum = p.minimum;',
    ],
    [
      'recipient and refundTo swapped',
      't.recipient = p.recipient;\n        t.refundTo = p.refundTo;',
      't.recipient = p.refundTo;\n        t.refundTo = p.recipient;',
    ],
  ],
  'contracts/FillSettlement.sol': [
    [
      'sends before it marks',
      '_accept(t);\n        return _settle(t);',
      'delivered = _settle(t);\n        _accept(t);',
    ],
    [
      'pays instead of returning',
      '} else if (!_isAuthorized(t)) {',
      '} else if (!_isAuthorized(t) && t.solver == address(0)) {',
    ],
    [
      'returns what a revoked solver authorized only',
      'return t.termsFailure.length == 0 && t.isSolverActive;',
      'return t.termsFailure.length == 0;',
    ],
    ['any earlier epoch', 'if (found.policyEpoch != epoch) {', 'if (found.policyEpoch == 0) {'],
    [
      'the authorization of the caller',
      '_verifierStorage().requests.calls[t.callHash];\n        uint64 epoch',
      '_verifierStorage().requests.calls[bytes32(uint256(uint160(msg.sender)))];\n        uint64 epoch',
    ],
    [
      'the allowance beyond the maximum',
      'Math.min(_available(t.token, msg.sender), t.maximum)',
      '_available(t.token, msg.sender)',
    ],
    [
      'data without a hook only',
      'if (found.recipientHook) (t.recipientFlags, t.data) = (Accounts.HOOK, p.data);',
      'if (found.recipientHook) t.recipientFlags = Accounts.HOOK;',
    ],
    [
      'user and currency swapped',
      'words.originUser = p.originUser;\n        words.originCurrency = p.originCurrency;',
      'words.originUser = p.originCurrency;\n        words.originCurrency = p.originUser;',
    ],
    [
      'the hook before the money',
      '_send(token, t.recipient, delivered);\n        if (t.recipientFlags & Accounts.HOOK != 0) _callHook(t, delivered);',
      'if (t.recipientFlags & Accounts.HOOK != 0) _callHook(t, delivered);\n        _send(token, t.recipient, delivered);',
    ],
    ['the hook is told the stated amount', '_callHook(t, delivered);', '_callHook(t, t.amount);'],
    [
      'donations are passed on',
      'delivered = token == address(0) ? t.value',
      'delivered = token == address(0) ? address(this).balance',
    ],
    [
      'what is held is not compared',
      '_checkBalance(token, before);\n    }\n\n    /// @dev Gives',
      '}\n\n    /// @dev Gives',
    ],
    [
      'the event names the payer as the solver',
      't.recipient, t.solver, msg.sender, token, delivered',
      't.recipient, msg.sender, t.solver, token, delivered',
    ],
    ['returns to the caller', '_send(token, refundTo, t.value);', '_send(token, msg.sender, t.value);'],
    [
      'returns native to the recipient',
      '_send(token, refundTo, t.value);',
      '_send(token, t.recipient, t.value);',
    ],
    [
      'returns while paused',
      '_checkPaused(t);\n        _checkExpiry(t);\n        _checkNotPaid(t);\n        if',
      '_checkExpiry(t);\n        _checkNotPaid(t);\n        if',
    ],
    ['returns to the token', 'refundTo == t.token ||\n', ''],
    ['returns to a hook', 'flags & Accounts.HOOK != 0 ||\n', ''],
    [
      'the first solver stays',
      'bool better = call.policyEpoch != $.policyEpoch || $.solvers.outlasts(t.solver, call.solver);',
      'bool better = call.policyEpoch != $.policyEpoch;',
    ],
    ['links the call to its order', '$.requests.link(t.id, t.callHash)', '$.requests.link(t.callHash, t.id)'],
    [
      'the id of a hook is the request',
      'id: t.id,\n            originChainId',
      'id: t.words.requestId,\n            originChainId',
    ],
    ['any answer of a hook', ' || bytes4(returned) != IFillRecipient.onFill.selector', ''],
  ],
  'contracts/FillPolicy.sol': [
    [
      'the guardian sets routes',
      'setRoute(RouteConfig memory config) external onlyRole(POLICY_ROLE)',
      'setRoute(RouteConfig memory config) external onlyRole(GUARDIAN_ROLE)',
    ],
    [
      'the guardian sets recipients',
      'setRecipient(RecipientConfig memory config) external onlyRole(POLICY_ROLE)',
      'setRecipient(RecipientConfig memory config) external onlyRole(GUARDIAN_ROLE)',
    ],
    [
      'the guardian sets the root',
      'setRecipientRoot(bytes32 root) external onlyRole(POLICY_ROLE)',
      'setRecipientRoot(bytes32 root) external onlyRole(GUARDIAN_ROLE)',
    ],
    [
      'the administrator sets routers',
      'setRouter(address router, bool allowed) external onlyRole(POLICY_ROLE)',
      'setRouter(address router, bool allowed) external onlyRole(DEFAULT_ADMIN_ROLE)',
    ],
    [
      'a first root is a narrowing',
      'if (old != bytes32(0) && old != root) _raisePolicyEpoch();',
      'if (old != root) _raisePolicyEpoch();',
    ],
    [
      'a root that falls away is none',
      'if (old != bytes32(0) && old != root) _raisePolicyEpoch();',
      'if (old != bytes32(0) && old != root && root != bytes32(0)) _raisePolicyEpoch();',
    ],
    [
      'a hook for every recipient',
      'config.hook ? Accounts.RECIPIENT | Accounts.HOOK : Accounts.RECIPIENT',
      'Accounts.RECIPIENT | Accounts.HOOK',
    ],
    [
      'routers stored as reserved',
      'Accounts.ROUTER, allowed ? Accounts.ROUTER : 0',
      'Accounts.RESERVED, allowed ? Accounts.RESERVED : 0',
    ],
    [
      'the receiver itself may be paid',
      ' || account == address(this) || account == PERMIT2',
      ' || account == PERMIT2',
    ],
    ['Permit2 may be paid', ' || account == PERMIT2', ''],
    [
      'any chain id for the own name',
      'return bytes15(nameHash) == ownHash ? chainId : 0;',
      'return bytes15(nameHash) == ownHash ? block.chainid : 0;',
    ],
    [
      'the proof decides for listed recipients',
      'if (proof.length == 0 || flags & Accounts.RECIPIENT != 0) return flags;',
      'if (proof.length == 0) return flags;',
    ],
  ],
  'contracts/SolverPolicy.sol': [
    [
      'the guardian sets solvers',
      'setSolver(SolverConfig memory config) external onlyRole(POLICY_ROLE)',
      'setSolver(SolverConfig memory config) external onlyRole(GUARDIAN_ROLE)',
    ],
    [
      'the guardian unpauses',
      'unpause() external onlyRole(DEFAULT_ADMIN_ROLE)',
      'unpause() external onlyRole(GUARDIAN_ROLE)',
    ],
    [
      'the policy role pauses',
      'pause() external onlyRole(GUARDIAN_ROLE)',
      'pause() external onlyRole(POLICY_ROLE)',
    ],
    [
      'a revoked solver narrows nothing',
      'emit SolverSet(solver, 0, 0);\n        _solverNarrowed();',
      'emit SolverSet(solver, 0, 0);',
    ],
    ['revokes the caller', '_solvers().revoke(solver);', '_solvers().revoke(msg.sender);'],
  ],
  'contracts/Transfers.sol': [
    [
      'pulls from the recipient',
      'trySafeTransferFrom(msg.sender, to, amount)',
      'trySafeTransferFrom(to, to, amount)',
    ],
    [
      'counts what was asked for',
      'return Math.saturatingSub(BoundedTokens.balanceOf(token, to), before);',
      'return amount;',
    ],
    [
      'counts what was there',
      'return Math.saturatingSub(BoundedTokens.balanceOf(token, to), before);',
      'return BoundedTokens.balanceOf(token, to);',
    ],
    [
      'rescues within a fill',
      'rescue(address token, address to, uint256 amount) external nonReentrant onlyRole',
      'rescue(address token, address to, uint256 amount) external onlyRole',
    ],
    ['anyone rescues', ' nonReentrant onlyRole(RESCUE_ROLE)', ' nonReentrant'],
    [
      'a native transfer may fail',
      'if (!ok) revert NativeTransferFailed(to, amount, reason);',
      'if (!ok && reason.length != 0) revert NativeTransferFailed(to, amount, reason);',
    ],
  ],
  'contracts/evidence/AttestedOrders.sol': [
    [
      'any solver of the order',
      'if (uint256(solver) != uint160(t.solver)) _matchTerm(t, "solver", solver, _padded(t.solver));',
      'solver;',
    ],
    ['the stated amount is the value', 't.amount = amount;', 't.amount = msg.value;'],
    [
      'evidence for either way',
      '_readEvidence(t, a, signature, order, recipientProof, Way.Direct);',
      '_readEvidence(t, a, signature, order, recipientProof, Way.Either);',
    ],
  ],
  'contracts/evidence/FillEvidence.sol': [
    [
      'the user is not compared',
      '        _matchTerm(t, "originUser", p.originUser, t.words.originUser);\n',
      '',
    ],
    [
      'the currency is not compared',
      '        _matchTerm(t, "originCurrency", p.originCurrency, t.words.originCurrency);\n',
      '',
    ],
    [
      'the chain is not compared',
      '        _matchTerm(t, "originChainId", bytes32(p.originChainId), bytes32(t.words.originChainId));\n',
      '',
    ],
    [
      'user compared with currency',
      'p.originUser, t.words.originUser',
      'p.originUser, t.words.originCurrency',
    ],
    [
      'a call outlives its order',
      'if (p.deadline > t.deadline) _matchTerm',
      'if (p.deadline < t.deadline) _matchTerm',
    ],
    [
      'the last failure counts',
      'if (t.termsFailure.length == 0) t.termsFailure = failure;',
      't.termsFailure = failure;',
    ],
    ['addresses of 20 bytes and more', 'if (raw.length != 20)', 'if (raw.length < 20)'],
  ],
  'contracts/evidence/OrderEvidence.sol': [
    [
      'any contract as router',
      'bool fits = named ? isRouter(filler) : extraData.length == 0;',
      'bool fits = named || extraData.length == 0;',
    ],
    ['several calls', ' || callsHere != 1 || way', ' || callsHere == 0 || way'],
    [
      'the router may be any recipient',
      'if (recipient != _padded(filler)) _matchTerm(',
      'if (recipient == _padded(filler)) _matchTerm(',
    ],
    [
      'payments of the order go anywhere',
      '        _checkRecipients(t, output.payments, named ? filler : p.recipient);\n',
      '',
    ],
    ['calls of any contract', '} else if (to == address(this)) {', '} else {'],
    [
      'an order with calls may be direct',
      'if (filler == address(this) && way != Way.Authorized) {',
      'if (filler == address(this) && way == Way.Authorized) {',
    ],
    ['dirty fill contracts', ' && uint256(bytes32(extraData)) >> 160 == 0', ''],
  ],
  'contracts/evidence/RegisteredTermsEvidence.sol': [
    [
      'the registrar is the caller',
      '!hasRole(REGISTRAR_ROLE, signer)',
      '!hasRole(REGISTRAR_ROLE, msg.sender)',
    ],
    ['the policy role signs terms', '!hasRole(REGISTRAR_ROLE, signer)', '!hasRole(POLICY_ROLE, signer)'],
    [
      'minimum hashed twice',
      'terms.minimum,\n            terms.maximum,\n            terms.recipient',
      'terms.minimum,\n            terms.minimum,\n            terms.recipient',
    ],
    [
      'recipient and token swapped in the hash',
      'terms.token,\n            terms.minimum,\n            terms.maximum,\n            terms.recipient,',
      'terms.recipient,\n            terms.minimum,\n            terms.maximum,\n            terms.token,',
    ],
    [
      'the attestation is not hashed',
      'SolverAttestation.hash(a),\n            a.requestId',
      'a.requestId,\n            a.requestId',
    ],
    [
      'the call is not hashed',
      'terms.deadline,\n            authorizedCall\n',
      'terms.deadline,\n            bytes32(0)\n',
    ],
    [
      'a call moves to another request',
      'if (requestId != bytes32(0)) _matchTerm',
      'if (requestId == bytes32(0)) _matchTerm',
    ],
    [
      'the payment does not mark its request',
      '_verifierStorage().requests.markPaid(_registeredTermsEvidenceStorage().requestOf[t.callHash]);',
      '',
    ],
    ['a lost registrar narrows nothing', 'if (revoked && role == REGISTRAR_ROLE) _raisePolicyEpoch();', ''],
    ['tokens are not compared', '        _matchTerm(t, "token", _padded(p.token), _padded(t.token));\n', ''],
    [
      'recipients are not compared',
      '        _matchTerm(t, "recipient", _padded(p.recipient), _padded(t.recipient));\n',
      '',
    ],
  ],
  'contracts/evidence/SignedOrders.sol': [
    [
      'any solver of the order',
      '        _matchTerm(t, "solver", _padded(order.solver), _padded(t.solver));\n',
      '',
    ],
    ['the order id without a prefix', 'MessageHashUtils.toEthSignedMessageHash(t.id)', 't.id'],
    [
      'the first input decides',
      'for (uint256 i = 0; i < t.origins.length; ++i) {\n            _setOrigin(t, t.origins[i]);\n            super._checkAmountSent(t);',
      'for (uint256 i = 0; i < 1; ++i) {\n            _setOrigin(t, t.origins[i]);\n            super._checkAmountSent(t);',
    ],
    [
      'several inputs have an origin',
      'if (t.origins.length == 1) origin',
      'if (t.origins.length != 0) origin',
    ],
    [
      'currencies are padded on the right',
      '>> (currency.length < 32 ? 256 - currency.length * 8 : 0)',
      '>> 0',
    ],
    ['a renamed chain narrows nothing', 'if (known) _raisePolicyEpoch();', ''],
  ],
  'contracts/PaymentGuard.sol': [
    [
      'deposits in its own name',
      'abi.encodeCall(IDepository.depositNative, (e.payer, e.id))',
      'abi.encodeCall(IDepository.depositNative, (address(this), e.id))',
    ],
    [
      'deposits tokens under the user',
      'abi.encodeCall(IDepository.depositErc20, (e.payer, token, amount, e.id))',
      'abi.encodeCall(IDepository.depositErc20, (to, token, amount, e.id))',
    ],
    ['deposits under the attested word', '(e.payer, e.id)', '(e.payer, e.words.originUser)'],
    ['the allowance stays', '        BoundedTokens.approve(token, to, 0);\n', ''],
    [
      'approves without limit',
      'BoundedTokens.approve(token, to, amount);',
      'BoundedTokens.approve(token, to, type(uint256).max);',
    ],
    ['a receipt that is not exact', 'if (received != amount) revert', 'if (received < amount) revert'],
    [
      'marks the attested user',
      '_guardStorage().requests.markPaid(e.id);',
      '_guardStorage().requests.markPaid(e.words.originUser);',
    ],
    ['any payer', 'if (payer != required) {', 'if (payer == 0) {'],
    [
      'any solver of the order',
      '} else if (order.solver != e.signer) {',
      '} else if (order.solver == address(0)) {',
    ],
    ['the attested amount alone', 'if (found == required) required = terms.amount;', ''],
    ['the attested currency alone', 'if (found == required) required = Failures.word(terms.currency);', ''],
    ['the attested destination alone', 'if (found == required) required = terms.destinationChainId;', ''],
    ['the input of another chain', 'if (found == block.chainid) found = e.inputChainId;', ''],
    ['a fork with another id', 'uint256 found = _guardStorage().chainId;', 'uint256 found = block.chainid;'],
    [
      'origin and destination swapped',
      '(e.id, origin, destination) = PaymentOrders.read(order);',
      '(e.id, destination, origin) = PaymentOrders.read(order);',
    ],
    [
      'calls of anyone',
      'return terms.callsHash == bytes32(0) ? NO_CALLS : terms.callsHash;',
      'return NO_CALLS;',
    ],
  ],
}
