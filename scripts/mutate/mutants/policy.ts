import type { Mutants } from '../types.js'

export const policy: Mutants[] = [
  {
    file: 'contracts/FillVerifier.sol',
    tests: ['test/receivers/checks.test.ts'],
    edits: {
      'the recipient is not checked': ['if (isNew) _checkRecipient(t);', ''],
      'marks another mapping': [
        'if (t.callHash == bytes32(0)) requests.markPaid(t.id);',
        'if (t.callHash == bytes32(0)) requests.calls[t.id].isPaid = true;',
      ],
      'marks the attested word of the recipient': [
        'requests.markPaid(t.id);',
        'requests.markPaid(t.words.destinationUser);',
      ],
      'looks for the id among calls': ['? requests.paid[t.id] != 0', '? requests.calls[t.id].isPaid'],
      'the configured name alone': [
        'if (found == block.chainid) found = _chainIdOf(t.chainNameHash);',
        'found = _chainIdOf(t.chainNameHash);',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
      'the attested chain alone': ['if (found == block.chainid) found = _chainIdOf(t.chainNameHash);', ''],
      'the origin for the destination': [
        'uint256 found = t.words.destinationChainId;',
        'uint256 found = t.words.originChainId;',
      ],
      'the user for the recipient': [
        'bytes32 word = t.words.destinationUser;',
        'bytes32 word = t.words.originUser;',
      ],
      'a token may be paid': [' || recipient == t.token || _isForbidden', ' || _isForbidden'],
      'a router is a recipient': [
        't.recipientFlags & Accounts.RECIPIENT == 0',
        't.recipientFlags & (Accounts.RECIPIENT | Accounts.ROUTER) == 0',
        { equivalent: 'a router is refused before, listed or not' },
      ],
      'value beside a token': [
        'uint256 required = t.token == address(0) ? t.amount : 0;',
        'uint256 required = t.token == address(0) ? t.amount : t.value;',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
      'checks of an authorized call skipped': [
        'bool isNew = !t.authorized;',
        'bool isNew = t.authorized;',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
      'the signer of the terms is not asked': [
        '_checkSigner(t); bool isNew',
        'bool isNew',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
      'the deadline of the call alone': [
        'if (block.timestamp <= t.deadline) return;',
        'if (block.timestamp <= t.deadline || t.authorized) return;',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
      'origins of any amount': [
        '(uint256 amount, uint256 max) = (t.words.originAmount, t.routeMax);',
        '(uint256 amount, uint256 max) = (t.amount, t.routeMax);',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
      'the route of another currency': [
        '.routes.get(t.words.originChainId, t.words.originCurrency)',
        '.routes.get(t.words.originChainId, bytes32(0))',
      ],
      'minimum and maximum swapped': [
        't.minimum = p.minimum; t.maximum = p.maximum;',
        't.minimum = p.maximum; t.maximum = p.minimum;',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
      'recipient and refundTo swapped': [
        't.recipient = p.recipient; t.refundTo = p.refundTo;',
        't.recipient = p.refundTo; t.refundTo = p.recipient;',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
    },
    deleted: [
      '_checkPaused(t);',
      '_checkSigner(t);',
      '_checkDestination(t);',
      '_checkOrigin(t);',
      '_checkAmountSent(t);',
      '_checkRequestId(t);',
      '_checkTerms(t);',
      '_checkExpiry(t);',
      '_checkNotPaid(t);',
      '_checkPayment(t);',
      'if (_verifierStorage().isPaused)',
      'if (failure.length == 0)',
      'if (requestId == 0)',
      'if (uint256(t.id) != requestId)',
      'if (t.termsFailure.length != 0)',
      'if (word != required && word != bytes32(0) && uint256(word) >> 160 == 0)',
      'if (word != required || word == bytes32(0) || recipient == t.token || _isForbidden(recipient, t.recipientFlags))',
      'if (t.recipientFlags & Accounts.RECIPIENT == 0)',
      'if (isPaid_)',
      'if (t.value != required)',
      'if (t.amount < t.minimum)',
      'if (t.amount > t.maximum)',
    ],
  },
  {
    file: 'contracts/FillPolicy.sol',
    tests: ['test/receivers/policy.test.ts'],
    edits: {
      'anyone calls setRoute': [
        'setRoute(RouteConfig memory config) external onlyRole(POLICY_ROLE)',
        'setRoute(RouteConfig memory config) external',
      ],
      'anyone calls setRecipient': [
        'setRecipient(RecipientConfig memory config) external onlyRole(POLICY_ROLE)',
        'setRecipient(RecipientConfig memory config) external',
      ],
      'anyone calls removeRecipient': [
        'removeRecipient(address recipient) external onlyRole(POLICY_ROLE)',
        'removeRecipient(address recipient) external',
      ],
      'anyone calls setRecipientRoot': [
        'setRecipientRoot(bytes32 root) external onlyRole(POLICY_ROLE)',
        'setRecipientRoot(bytes32 root) external',
      ],
      'anyone calls setRouter': [
        'setRouter(address router, bool allowed) external onlyRole(POLICY_ROLE)',
        'setRouter(address router, bool allowed) external',
      ],
      'anyone calls setReserved': [
        'setReserved(address account, bool reserved) external onlyRole(POLICY_ROLE)',
        'setReserved(address account, bool reserved) external',
      ],
      'the guardian sets routes': [
        'setRoute(RouteConfig memory config) external onlyRole(POLICY_ROLE)',
        'setRoute(RouteConfig memory config) external onlyRole(GUARDIAN_ROLE)',
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
      'a first root is a narrowing': [
        'if (old != bytes32(0) && old != root) _raisePolicyEpoch();',
        'if (old != root) _raisePolicyEpoch();',
      ],
      'a root that falls away is none': [
        'if (old != bytes32(0) && old != root) _raisePolicyEpoch();',
        'if (old != bytes32(0) && old != root && root != bytes32(0)) _raisePolicyEpoch();',
      ],
      'a hook for every recipient': [
        'config.hook ? Accounts.RECIPIENT | Accounts.HOOK : Accounts.RECIPIENT',
        'Accounts.RECIPIENT | Accounts.HOOK',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
      'routers stored as reserved': [
        'Accounts.ROUTER, allowed ? Accounts.ROUTER : 0',
        'Accounts.RESERVED, allowed ? Accounts.RESERVED : 0',
      ],
      'the receiver itself may be paid': [
        ' || account == address(this) || account == PERMIT2',
        ' || account == PERMIT2',
        { tests: ['test/receivers/checks.test.ts'] },
      ],
      'Permit2 may be paid': [' || account == PERMIT2', '', { tests: ['test/receivers/checks.test.ts'] }],
      'any chain id for the own name': [
        'return bytes15(nameHash) == ownHash ? chainId : 0;',
        'return bytes15(nameHash) == ownHash ? block.chainid : 0;',
        { tests: ['test/receivers/checks.test.ts'] },
      ],
      'the proof decides for listed recipients': [
        'if (proof.length == 0 || flags & Accounts.RECIPIENT != 0) return flags;',
        'if (proof.length == 0) return flags;',
        { tests: ['test/receivers/recipientTree.test.ts'] },
      ],
    },
    deleted: [
      'if (config.chainId == 0)',
      'if (config.min > config.max)',
      'if (config.recipient == address(0))',
      'if (router == address(0))',
      'if (account == address(0))',
    ],
  },
]
