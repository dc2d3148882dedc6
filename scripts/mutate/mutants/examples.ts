import type { Mutants } from '../types.js'
import { exampleTests, kitTests } from './tests.js'

/** The mistakes in the contracts that integrators copy, and in the base of their tests. */
export const examples: Mutants[] = [
  {
    file: 'contracts/examples/AttestedDeposits.sol',
    tests: ['test/receivers/verifier.test.ts', ...exampleTests('AttestedDeposits')],
    edits: {
      'a deposit overwrites': [
        'balanceOf[terms.recipient] += msg.value',
        'balanceOf[terms.recipient] = msg.value',
      ],
      'a deposit for its sender': ['balanceOf[terms.recipient] +=', 'balanceOf[msg.sender] +='],
      'a balance stays after it was taken': ['balanceOf[msg.sender] = 0;', ''],
      'reports nothing of a deposit': [
        'emit FillAccepted(terms.id, terms.recipient, terms.solver, msg.sender, address(0), msg.value);',
        '',
      ],
    },
    equivalent: {
      'without nonReentrant': 'a deposit calls no one',
      'without nonReentrant #2': 'the balance is cleared before it is sent',
    },
  },
  {
    file: 'contracts/examples/FillCredits.sol',
    tests: exampleTests('FillCredits'),
    edits: {
      'a credit overwrites': ['creditOf[user] += received.amount', 'creditOf[user] = received.amount'],
      'a credit for the receiver': ['creditOf[user] +=', 'creditOf[msg.sender] +='],
      'a credit stays after it was taken': ['creditOf[msg.sender] = 0;', ''],
      'data of any length': ['data.length == 32 ? uint256(bytes32(data)) : 0', 'uint256(bytes32(data))'],
      'any upper bytes of a user': ['word == 0 || word >> 160 != 0', 'word == 0'],
      'nobody is a user': ['word == 0 || word >> 160 != 0', 'word >> 160 != 0'],
    },
  },
  {
    file: 'contracts/examples/PayerRestrictedReceiver.sol',
    tests: ['test/attack/restrictedPayer.test.ts', ...exampleTests('PayerRestrictedReceiver')],
    edits: {
      'a payment without the checks of its parent': ['super._accept(terms, amount);', ''],
      'a return without the checks of its parent': ['return super._checkReturn(terms, payer);', ''],
      'the guardian pays': ['hasRole(PAYER_ROLE, payer)', 'hasRole(GUARDIAN_ROLE, payer)'],
    },
  },
  {
    file: 'contracts/examples/Shop.sol',
    tests: ['contracts/examples/Shop.t.sol', ...exampleTests('Shop')],
    edits: {
      'a credit overwrites': ['(address))] += received', '(address))] = received'],
      'anyone credits': ['require(msg.sender == receiver, "only the receiver");', ''],
      'a token is credited as native currency': ['credit[received.token]', 'credit[address(0)]'],
      'a credit stays': ['credit[token][msg.sender] = 0;', ''],
      'a credit is forgotten after it was paid': [
        'credit[token][msg.sender] = 0; if (token == address(0)) Address.sendValue(payable(msg.sender), amount); else SafeERC20.safeTransfer(IERC20(token), msg.sender, amount);',
        'if (token == address(0)) Address.sendValue(payable(msg.sender), amount); else SafeERC20.safeTransfer(IERC20(token), msg.sender, amount); credit[token][msg.sender] = 0;',
      ],
      'a token is paid in native currency': [
        'if (token == address(0)) Address',
        'if (token != address(1)) Address',
      ],
    },
  },
  {
    file: 'contracts/examples/StandaloneReceiver.sol',
    tests: exampleTests('StandaloneReceiver'),
    edits: {
      'a call is not paid by its hash': [' || FillSettlement.isPaid(id)', ''],
      'an order is not paid by its id': ['DirectFills.isPaid(id) || ', ''],
    },
  },
  {
    file: 'contracts/examples/VaultDeposits.sol',
    tests: exampleTests('VaultDeposits'),
    edits: {
      'what was there belongs to the fill': ['asset.balanceOf(address(this)) - received.amount;', '0;'],
      'an allowance stays': ['asset.forceApprove(address(vault), 0);', ''],
      'approves without limit': [
        'asset.forceApprove(address(vault), received.amount);',
        'asset.forceApprove(address(vault), type(uint256).max);',
      ],
      'shares for the receiver': [
        'vault.deposit(received.amount, beneficiary)',
        'vault.deposit(received.amount, receiver)',
      ],
      'shares that were there count': [
        'vault.balanceOf(beneficiary) - shares',
        'vault.balanceOf(beneficiary)',
      ],
      'what the vault left stays': ['if (left != 0) asset.safeTransfer(beneficiary, left);', ''],
      'no limit is a limit': [' || minimumShares == 0', ''],
      'nobody is a beneficiary': ['beneficiary == address(0) || ', ''],
      'data of any length': ['if (data.length == 64) (beneficiary', 'if (data.length >= 64) (beneficiary'],
      'any upper bytes of a beneficiary': ['if (word >> 160 == 0) beneficiary', 'beneficiary'],
    },
    equivalent: {
      'approves without limit': 'the balance afterwards refuses a vault that took more than the fill',
    },
  },
  {
    file: 'contracts/testing/FillproofTest.sol',
    tests: kitTests,
    edits: {
      'any origin is accepted': [
        'chainId: request.originChainId, currency: toWord',
        'chainId: 1, currency: toWord',
      ],
      'no router is accepted': ['if (request.router != address(0)) config.routers[0] = request.router;', ''],
      'the former solver stays': ['solver: former, start: 0, stop: 1', 'solver: former, start: 0, stop: 0'],
      'a hook is not called': ['recipient: recipient, hook: true', 'recipient: recipient, hook: false'],
      'an order of another fill contract': ['abi.encode(request.receiver)', 'abi.encode(request.recipient)'],
      'an order of nothing': ['minimumAmount: request.minimum, expected', 'minimumAmount: 0, expected'],
      'a call without its value': ['payment.token == address(0) ? payment.minimum : 0', '0'],
      'no maximum': [
        'maximum: request.maximum == 0 ? request.minimum : request.maximum',
        'maximum: request.minimum',
      ],
      'a signed payment has a user': ['payment.originUser = 0;', ''],
      'an order signed without a prefix': [
        'MessageHashUtils.toEthSignedMessageHash(hashOrder(order))',
        'hashOrder(order)',
      ],
      'a compact signature without its parity': [' | (uint256(v - 27) << 255)', ''],
      'an attestation of another user': ['destinationUser: toWord(request.recipient)', 'destinationUser: 0'],
      'terms without a maximum': [
        '(payment.token, payment.minimum, payment.maximum)',
        '(payment.token, payment.minimum, type(uint256).max)',
      ],
      'the terms of a payer without calls': [
        'order.output.calls.length == 0 ? bytes32(0) : hashCalls(order.output.calls)',
        'bytes32(0)',
      ],
      'calls are hashed once': ['hashes[i] = keccak256(calls[i])', 'hashes[i] = bytes32(calls[i])'],
      'a call approves nothing': ['IERC20(payment.token).forceApprove(receiver, amount);', ''],
      'a call pays nothing': ['value: native ? amount : 0', 'value: 0'],
      'what was returned counts as paid': [
        'payAuthorized{value: native ? amount : 0}(payment) != 0',
        'payAuthorized{value: native ? amount : 0}(payment) < type(uint256).max',
      ],
      'one refund of an order with calls': [
        '_bothRefunds(request, order.inputs[0].refunds[0])',
        'order.inputs[0].refunds',
      ],
      'the data of a refund is not hashed': ['keccak256(refunds[i].extraData)', 'bytes32(0)'],
    },
  },
  {
    file: 'contracts/testing/OrderHashes.sol',
    tests: kitTests,
    edits: {
      'the version is not hashed': ['keccak256(bytes(order.version))', 'bytes32(0)'],
      'fees are not hashed': ['hashFees(order.fees)', 'bytes32(0)'],
      'the amount of a fee is not hashed': ['fee.amount', 'uint256(0)'],
      'calls are hashed once': ['hashes[i] = keccak256(calls[i])', 'hashes[i] = bytes32(calls[i])'],
      'minimum and expected amount swapped': [
        'payment.minimumAmount, payment.expectedAmount',
        'payment.expectedAmount, payment.minimumAmount',
      ],
    },
  },
]
