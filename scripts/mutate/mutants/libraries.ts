import type { Mutants } from '../types.js'

export const libraries: Mutants[] = [
  {
    file: 'contracts/libraries/SolverAttestation.sol',
    tests: ['test/receivers/guardChecks.test.ts'],
    edits: {
      'the last word is not signed': [
        'calldatacopy(words, a, 0xe0) result := keccak256(words, 0xe0)',
        'calldatacopy(words, a, 0xe0) result := keccak256(words, 0xc0)',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'no ERC-191 prefix': [
        'calldatacopy(words, a, 0xe0) mstore(0x00, MESSAGE_PREFIX) mstore(0x1c, keccak256(words, 0xe0)) result := keccak256(0x00, 0x3c) } } /// @notice Returns the signer',
        'calldatacopy(words, a, 0xe0) result := keccak256(words, 0xe0) } } /// @notice Returns the signer',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'r and s swapped': [
        'mstore(add(words, 0x40), calldataload(signature.offset)) mstore(add(words, 0x60), s)',
        'mstore(add(words, 0x40), s) mstore(add(words, 0x60), calldataload(signature.offset))',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'high s accepted': ['v := mul(v, lt(s, S_END))', 'v := mul(v, 1)'],
      'any length of 65 bytes and more': [
        'switch signature.length case 65 {',
        'switch add(signature.length, mul(gt(signature.length, 65), sub(65, signature.length))) case 65 {',
      ],
      'v of a compact signature ignored': ['v := add(27, shr(255, s))', 'v := 27'],
      'a stale answer of the precompile': [
        'mstore(0x00, 0) pop(staticcall',
        'mstore(0x00, caller()) pop(staticcall',
      ],
      'an invalid signature passes recover': [
        'if (signer == address(0)) revert',
        'if (signature.length == 0) revert',
        { tests: ['test/receivers/signatures.test.ts'] },
      ],
    },
    deleted: ['if (signer == address(0))'],
  },
  {
    file: 'contracts/libraries/Payments.sol',
    tests: ['test/receivers/authorized.test.ts'],
    edits: {
      'the chain is not hashed': [
        'mstore(words, chainid())',
        'mstore(words, 0)',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'the receiver is not hashed': [
        'mstore(add(words, 0x20), receiver)',
        'mstore(add(words, 0x20), 0)',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'the caller hashed for the receiver': [
        'mstore(add(words, 0x20), receiver)',
        'mstore(add(words, 0x20), caller())',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'the selector is not hashed': [
        'mstore(add(words, 0x40), selector)',
        'mstore(add(words, 0x40), 0)',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'the salt is not hashed': [
        'calldatacopy(add(words, 0x80), p, 0x140)',
        'calldatacopy(add(words, 0x80), p, 0x120)',
        { tests: ['test/receivers/chainIds.test.ts'] },
      ],
      'the data is not hashed': [
        'calldatacopy(add(words, 0x200), data.offset, data.length)',
        'calldatacopy(add(words, 0x200), data.offset, 0)',
        { tests: ['test/receivers/hooks.test.ts'] },
      ],
      'the data hashed without its padding': ['and(add(data.length, 0x1f), not(0x1f))', 'data.length'],
      'any selector decoded': [' || bytes4(callData) != IFillSettlement.payAuthorized.selector', ''],
      'dirty bytes of refundTo accepted': [' _word(arguments, 8) >> 160 == 0 && ', ''],
      'dirty bytes of the recipient accepted': [' _word(arguments, 7) >> 160 == 0 && ', ''],
      'dirty bytes of the token accepted': [' _word(arguments, 4) >> 160 == 0 && ', ''],
      'data beyond the call': [' && _word(arguments, 12) <= callData.length - MIN_LENGTH;', ';'],
    },
  },
  {
    file: 'contracts/libraries/Orders.sol',
    tests: ['test/receivers/hooks.test.ts'],
    edits: {
      'the salt is not in the id': [
        'calldatacopy(add(words, 0x20), proof, 0xe0)',
        'calldatacopy(add(words, 0x20), proof, 0xe0) mstore(add(words, 0x80), 0)',
      ],
      'the solver is not in the id': [
        'mstore(add(words, 0xc0), output) id :=',
        'mstore(add(words, 0xc0), output) mstore(add(words, 0x60), 0) id :=',
      ],
      'the fees are not in the id': ['id := keccak256(words, 0x100)', 'id := keccak256(words, 0xe0)'],
      'calls and extraData swapped in the hash': [
        'mstore(add(words, 0x80), callsHash) mstore(add(words, 0xa0), extraHash)',
        'mstore(add(words, 0x80), extraHash) mstore(add(words, 0xa0), callsHash)',
      ],
      'the name hashed for the extraData': [
        'mstore(add(words, 0xa0), extraHash)',
        'mstore(add(words, 0xa0), nameHash)',
      ],
      'the deadline is not hashed': [
        'mstore(add(words, 0x60), calldataload(add(output, 0x40)))',
        'mstore(add(words, 0x60), 0)',
      ],
      'an order with calls is direct': [
        't.isDirect = isOwn && calls == 0;',
        't.isDirect = isOwn;',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
      'any fill contract is direct': [
        't.isDirect = isOwn && calls == 0;',
        't.isDirect = calls == 0;',
        { tests: ['test/parity/libraries.test.ts'] },
      ],
      'the currency read as the recipient': [
        'recipient := shr(96, mload(raw))',
        'recipient := shr(96, calldataload(add(add(payment, calldataload(add(payment, 0x20))), 0x20)))',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
      'the expected amount for the minimum': [
        'eq(calldataload(at), 20)), mload(add(words, 0x60)))',
        'eq(calldataload(at), 20)), mload(add(words, 0x80)))',
        { tests: ['test/receivers/checks.test.ts'] },
      ],
      'the last of several payments counts': [
        'minimum := and(eq(calldataload(sub(elements, 0x20)), 1), eq(calldataload(at), 20))',
        'minimum := eq(calldataload(at), 20)',
        { tests: ['test/receivers/checks.test.ts'] },
      ],
      'the first payment hashed for each': [
        'let payment := add(elements, calldataload(add(elements, i)))',
        'let payment := add(elements, calldataload(elements))',
        { tests: ['test/parity/libraries.test.ts'] },
      ],
      'the first call hashed for each': [
        'let at := add(elements, calldataload(add(elements, i)))',
        'let at := add(elements, calldataload(elements))',
        { tests: ['test/parity/libraries.test.ts'] },
      ],
      'a call in any encoding': [
        'ok = keccak256(blob) == keccak256(encodeCall(OrderCall({to: to, data: data, value: value})));',
        'ok = true;',
        { tests: ['test/parity/libraries.test.ts'] },
      ],
      'a call without its value': ['value = uint256(bytes32(blob[64:96]));', 'value = 0;'],
    },
  },
  {
    file: 'contracts/libraries/PaidRequests.sol',
    tests: ['test/receivers/authorized.test.ts'],
    edits: {
      'nothing is marked': [
        'self.paid[id] = 1;',
        'self.paid[id] = 0;',
        { tests: ['test/receivers/checks.test.ts'] },
      ],
      'the call marks its order': ['self.callOf[id] = callHash;', 'self.callOf[callHash] = id;'],
      'the order is not found by its call': [' || self.calls[self.callOf[id]].isPaid', ''],
      'the call itself is not found': [' || self.calls[id].isPaid', ''],
    },
  },
  {
    file: 'contracts/libraries/SolverWindows.sol',
    tests: ['test/receivers/hooks.test.ts'],
    edits: {
      'the window of the caller': [
        'Window storage window = self.windows[solver]; (uint256 start, uint256 end)',
        'Window storage window = self.windows[msg.sender]; (uint256 start, uint256 end)',
      ],
      'start and end swapped': [
        '(window.start, window.end) = (start, end);',
        '(window.start, window.end) = (end, start);',
      ],
      'a shorter window is no narrowing': [
        'narrowed = oldEnd != 0 && (start > oldStart || end < oldEnd);',
        'narrowed = oldEnd != 0 && start > oldStart;',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
      'the first window outlasts': [
        'return self.windows[a].end > self.windows[b].end;',
        'return self.windows[a].end < self.windows[b].end;',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
    },
  },
  {
    file: 'contracts/libraries/RouteTable.sol',
    tests: ['test/receivers/hooks.test.ts'],
    edits: {
      'min and max swapped': ['(route.min, route.max) = (min, max);', '(route.min, route.max) = (max, min);'],
      'any chain of a currency': [
        'Route storage route = self.routes[chainId][currency]; return',
        'Route storage route = self.routes[block.chainid][currency]; return',
      ],
      'a higher minimum is no narrowing': [
        '(min > oldMin || max < oldMax)',
        'max < oldMax',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
    },
  },
  {
    file: 'contracts/libraries/Accounts.sol',
    tests: ['test/receivers/chainIds.test.ts'],
    edits: {
      'a proof of another chain': [
        'abi.encode(block.chainid, address(this), recipient, hook)',
        'abi.encode(uint256(0), address(this), recipient, hook)',
      ],
      'a proof of another receiver': [
        'abi.encode(block.chainid, address(this), recipient, hook)',
        'abi.encode(block.chainid, msg.sender, recipient, hook)',
      ],
      'a leaf hashed once': [
        'keccak256(bytes.concat(keccak256(abi.encode(block.chainid, address(this), recipient, hook))))',
        'keccak256(abi.encode(block.chainid, address(this), recipient, hook))',
      ],
      'the hook of a leaf ignored': [
        'return proof[0] == bytes32(0) ? RECIPIENT : RECIPIENT | HOOK;',
        'return RECIPIENT;',
        { tests: ['test/receivers/recipientTree.test.ts'] },
      ],
      'other flags lost': ['(flags & ~mask) | value', 'value', { tests: ['test/receivers/checks.test.ts'] }],
      'an EOA that delegates is a contract': [
        'if eq(size, 23) {',
        'if eq(size, 24) {',
        { tests: ['test/receivers/returnsTo.test.ts'] },
      ],
    },
  },
  {
    file: 'contracts/libraries/BoundedTokens.sol',
    tests: ['test/receivers/tokens.test.ts'],
    deleted: ['if (!ok)', 'if (!ok || (returned.length != 0 && bytes32(returned) != bytes32(uint256(1))))'],
  },
  {
    file: 'contracts/libraries/ChainNames.sol',
    tests: ['test/receivers/signedOrders.test.ts'],
    deleted: ['if (taken)'],
  },
]
