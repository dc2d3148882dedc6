import type { Mutants } from '../types.js'
import { inboxTests } from './tests.js'

export const inboxes: Mutants[] = [
  {
    file: 'contracts/InboxReceiver.sol',
    tests: inboxTests,
    edits: {
      'the claimer of nobody': ['if (claimer != address(0) && msg.sender', 'if (msg.sender'],
      'any recipient': ['_readRecipient(fill, recipientProof);', 'fill.hook = terms.hook;'],
      'the origin of the order': ['fill.originChainId = 0; fill.originCurrency = 0;', ''],
      "the terms' deadline alone": ['Math.min(fill.deadline, terms.deadline)', 'terms.deadline'],
      "the order's deadline alone": ['Math.min(fill.deadline, terms.deadline)', 'fill.deadline'],
      "without the order's minimum": [
        'Math.max(Math.max(fill.minimum, terms.minimum), least)',
        'Math.max(terms.minimum, least)',
      ],
      "without the terms' minimum": [
        'Math.max(Math.max(fill.minimum, terms.minimum), least)',
        'Math.max(fill.minimum, least)',
      ],
      "without the list's minimum": [
        'Math.max(Math.max(fill.minimum, terms.minimum), least)',
        'Math.max(fill.minimum, terms.minimum)',
      ],
      "without the list's maximum": ['Math.min(balance, fill.maximum)', 'balance'],
      'the token is called before the list': [
        '_readClaim(fill, terms, recipientProof);',
        '_balanceOf(fill.token, inbox); _readClaim(fill, terms, recipientProof);',
      ],
      'no data for the hook': ['fill.data = terms.data;', ''],
      'no hook runs': ['if (fill.hook) _callHook', 'if (false) _callHook'],
      'every hook runs': ['if (fill.hook) _callHook', '_callHook'],
      'the caller is the payer': ['fill.solver, inbox, fill.token', 'fill.solver, msg.sender, fill.token'],
      'claims do not count': ['++_inboxReceiverStorage().claims[inboxHash]', 'claims(inboxHash) + 1'],
      'ids of all chains': [
        'abi.encode(block.chainid, address(this), inboxHash, number)',
        'abi.encode(address(this), inboxHash, number)',
      ],
      'ids of all receivers': [
        'abi.encode(block.chainid, address(this), inboxHash, number)',
        'abi.encode(block.chainid, inboxHash, number)',
      ],
      'ids of all inboxes': [
        'abi.encode(block.chainid, address(this), inboxHash, number)',
        'abi.encode(block.chainid, address(this), number)',
      ],
      'one id of an inbox': [
        'abi.encode(block.chainid, address(this), inboxHash, number)',
        'abi.encode(block.chainid, address(this), inboxHash)',
      ],
      'sends before it counts': [
        '_acceptClaim(fill, amount, inboxHash, inbox); credited = _collect(fill, amount, inboxHash, inbox, balance);',
        'credited = _collect(fill, amount, inboxHash, inbox, balance); _acceptClaim(fill, amount, inboxHash, inbox);',
      ],
      'credits what was asked': ['Math.min(Math.min(amount, sent), arrived)', 'Math.min(amount, sent)'],
      'credits what arrived': ['Math.min(Math.min(amount, sent), arrived)', 'Math.min(sent, arrived)'],
      'credits what did not leave': [
        'Math.min(Math.min(amount, sent), arrived)',
        'Math.min(amount, arrived)',
      ],
      'refunds to nobody': ['to == address(0) || to == inbox', 'to == inbox'],
      'refunds to the inbox': ['to == inbox || ', ''],
      'refunds to the receiver': ['to == address(this) || (!isOwner', '(!isOwner'],
      'strangers refund to anyone': ['|| (!isOwner && to != terms.refundTo)', ''],
      'the owner refunds to itself alone': ['(!isOwner && to != terms.refundTo)', '(to != terms.refundTo)'],
      'the owner waits, too': [
        '!isOwner && block.timestamp <= terms.deadline',
        'block.timestamp <= terms.deadline',
      ],
      'strangers never wait': ['!isOwner && block.timestamp <= terms.deadline', 'false'],
      'strangers wait for ever': ['!isOwner && block.timestamp <= terms.deadline', '!isOwner'],
      'strangers refund in the last second': [
        'block.timestamp <= terms.deadline',
        'block.timestamp < terms.deadline',
      ],
      'what is kept is that of the refunded token': [
        '_checkKept(terms.token, inbox, kept)',
        '_checkKept(token, inbox, kept)',
      ],
      'refunds what was asked': [
        'return Math.saturatingSub(balance, _balanceOf(token, inbox));',
        'return amount;',
      ],
      'nobody owns': ['refundTo == address(0) || refundTo', 'refundTo'],
      'the receiver owns': ['refundTo == address(0) || refundTo == address(this)', 'refundTo == address(0)'],
      'a clone for each call': ['if (inbox.code.length == 0) Clones', 'Clones'],
      'no clone': ['if (inbox.code.length == 0) Clones', 'if (false) Clones'],
      'the inbox pays no value': ['fill.token == address(0) ? amount : 0', '0'],
      'a claim has no owner': ['fill.refundTo = terms.refundTo;', ''],
      'strangers refund to the recipient': [
        '(!isOwner && to != terms.refundTo)',
        '(!isOwner && to != terms.refundTo && to != terms.recipient)',
      ],
      'the recipient owns': [
        'msg.sender == terms.refundTo;',
        '(msg.sender == terms.refundTo || msg.sender == terms.recipient);',
      ],
      'the claimer owns': [
        'msg.sender == terms.refundTo;',
        '(msg.sender == terms.refundTo || msg.sender == terms.claimer);',
      ],
      'refunds to the owner whatever was named': [
        '_sendFrom(inboxHash, inbox, token, to, balance, balance)',
        '_sendFrom(inboxHash, inbox, token, terms.refundTo, balance, balance)',
      ],
      'a refund leaves one': [
        '_sendFrom(inboxHash, inbox, token, to, balance, balance)',
        '_sendFrom(inboxHash, inbox, token, to, balance - 1, balance)',
      ],
      'a refund asks the list': [
        'bool isOwner = msg.sender',
        '_checkToken(token); bool isOwner = msg.sender',
      ],
      'an order opens once': [
        'bytes32 orderId = fill.id;',
        'bytes32 orderId = fill.id; if (_inboxReceiverStorage().claims[orderId]++ != 0) revert InboxEmpty(inbox, fill.token);',
      ],
    },
  },
  {
    file: 'contracts/libraries/Inboxes.sol',
    tests: inboxTests,
    edits: {
      'the hash of some terms': [
        'keccak256(abi.encode(terms))',
        'keccak256(abi.encode(terms.salt, terms.data))',
      ],
      'another implementation': [
        'predictDeterministicAddress(IMPLEMENTATION',
        'predictDeterministicAddress(address(1)',
      ],
    },
  },
]
