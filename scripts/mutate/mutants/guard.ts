import type { Mutants } from '../types.js'
import { guardTests, parityTests } from './tests.js'

export const guard: Mutants[] = [
  {
    file: 'contracts/GuardPolicy.sol',
    tests: guardTests,
    edits: {
      'the guardian lists recipients': [
        'bool allowed) external onlyRole(POLICY_ROLE)',
        'bool allowed) external onlyRole(GUARDIAN_ROLE)',
      ],
      'a recipient of any length': [
        '(recipient.length != 20 || bytes20(recipient) == bytes20(0))',
        '(bytes20(recipient) == bytes20(0))',
      ],
      'the zero address is listed': [
        '(recipient.length != 20 || bytes20(recipient) == bytes20(0))',
        '(recipient.length != 20)',
      ],
      'a name moves to another chain': [
        'config.chainId != 0 && $.pairs.set',
        'config.chainId == 0 && $.pairs.set',
      ],
      'a chain becomes another machine': [
        '$.pairs.set(config.name, config.chainId, config.isEvm)',
        '!$.pairs.set(config.name, config.chainId, config.isEvm) && false',
      ],
      'the pause is not stored': ['_guardStorage().isPaused = value;', ''],
    },
  },
  {
    file: 'contracts/PaymentGuard.sol',
    tests: guardTests,
    edits: {
      'the administrator rescues': ['RESCUE_ROLE, config.rescuer', 'RESCUE_ROLE, config.admin'],
      'deposits in its own name': ['depositNative, (msg.sender, id)', 'depositNative, (address(this), id)'],
      'deposits tokens in its own name': [
        '(msg.sender, currency, amount, id)',
        '(address(this), currency, amount, id)',
      ],
      'deposits under another id': [
        'depositNative, (msg.sender, id)',
        'depositNative, (msg.sender, bytes32(uint256(1)))',
      ],
      'an allowance stays': [
        'if (BoundedCalls.isAllowed(currency, to)) BoundedCalls.approve(currency, to, 0);',
        '',
      ],
      'approves without limit': [
        'BoundedCalls.approve(currency, to, amount);',
        'BoundedCalls.approve(currency, to, type(uint256).max);',
      ],
      'the payment is not marked': ['_guardStorage().paid[id] = 1;', ''],
      'an order is paid again by another payer': [
        'if (_guardStorage().paid[evidence.id] != 0)',
        'if (_guardStorage().paid[evidence.id] != 0 && terms.refundTo.length == 0)',
      ],
      'the fill contract counts with calls alone': [
        'if (order.output.extraDataHash != extraData) {',
        'if (calls != NO_CALLS && order.output.extraDataHash != extraData) {',
      ],
      'promises add up': ['amount = payment.minimumAmount;', 'amount += payment.minimumAmount;'],
      'allowNoRefund excuses one refund with calls': [
        'if (refunds.length == 1 && _callsHash(terms) != NO_CALLS)',
        'if (!terms.allowNoRefund && refunds.length == 1 && _callsHash(terms) != NO_CALLS)',
      ],
      'calls with no fill contract': [
        'if (calls != NO_CALLS && terms.extraData.length == 0)',
        'if (terms.minimum == type(uint256).max && terms.extraData.length == 0)',
      ],
      'an order ends now': ['if (block.timestamp >= deadline)', 'if (block.timestamp > deadline)'],
      'an order ends with the minimum': [
        'if (terms.minimumDeadline >= deadline)',
        'if (terms.minimumDeadline > deadline)',
      ],
      'any refund is one on this chain': ['isHere = chainId == evidence.inputChainId;', 'isHere = true;'],
      'no refund is needed': ['bool isRefunded = terms.allowNoRefund;', 'bool isRefunded = true;'],
      'a refund is needed in any case': ['bool isRefunded = terms.allowNoRefund;', 'bool isRefunded;'],
      'a refund of what is paid': [
        'if (refund.minimumAmount > payment.amount)',
        'if (refund.minimumAmount >= payment.amount)',
      ],
      'a refund that outlasts the output': [
        'if (refund.deadline < deadline)',
        'if (refund.deadline <= deadline)',
      ],
      'any attested user': [
        'bytes32 required = evidence.attestation.originUser;',
        'bytes32 required = _padded(msg.sender);',
      ],
      'origin and destination swapped': [
        '(evidence.id, origin, destination) = PaymentOrders.read(order);',
        '(evidence.id, destination, origin) = PaymentOrders.read(order);',
      ],
      'promises of all currencies': ['keccak256(found) == currency && payment', 'payment'],
      'output currencies of any length': [
        'if (isEvm && found.length != 20)',
        'if (isEvm && found.length > 32)',
      ],
      'a refund in another currency needs a minimum': ['isHere && refund.minimumAmount == 0', 'isHere'],
      'a refund elsewhere is enough': ['isHere && refund.minimumAmount == 0', 'refund.minimumAmount == 0'],
      'the smallest promise': ['payment.minimumAmount > amount) {', 'payment.minimumAmount != 0) {'],
      'a promise of nothing': ['terms.minimum == 0 ? 1 : terms.minimum', 'terms.minimum'],
      'refunds of a payer on another chain': [
        'bool isPayer = isEvm && recipient',
        'bool isPayer = recipient',
      ],
      'any refund data': ['if (extraData.length == 0) return true;', 'return true;'],
      'the first refund data': ['i < agreed.length; ++i', 'i < 1 && i < agreed.length; ++i'],
      'the first refund decides': ['i < refunds.length; ++i', 'i < 1 && i < refunds.length; ++i'],
      'the first payment decides': [
        'for (uint256 i = 0; i < payments.length; ++i) _checkPaidRecipient',
        'for (uint256 i = 0; i < 1 && i < payments.length; ++i) _checkPaidRecipient',
      ],
      'a router is paid without calls': ['if (_callsHash(terms) != NO_CALLS) return;', 'return;'],
      'a recipient of another length': [' || recipient.length != terms.recipient.length', ''],
      'a fill contract of any length': [
        'recipient.length == 20 && extraData.length == 32 &&',
        'recipient.length == 20 &&',
      ],
      'a refund in any currency of its chain': [
        'if (isHere && currency == keccak256(payment.currency)) {',
        'if (isHere) {',
      ],
      'a refund of the output on any chain': [
        'else if (chainId != evidence.outputChainId || currency',
        'else if (currency',
      ],
      'what the depository had counts': [
        'Math.saturatingSub(_balanceOf(currency, to), deposited)',
        '_balanceOf(currency, to)',
      ],
    },
  },
  {
    file: 'contracts/libraries/PaidRecipients.sol',
    tests: guardTests,
    edits: {
      'a list for all chains': [
        'self.allowed[chainId][keccak256(recipient)] = allowed; } /// @notice Returns whether the recipient is on the list. function isAllowed(State storage self, uint256 chainId, bytes calldata recipient) internal view returns (bool) { return self.allowed[chainId][keccak256(recipient)];',
        'chainId; self.allowed[0][keccak256(recipient)] = allowed; } function isAllowed(State storage self, uint256 chainId, bytes calldata recipient) internal view returns (bool) { chainId; return self.allowed[0][keccak256(recipient)];',
      ],
      'forms of an address are one': [
        'allowed[chainId][keccak256(recipient)] = allowed',
        'allowed[chainId][toWord(recipient)] = allowed',
      ],
      'long addresses are cut': [
        'account.length == 32 ? bytes32(account) : keccak256(account)',
        'bytes32(account)',
      ],
    },
  },
  {
    file: 'contracts/libraries/PaymentOrders.sol',
    tests: [...guardTests, ...parityTests],
    edits: {
      'the first refund hashed for each': [
        'let refund := add(elements, calldataload(add(elements, i)))',
        'let refund := add(elements, calldataload(elements))',
      ],
      'the first payment hashed for each': [
        'hashPayment( add(elements, calldataload(add(elements, i))),',
        'hashPayment( add(elements, calldataload(elements)),',
      ],
      'a dirty deadline of a refund': ['if shr(32, mload(add(words, 0xa0))) { revert(0, 0) }', ''],
      'a dirty deadline': ['if shr(32, mload(add(words, 0x60))) { revert(0, 0) }', ''],
      'the input is hashed once': [
        'mstore(add(words, 0xa0), keccak256(0, 0x20))',
        'mstore(add(words, 0xa0), mload(0))',
      ],
    },
  },
]
