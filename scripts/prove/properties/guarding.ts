import { guarding } from '../layers.js'
import type { Property, Replacement } from '../types.js'

/** Lengths of everything that has one in an order, its signature and its payer's terms. */
function shape(changes: Record<string, string> = {}): string {
  const lengths: Record<string, string> = {
    signature: '{65}',
    'order.input.payment.chainId': '{4}',
    'order.input.payment.currency': '{20}',
    'order.input.refunds': '{0}',
    'order.output.chainId': '{4}',
    'order.output.payments': '{1}',
    'order.output.payments[0].recipient': '{20}',
    'order.output.payments[0].currency': '{20}',
    'terms.recipient': '{20}',
    'terms.outputCurrency': '{20}',
    'terms.refundTo': '{0}',
    'terms.extraData': '{0}',
    ...changes,
  }
  return Object.entries(lengths)
    .map(([field, length]) => `${field}=${length}`)
    .join(',')
}

const guard = (from: string, to: string): Replacement => ({ file: 'contracts/PaymentGuard.sol', from, to })

const common = { layer: guarding, limitSeconds: 300 }
const plainOrder = 'an order of one payment, EVM addresses, no refund, no extraData'
const paying = {
  ...common,
  contract: 'GuardPaying',
  lengths: shape(),
  bound: `one call from any state, so any number; ${plainOrder}`,
}
const evidence = { ...paying, contract: 'GuardEvidence' }
const roles = {
  ...common,
  contract: 'GuardRoles',
  lengths: 'x.raw={20}',
  bound: 'one call from any state, so any number; names and recipients of 20 bytes',
}

/** What a payment through the guard needs, marks, deposits and moves. */
export const guardingProperties: Property[] = [
  {
    ...paying,
    name: 'paySigned_marksOneOrderOnce',
    mutant: guard('        _checkNotPaid(e);\n', ''),
  },
  {
    ...paying,
    name: 'paySigned_movesOnlyTheCallersFunds',
    mutant: guard(
      '_deposit(depository(), amount, abi.encodeCall',
      '_deposit(e.signer, amount, abi.encodeCall',
    ),
  },
  {
    ...paying,
    name: 'paySigned_changesNoPolicy',
    bound: `${paying.bound}; native currency`,
    mutant: guard(
      '        _guardStorage().requests.markPaid(e.id);\n',
      '        _guardStorage().requests.markPaid(e.id);\n        _grantRole(POLICY_ROLE, e.payer);\n',
    ),
  },
  {
    ...paying,
    name: 'paySigned_leavesNoAllowance',
    bound: `${paying.bound}; an honest token`,
    mutant: guard('BoundedTokens.approve(token, to, 0);', 'BoundedTokens.approve(token, to, 1);'),
  },
  {
    ...paying,
    name: 'paySigned_keepsItsBalancesWithAHostileToken',
    bound: `${paying.bound}; no calls; a token that answers anything or nothing, and changes its balances in each call that may`,
    mutant: guard('        _checkBalance(currency, before);\n', ''),
  },
  {
    ...evidence,
    name: 'payAttested_depositsWhatWasAttested',
    mutant: guard(
      '_fail(e, PaymentChecks.REQUEST_ID, Failures.encode(OrderMismatch',
      '(Failures.encode(OrderMismatch',
    ),
  },
  {
    ...evidence,
    name: 'paySigned_depositsWhatWasSigned',
    mutant: guard('if (found == required) required = terms.amount;', ''),
  },
  {
    ...evidence,
    name: 'payAttested_needsAnActiveSolver',
    bound: `${evidence.bound}; native currency`,
    mutant: guard('} else if (order.solver != e.signer) {', '} else if (order.solver == address(0)) {'),
  },
  {
    ...evidence,
    name: 'paySigned_needsAnActiveSolver',
    bound: `${evidence.bound}; native currency`,
    mutant: guard('if (!isSolverActive(e.signer)) {', 'if (e.signer == address(0)) {'),
  },
  {
    ...evidence,
    name: 'paySigned_keepsToThePayersOutput',
    lengths: shape({ 'terms.extraData': '{0,32}' }),
    bound:
      'one call from any state; native currency; an order of one payment, EVM addresses, no refund, extraData of 0 and 32 bytes',
    mutant: guard('if (_callsHash(terms) != NO_CALLS) return;', 'return;'),
  },
  {
    ...evidence,
    name: 'paySigned_namesTheChainsThatThePayerMeans',
    bound: `${evidence.bound}; native currency`,
    mutant: guard('if (found == required) required = terms.destinationChainId;', ''),
  },
  {
    ...evidence,
    name: 'paySigned_refundsAsThePayerAgreed',
    lengths: shape({
      'order.input.refunds': '{1}',
      'order.input.refunds[0].chainId': '{4}',
      'order.input.refunds[0].recipient': '{20}',
      'order.input.refunds[0].currency': '{20}',
      'order.input.refunds[0].extraData': '{0}',
      'terms.refundTo': '{20}',
    }),
    bound:
      'one call from any state; native currency; an order of one payment and one refund, EVM addresses, no extraData',
    mutant: guard('!(isEvm && recipient == keccak256(abi.encodePacked(e.payer)))', '!isEvm'),
  },
  {
    ...roles,
    name: 'guardRoles_markAndMoveNothing',
    mutant: {
      file: 'contracts/GuardPolicy.sol',
      from: 'if (recipient.length == 0) revert InvalidConfig("recipient");',
      to: 'if (recipient.length == 0) revert InvalidConfig("recipient");\n        $.requests.markPaid(bytes32(chainId));',
    },
  },
  {
    ...roles,
    name: 'guardRoles_needTheirRole',
    mutant: {
      file: 'contracts/SolverPolicy.sol',
      from: 'unpause() external onlyRole(DEFAULT_ADMIN_ROLE)',
      to: 'unpause() external onlyRole(GUARDIAN_ROLE)',
    },
  },
  {
    ...roles,
    name: 'guardRescue_marksNothingAndMovesOwnFunds',
    bound: 'one call of rescue from any state, so any number',
    mutant: {
      file: 'contracts/Transfers.sol',
      from: ' nonReentrant onlyRole(RESCUE_ROLE)',
      to: ' nonReentrant',
    },
  },
  {
    ...roles,
    name: 'guardSetChain_keepsNamesOneToOne',
    bound: 'one call of setChain, so any number; names of 20 bytes',
    mutant: {
      file: 'contracts/libraries/ChainNames.sol',
      from: '(known || oldHash != bytes32(0));',
      to: 'known;',
    },
  },
  {
    ...roles,
    name: 'guardSetChain_keepsTheOwnName',
    bound: 'one call of setChain, so any number; names of 20 bytes',
    mutant: {
      file: 'contracts/GuardPolicy.sol',
      from: 'if (keccak256(bytes(config.name)) == $.chainNameHash) revert InvalidConfig("name");',
      to: '',
    },
  },
  {
    ...roles,
    name: 'deposit_cannotPayOrRescue',
    lengths: `${shape()},otherSignature={65},x.raw={0}`,
    bound: `one native payment from any state, and one call of the depository; ${plainOrder}`,
    mutant: guard(
      ') external payable nonReentrant returns (bytes32 id) {\n        return _pay(_readAttested',
      ') external payable returns (bytes32 id) {\n        return _pay(_readAttested',
    ),
  },
]
