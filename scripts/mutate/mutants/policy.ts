import type { Mutants } from '../types.js'
import { exampleTests, guardTests, receiverTests } from './tests.js'

export const policy: Mutants[] = [
  {
    file: 'contracts/SolverPolicy.sol',
    tests: [...receiverTests, ...guardTests],
    edits: {
      'the administrator is the guardian': ['GUARDIAN_ROLE, guardian,', 'GUARDIAN_ROLE, admin,'],
      'the guardian sets solvers': [
        'setSolver(SolverConfig memory config) external onlyRole(POLICY_ROLE)',
        'setSolver(SolverConfig memory config) external onlyRole(GUARDIAN_ROLE)',
      ],
      'the guardian unpauses': [
        'unpause() external onlyRole(DEFAULT_ADMIN_ROLE)',
        'unpause() external onlyRole(GUARDIAN_ROLE)',
      ],
      'the policy role pauses': [
        'pause() external onlyRole(GUARDIAN_ROLE)',
        'pause() external onlyRole(POLICY_ROLE)',
      ],
      'revokes the caller': [
        'delete _solverPolicyStorage().windows[solver];',
        'delete _solverPolicyStorage().windows[msg.sender];',
      ],
      'a window that has not begun': [
        'return start <= block.timestamp && block.timestamp < end;',
        'return block.timestamp < end;',
      ],
      'the stop is still in the window': ['block.timestamp < end;', 'block.timestamp <= end;'],
      'start and end swapped': [
        'Window({start: config.start, end: end})',
        'Window({start: end, end: config.start})',
      ],
      'the first window outlasts': ['windows[a].end > $.windows[b].end', 'windows[a].end < $.windows[b].end'],
      'a stop of zero is past': ['config.stop == 0 ? NEVER : config.stop', 'config.stop'],
    },
  },
  {
    file: 'contracts/FillPolicy.sol',
    tests: [...receiverTests, ...exampleTests('StandaloneReceiver')],
    edits: {
      'nothing is reserved': [
        '_setReserved(config.reserved[i], true)',
        '_setReserved(config.reserved[i], false)',
      ],
      'no router is accepted': [
        '_setRouter(config.routers[i], true)',
        '_setRouter(config.routers[i], false)',
      ],
      'the guardian sets routes': [
        'setRoute(RouteConfig memory config) external onlyRole(POLICY_ROLE)',
        'setRoute(RouteConfig memory config) external onlyRole(GUARDIAN_ROLE)',
      ],
      'the guardian lists tokens': [
        'setToken(address token, uint128 min, uint128 max) external onlyRole(POLICY_ROLE)',
        'setToken(address token, uint128 min, uint128 max) external onlyRole(GUARDIAN_ROLE)',
      ],
      'the guardian sets recipients': [
        'setRecipient(RecipientConfig memory config) external onlyRole(POLICY_ROLE)',
        'setRecipient(RecipientConfig memory config) external onlyRole(GUARDIAN_ROLE)',
      ],
      'the guardian sets the root': [
        'setRecipientRoot(bytes32 root) external onlyRole(POLICY_ROLE)',
        'setRecipientRoot(bytes32 root) external onlyRole(GUARDIAN_ROLE)',
      ],
      'the administrator sets routers': [
        'setRouter(address router, bool allowed) external onlyRole(POLICY_ROLE)',
        'setRouter(address router, bool allowed) external onlyRole(DEFAULT_ADMIN_ROLE)',
      ],
      'a first root narrows': ['old != bytes32(0) && old != root', 'old != root'],
      'a root that falls away narrows nothing': [
        'old != bytes32(0) && old != root',
        'old != bytes32(0) && old != root && root != bytes32(0)',
      ],
      'the same root narrows': ['old != bytes32(0) && old != root', 'old != bytes32(0)'],
      'a new range narrows': [
        'narrowed = range.max != 0 && (min > range.min || max < range.max);',
        'narrowed = min > range.min || max < range.max;',
      ],
      'a higher minimum narrows nothing': ['(min > range.min || max < range.max)', '(max < range.max)'],
      'a lower maximum narrows nothing': ['(min > range.min || max < range.max)', '(min > range.min)'],
      'compares with the new range': [
        'narrowed = range.max != 0 && (min > range.min || max < range.max); (range.min, range.max) = (min, max);',
        '(range.min, range.max) = (min, max); narrowed = range.max != 0 && (min > range.min || max < range.max);',
      ],
      'min and max swapped': ['(range.min, range.max) = (min, max);', '(range.min, range.max) = (max, min);'],
      'any chain of a currency': [
        '_verifierStorage().routes[config.chainId][config.currency]',
        '_verifierStorage().routes[block.chainid][config.currency]',
      ],
      'a hook for every recipient': ['config.hook ? RECIPIENT | HOOK : RECIPIENT', 'RECIPIENT | HOOK'],
      'a recipient set again narrows': ['old != flags && (old != 0 ||', '(old != 0 ||'],
      'a hook that is added narrows nothing': ['old != flags && (old != 0 ||', '(old & ~flags != 0 ||'],
      'a new recipient narrows nothing beside a tree': [
        '(old != 0 || recipientRoot() != bytes32(0))',
        '(old != 0)',
      ],
      'a new recipient narrows without a tree': ['(old != 0 || recipientRoot() != bytes32(0))', 'true'],
      'a router set again narrows': ['if (changed && (!allowed ||', 'if ((!allowed ||'],
      'a router that is removed narrows nothing': [
        '(!allowed || _mayBeRecipient(_flags(router)))',
        '(_mayBeRecipient(_flags(router)))',
      ],
      'every new router narrows': ['(!allowed || _mayBeRecipient(_flags(router)))', 'true'],
      'a recipient that becomes a router narrows nothing': [
        '(!allowed || _mayBeRecipient(_flags(router)))',
        '!allowed',
      ],
      'reserving a stranger narrows': [
        'changed && reserved && _mayBeRecipient(_flags(account))',
        'changed && reserved',
      ],
      'reserving a recipient narrows nothing': [
        'changed && reserved && _mayBeRecipient(_flags(account))',
        'false',
      ],
      'releasing an account narrows': ['changed && reserved && _may', 'changed && _may'],
      'routers stored as reserved': [
        '_setFlag(router, ROUTER, allowed)',
        '_setFlag(router, RESERVED, allowed)',
      ],
      'other flags lost': ['(flags & ~mask) | value', 'value'],
      'the receiver itself may be paid': [' || account == address(this)', ''],
      'Permit2 may be paid': [' || account == PERMIT2', ''],
      'any chain id for the own name': ['== ownHash ? chainId : 0;', '== ownHash ? block.chainid : 0;'],
      'every name is the own': [
        'return bytes15(nameHash) == ownHash ? chainId : 0;',
        'ownHash; return chainId;',
      ],
      'the proof decides for listed recipients': [
        'if (proof.length == 0 || flags & RECIPIENT != 0) return flags;',
        'if (proof.length == 0) return flags;',
      ],
      'a proof of another chain': [
        'abi.encode(block.chainid, address(this)',
        'abi.encode(uint256(0), address(this)',
      ],
      'a proof of another receiver': [
        'abi.encode(block.chainid, address(this)',
        'abi.encode(block.chainid, msg.sender',
      ],
      'a leaf hashed once': [
        'keccak256( bytes.concat(keccak256(abi.encode(block.chainid, address(this), recipient, proof[0]))) )',
        'keccak256(abi.encode(block.chainid, address(this), recipient, proof[0]))',
      ],
      'the hook of a leaf ignored': [
        'return proof[0] == bytes32(0) ? flags | RECIPIENT : flags | RECIPIENT | HOOK;',
        'return flags | RECIPIENT;',
      ],
      'a proof clears what is forbidden': [
        'return proof[0] == bytes32(0) ? flags | RECIPIENT : flags | RECIPIENT | HOOK;',
        'return proof[0] == bytes32(0) ? RECIPIENT : RECIPIENT | HOOK;',
      ],
      'any flag word of a leaf': [' || uint256(proof[0]) > 1', ''],
      'a proof without a root': ['if (root == bytes32(0) || ', 'if ('],
      'the epoch begins at zero': ['$.policyEpoch = 1;', ''],
    },
    equivalent: {
      'a proof without a root': 'no leaf hashes to zero',
    },
  },
  {
    file: 'contracts/FillVerifier.sol',
    tests: receiverTests,
    edits: {
      'the configured name alone': [
        'if (chainId == block.chainid) chainId = _chainIdOf(chainNameHash);',
        'chainId = _chainIdOf(chainNameHash);',
      ],
      'the attested chain alone': ['if (chainId == block.chainid) chainId = _chainIdOf(chainNameHash);', ''],
      'the route of the native currency': ['.routes[chainId][currency]', '.routes[chainId][bytes32(0)]'],
      'origins of any amount': [
        'if (amount < min || amount > max) revert AmountOutOfRange',
        'if (amount < min && amount > max) revert AmountOutOfRange',
      ],
      'any minimum of a call': ['if (lowest < min || highest', 'if (highest < min || highest'],
      'any maximum of a call': ['if (lowest < min || highest > max)', 'if (lowest < min || lowest > max)'],
      'the token of another': [
        'Range storage range = _verifierStorage().tokens[token];',
        'Range storage range = _verifierStorage().tokens[address(0)];',
      ],
      'any upper bytes of the attested recipient': [
        'if (uint256(attested) >> 160 != 0)',
        'if (attested == 0)',
      ],
      'the zero address may be paid': ['recipient == address(0) || ', ''],
      'a token may be paid': [' || recipient == terms.token', ''],
      'the last second is too late': ['if (block.timestamp > deadline)', 'if (block.timestamp >= deadline)'],
      'value beside a token': [
        'uint256 required = terms.token == address(0) ? amount : 0;',
        'uint256 required = terms.token == address(0) ? amount : value;',
      ],
      'the hook flag is lost': ['terms.hook = flags & HOOK != 0;', ''],
      'a call outlives its order': [
        'if (payment.deadline > terms.deadline)',
        'if (payment.deadline < terms.deadline)',
      ],
      'the deadline of the order for that of the call': ['terms.deadline = payment.deadline;', ''],
      'minimum and maximum swapped': [
        'terms.minimum = payment.minimum; terms.maximum = payment.maximum;',
        'terms.minimum = payment.maximum; terms.maximum = payment.minimum;',
      ],
      'recipient and refundTo swapped': [
        'terms.recipient = payment.recipient; terms.refundTo = payment.refundTo;',
        'terms.recipient = payment.refundTo; terms.refundTo = payment.recipient;',
      ],
      'user compared with currency': [
        'payment.originUser, terms.originUser',
        'payment.originUser, terms.originCurrency',
      ],
      'nothing is an amount': ['if (minimum == 0 || minimum > maximum)', 'if (minimum > maximum)'],
      'an empty range is an amount': ['if (minimum == 0 || minimum > maximum)', 'if (minimum == 0)'],
    },
  },
  {
    file: 'contracts/DirectFills.sol',
    tests: receiverTests,
    edits: {
      'marks nothing': ['.paid[id] = 1;', '.paid[id];'],
      'marks a fill for its solver': ['_markPaid(terms.id);', '_markPaid(_padded(terms.solver));'],
      'native currency of any amount': [
        'if (terms.token == address(0)) _checkTokenRange(terms.token, amount, amount); else _checkToken(terms.token);',
        '_checkToken(terms.token);',
      ],
      'the stated amount of a token': [
        'if (terms.token == address(0)) _checkTokenRange(terms.token, amount, amount); else _checkToken(terms.token);',
        '_checkTokenRange(terms.token, amount, amount);',
      ],
    },
  },
]
