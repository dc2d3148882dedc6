import type { Mutants } from '../types.js'
import { guardTests, parityTests, receiverTests } from './tests.js'

const tests = [...parityTests, ...receiverTests, ...guardTests]

export const libraries: Mutants[] = [
  {
    file: 'contracts/libraries/SolverAttestation.sol',
    tests: ['test/receivers/signatures.test.ts', ...tests],
    edits: {
      'the last word is not signed': [
        'calldatacopy(words, a, 0xe0) result := keccak256(words, 0xe0)',
        'calldatacopy(words, a, 0xe0) result := keccak256(words, 0xc0)',
      ],
      'r and s swapped': [
        'mstore(add(words, 0x40), calldataload(signature.offset)) mstore(add(words, 0x60), s)',
        'mstore(add(words, 0x40), s) mstore(add(words, 0x60), calldataload(signature.offset))',
      ],
      'high s accepted': ['v := mul(v, lt(s, S_END))', ''],
      'any length of 65 bytes and more': [
        'switch signature.length case 65 {',
        'switch add(signature.length, mul(gt(signature.length, 65), sub(65, signature.length))) case 65 {',
      ],
      'v of a compact signature ignored': ['v := add(27, shr(255, s))', 'v := 27'],
      'a stale answer of the precompile': [
        'mstore(0x00, 0) pop(staticcall',
        'mstore(0x00, caller()) pop(staticcall',
      ],
    },
  },
  {
    file: 'contracts/libraries/Payments.sol',
    tests: ['test/receivers/calldata.test.ts', 'test/receivers/chainIds.test.ts', ...tests],
    edits: {
      'the chain is not hashed': ['mstore(words, chainid())', 'mstore(words, 0)'],
      'the receiver is not hashed': ['mstore(add(words, 0x20), receiver)', 'mstore(add(words, 0x20), 0)'],
      'the caller hashed for the receiver': [
        'mstore(add(words, 0x20), receiver)',
        'mstore(add(words, 0x20), caller())',
      ],
      'the selector is not hashed': ['mstore(add(words, 0x40), selector)', 'mstore(add(words, 0x40), 0)'],
      'the salt is not hashed': [
        'calldatacopy(add(words, 0x80), p, 0x140)',
        'calldatacopy(add(words, 0x80), p, 0x120)',
      ],
      'the data is not hashed': [
        'calldatacopy(add(words, 0x200), data.offset, data.length)',
        'calldatacopy(add(words, 0x200), data.offset, 0)',
      ],
      'the data hashed without its padding': ['and(add(data.length, 0x1f), not(0x1f))', 'data.length'],
      'any selector decoded': [' || bytes4(callData) != IFillSettlement.payAuthorized.selector', ''],
      'dirty bytes of refundTo decoded': [' _word(arguments, 8) >> 160 == 0 && ', ' '],
      'dirty bytes of the recipient decoded': [' _word(arguments, 7) >> 160 == 0 && ', ' '],
      'dirty bytes of the token decoded': [' _word(arguments, 4) >> 160 == 0 && ', ' '],
      'dirty bytes of the deadline decoded': [' _word(arguments, 9) >> 48 == 0 && ', ' '],
      'another offset of the argument': ['_word(arguments, 0) == 0x20 &&', ''],
      'another offset of the data': [' _word(arguments, 11) == 0x160 && ', ' '],
      'data beyond the call': [' && _word(arguments, 12) <= callData.length - MIN_LENGTH;', ';'],
    },
  },
  {
    file: 'contracts/libraries/Orders.sol',
    tests,
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
      'the deadline is not hashed': [
        'mstore(add(words, 0x60), calldataload(add(output, 0x40)))',
        'mstore(add(words, 0x60), 0)',
      ],
      'an order with calls is direct': ['terms.isDirect = isOwn && calls == 0;', 'terms.isDirect = isOwn;'],
      'any fill contract is direct': [
        'terms.isDirect = isOwn && calls == 0;',
        'terms.isDirect = calls == 0;',
      ],
      'the currency read as the recipient': [
        'recipient := shr(96, mload(raw))',
        'recipient := shr(96, calldataload(add(add(payment, calldataload(add(payment, 0x20))), 0x20)))',
      ],
      'the expected amount for the minimum': [
        'eq(calldataload(at), 20)), mload(add(words, 0x60)))',
        'eq(calldataload(at), 20)), mload(add(words, 0x80)))',
      ],
      'the last of several payments counts': [
        'minimum := and(eq(calldataload(sub(elements, 0x20)), 1), eq(calldataload(at), 20))',
        'minimum := eq(calldataload(at), 20)',
      ],
      'a currency of any length': [
        'minimum := mul(and(minimum, eq(calldataload(at), 20)), mload(add(words, 0x60)))',
        'minimum := mul(minimum, mload(add(words, 0x60)))',
      ],
      'the first payment hashed for each': [
        'let payment := add(elements, calldataload(add(elements, i)))',
        'let payment := add(elements, calldataload(elements))',
      ],
      'the first call hashed for each': [
        'let at := add(elements, calldataload(add(elements, i)))',
        'let at := add(elements, calldataload(elements))',
      ],
      'a call in any encoding': [
        'ok = keccak256(blob) == keccak256(encodeCall(OrderCall({to: to, data: data, value: value})));',
        'ok = true;',
      ],
      'a call without its value': ['value = uint256(bytes32(blob[64:96]));', 'value = 0;'],
      'refunds of signed orders are not in the id': ['input.refundsHash)', 'bytes32(0))'],
      'the weight of an input is not in the id': [
        'payment.amount, payment.weight',
        'payment.amount, payment.amount',
      ],
    },
  },
  {
    file: 'contracts/libraries/ChainNames.sol',
    tests,
    edits: {
      'a name that is taken': ['if (taken) revert', 'if (false) revert'],
      'an id that is taken': [
        'oldHash != nameHash && (known || oldHash != bytes32(0))',
        'oldHash != nameHash && known',
      ],
      'a name that is renamed': [
        'oldHash != nameHash && (known || oldHash != bytes32(0))',
        'oldHash != nameHash && oldHash != bytes32(0)',
      ],
      'a name set again narrows': ['narrowed = known && chain.isEvm != isEvm;', 'narrowed = known;'],
      'other addresses narrow nothing': ['narrowed = known && chain.isEvm != isEvm;', ''],
      'a removed name narrows nothing': ['return known; }', 'return false; }'],
      'a removed name keeps its id': ['delete self.nameHashes[oldId];', ''],
      'a removed name keeps its chain': ['(chain.id, chain.isEvm) = (0, false);', ''],
    },
  },
  {
    file: 'contracts/libraries/BoundedCalls.sol',
    tests: [
      'test/receivers/tokens.test.ts',
      'test/receivers/returnsHostile.test.ts',
      'test/receivers/guardTokens.test.ts',
      'test/receivers/thieves.test.ts',
      ...tests,
    ],
    edits: {
      'all that comes back is copied': ['if gt(size, 256) { size := 256 }', ''],
      'what comes back has no length': ['mstore(returned, size)', 'mstore(returned, 0)'],
      'the larger of balance and allowance': [
        'return Math.min(balance, allowance);',
        'return Math.max(balance, allowance);',
      ],
      'an approval may return false': [
        ' || (returned.length != 0 && bytes32(returned) != bytes32(uint256(1)))',
        '',
      ],
      'short answers are balances': ['ok := and(ok, gt(returndatasize(), 0x1f))', ''],
      'a silent token allows nothing': ['return !ok || allowance != 0;', 'return allowance != 0;'],
    },
  },
]
