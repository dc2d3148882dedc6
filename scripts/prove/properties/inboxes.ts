import { inboxes } from '../layers.js'
import type { Property, Replacement } from '../types.js'

const anyState = 'one call from any state, so any number'
const accounts = 'the recipient and refundTo without code, empty data'
const common = {
  layer: inboxes,
  limitSeconds: 600,
  lengths: 'terms.data={0}',
}
const refunds = {
  ...common,
  contract: 'InboxRefunds',
  bound: `${anyState}; native currency and an honest token; ${accounts}`,
}
const shape = (address: string) =>
  [
    'signature={65}',
    'order.inputs={1}',
    'order.inputs[0].payment.chainId={4}',
    'order.inputs[0].payment.currency={20}',
    'order.output.chainId={4}',
    'order.output.payments={1}',
    `order.output.payments[0].recipient={${address}}`,
    `order.output.payments[0].currency={${address}}`,
    'order.output.calls={0}',
    'order.output.extraData={0}',
  ].join(',')
const claims = {
  ...common,
  contract: 'InboxClaims',
  lengths: `${common.lengths},${shape('0')}`,
  bound: `${refunds.bound}; a plain order of one input that pays the inbox`,
}
const anyOrder = {
  ...claims,
  lengths: `${common.lengths},${shape('20')}`,
  bound: `${refunds.bound}; a plain order of one input, to any account and in any token`,
}
const others = { ...refunds, contract: 'InboxOthers' }

const receiver = (from: string, to: string): Replacement => ({
  file: 'contracts/InboxReceiver.sol',
  from,
  to,
})
const signedOrders = (from: string, to: string): Replacement => ({
  file: 'contracts/evidence/SignedOrders.sol',
  from,
  to,
})

/** What moves the money of an inbox. */
export const inboxProperties: Property[] = [
  {
    ...refunds,
    name: 'refund_ofAStrangerLeavesThePayment',
    mutant: receiver(
      '!isOwner && block.timestamp <= terms.deadline',
      '!isOwner && block.timestamp < terms.deadline',
    ),
  },
  {
    ...refunds,
    name: 'refund_ofASecondAddressLeavesThePayment',
    bound: `${anyState}; a token with two addresses; refundTo without code, empty data`,
    mutant: receiver('        if (isKept) _checkKept(terms.token, inbox, kept);\n', ''),
  },
  {
    ...refunds,
    name: 'refund_bringsAllOfItToOneAccount',
    mutant: receiver(
      '_sendFrom(inboxHash, inbox, token, to, balance, balance)',
      '_sendFrom(inboxHash, inbox, token, terms.refundTo, balance, balance)',
    ),
  },
  {
    ...anyOrder,
    name: 'claim_needsAnActiveSolverThatTheOrderNames',
    mutant: signedOrders(
      '(terms.id), signature);\n        _match("solver", _padded(order.solver), _padded(terms.solver));',
      '(terms.id), signature);',
    ),
  },
  {
    ...anyOrder,
    name: 'claim_keepsToTheOrderAndTheTerms',
    mutant: receiver('        _match("recipient", _padded(fill.recipient), _padded(inbox));\n', ''),
  },
  {
    ...claims,
    name: 'claim_keepsToThePolicy',
    mutant: signedOrders(
      '        _readInputs(terms, order.inputs);\n        OrderOutput',
      '        OrderOutput',
    ),
  },
  {
    ...claims,
    name: 'claim_bringsTheBalanceToTheRecipientAlone',
    limitSeconds: 900,
    mutant: receiver('fill.recipient = terms.recipient;', 'fill.recipient = terms.refundTo;'),
  },
  {
    ...claims,
    name: 'claim_countsOnceForItsInboxAlone',
    mutant: receiver(
      '++_inboxReceiverStorage().claims[inboxHash]',
      '++_inboxReceiverStorage().claims[orderId]',
    ),
  },
  {
    layer: inboxes,
    limitSeconds: 600,
    contract: 'InboxClaims',
    name: 'claimId_isOfOneClaim',
    bound: 'every bit',
    mutant: receiver('address(this), inboxHash, number)', 'address(this), uint256(inboxHash) ^ number)'),
  },
  {
    ...claims,
    contract: 'InboxHooks',
    name: 'claim_tellsTheHookOfOneClaim',
    lengths: claims.lengths.replace('terms.data={0}', 'terms.data={32}'),
    bound: `${anyState}; native currency for a contract, without a claimer, with data of 32 bytes; a plain order of one input that pays the inbox`,
    mutant: receiver('if (fill.hook) _callHook', 'if (fill.data.length == 0) _callHook'),
  },
  {
    ...others,
    name: 'roles_leaveInboxesAlone',
    lengths: `${common.lengths},chain.name={4}`,
    bound: `one call of a function of a role from any state, so any number; names of 4 bytes`,
    // The slot of `InboxReceiver`.
    mutant: {
      file: 'contracts/FillPolicy.sol',
      from: 'if (account == address(0)) revert InvalidConfig("reserved");',
      to: 'assembly { mstore(0, account) mstore(0x20, 0x89dfc673e10beab56782137ab7ef441cc59c85bd7be218365cb22c3a382b0800) sstore(keccak256(0, 0x40), 1) }',
    },
  },
  {
    ...others,
    name: 'refund_leavesOtherInboxesAndClaimsAlone',
    lengths: 'terms[0].data={0},terms[1].data={0}',
    bound: `${refunds.bound}; two inboxes with different salts`,
    mutant: receiver(
      'emit InboxRefunded(',
      'delete _inboxReceiverStorage().claims[inboxHash];\n        emit InboxRefunded(',
    ),
  },
  {
    ...others,
    name: 'inbox_obeysItsReceiverAlone',
    lengths: `${common.lengths},data={0,4,128,160}`,
    bound: 'one call of an inbox by anyone but its receiver, with 0, 4, 128 or 160 bytes',
    mutant: {
      file: 'contracts/Inbox.sol',
      from: 'if (address(uint160(uint256(location))) != address(this)) return;',
      to: 'if (location == bytes32(0)) return;',
    },
  },
]
