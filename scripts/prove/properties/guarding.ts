import { guarding } from '../layers.js'
import type { Property, Replacement } from '../types.js'

/** Returns the lengths of all variable parts of an order, its signature and its payer's terms. */
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
    'terms.refundExtraData': '{0}',
    'terms.extraData': '{0}',
    ...changes,
  }
  return Object.entries(lengths)
    .map(([field, length]) => `${field}=${length}`)
    .join(',')
}

const guard = (from: string, to: string): Replacement => ({ file: 'contracts/PaymentGuard.sol', from, to })

const common = { layer: guarding, limitSeconds: 900 }
const plainOrder = 'an order of one payment, EVM addresses, no refund (which the payer allows), no extraData'
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

/** The requirements of a payment through the guard, and its marks, deposits and transfers. */
export const guardingProperties: Property[] = [
  {
    ...paying,
    name: 'paySigned_marksOneOrderOnce',
    mutant: guard('if (_guardStorage().paid[evidence.id] != 0) revert RequestAlreadyPaid(evidence.id);', ''),
  },
  {
    ...paying,
    name: 'paySigned_movesOnlyTheCallersFunds',
    mutant: {
      file: 'contracts/Transfers.sol',
      from: 'trySafeTransferFrom(msg.sender, to, amount)',
      to: 'trySafeTransferFrom(token, to, amount)',
    },
  },
  {
    ...paying,
    name: 'paySigned_changesNoPolicy',
    bound: `${paying.bound}; native currency`,
    mutant: guard(
      '_guardStorage().paid[id] = 1;',
      '_guardStorage().paid[id] = 1;\n        _grantRole(POLICY_ROLE, msg.sender);',
    ),
  },
  {
    ...paying,
    name: 'paySigned_leavesNoAllowance',
    bound: `${paying.bound}; an honest token, of which an allowance without limit stays`,
    mutant: guard('if (BoundedCalls.isAllowed(currency, to)) BoundedCalls.approve(currency, to, 0);', ''),
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
    mutant: guard('if (evidence.id != requestId) revert OrderMismatch(evidence.id, requestId);', ''),
  },
  {
    ...evidence,
    name: 'paySigned_depositsWhatWasSigned',
    mutant: guard('if (found != terms.amount) revert AmountMismatch(found, terms.amount);', ''),
  },
  {
    ...evidence,
    name: 'payAttested_needsAnActiveSolver',
    bound: `${evidence.bound}; native currency`,
    mutant: guard(
      'if (order.solver != evidence.solver) revert SolverMismatch(order.solver, evidence.solver);',
      '',
    ),
  },
  {
    ...evidence,
    name: 'paySigned_needsAnActiveSolver',
    bound: `${evidence.bound}; native currency`,
    mutant: { file: 'contracts/SolverPolicy.sol', from: '        _checkSolver(solver);\n', to: '' },
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
    mutant: guard(
      'if (found != terms.destinationChainId) revert DestinationMismatch(found, terms.destinationChainId);',
      '',
    ),
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
    mutant: guard(
      'bool isPayer = isEvm && recipient == keccak256(abi.encodePacked(msg.sender));',
      'bool isPayer = isEvm;',
    ),
  },
  {
    ...evidence,
    name: 'paySigned_takesOnlyWhatCanBeSettledAndRefunded',
    lengths: shape({
      'order.input.refunds': '{1}',
      'order.input.refunds[0].chainId': '{4}',
      'order.input.refunds[0].recipient': '{20}',
      'order.input.refunds[0].currency': '{20}',
      'order.input.refunds[0].extraData': '{0}',
    }),
    bound:
      'one call from any state; native currency; an order of one payment and one refund, EVM addresses, no extraData',
    mutant: guard(
      'if (refund.minimumAmount > payment.amount) revert RefundTooHigh(refund.minimumAmount, payment.amount);',
      '',
    ),
  },
  {
    ...evidence,
    name: 'paySigned_needsMoreThanOneRefundForCalls',
    lengths: shape({
      'order.input.refunds': '{1}',
      'order.input.refunds[0].chainId': '{4}',
      'order.input.refunds[0].recipient': '{20}',
      'order.input.refunds[0].currency': '{20}',
      'order.input.refunds[0].extraData': '{0}',
      // An order with calls names a fill contract.
      'terms.extraData': '{32}',
    }),
    bound:
      'one call from any state; native currency; an order of one payment and one refund, EVM addresses, extraData of 32 bytes',
    mutant: guard('if (refunds.length == 1 && _callsHash(terms) != NO_CALLS) revert CallsNotEnforced();', ''),
  },
  {
    ...evidence,
    name: 'paySigned_refundsNameNoFillContractButThePayers',
    lengths: shape({
      'order.input.refunds': '{1}',
      'order.input.refunds[0].chainId': '{4}',
      'order.input.refunds[0].recipient': '{20}',
      'order.input.refunds[0].currency': '{20}',
      'order.input.refunds[0].extraData': '{0,32}',
      'terms.refundExtraData': '{1}',
      'terms.refundExtraData[0]': '{32}',
    }),
    bound:
      'one call from any state; native currency; an order of one payment and one refund, EVM addresses, extraData of the refund of 0 and 32 bytes, one that the payer named',
    mutant: guard(
      'if (!_isRefundData(refund.extraData, terms.refundExtraData)) revert RefundDataNotAllowed(refund.extraData);',
      '',
    ),
  },
  {
    ...evidence,
    name: 'paySigned_keepsToThePayersOutputOfTwoPayments',
    lengths: shape({
      'order.output.payments': '{2}',
      'order.output.payments[1].recipient': '{20}',
      'order.output.payments[1].currency': '{20}',
      'terms.extraData': '{32}',
    }),
    bound:
      'one call from any state; native currency; an order of two payments, EVM addresses, no refund, extraData of 32 bytes',
    mutant: guard(
      'for (uint256 i = 0; i < payments.length; ++i) _checkPaidRecipient(evidence, payments[i].recipient, terms);',
      '_checkPaidRecipient(evidence, payments[0].recipient, terms);',
    ),
  },
  {
    ...roles,
    name: 'guardRoles_markAndMoveNothing',
    mutant: {
      file: 'contracts/GuardPolicy.sol',
      from: 'if (recipient.length == 0) revert InvalidConfig("recipient");',
      to: 'if (recipient.length == 0) revert InvalidConfig("recipient");\n        $.paid[bytes32(chainId)] = 1;',
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
    name: 'guardSetChain_neverMovesAName',
    bound: 'one call of setChain, so any number; names of 20 bytes',
    mutant: {
      file: 'contracts/GuardPolicy.sol',
      from: 'if (config.chainId != 0 && $.pairs.set',
      to: 'if (config.chainId == 0 && $.pairs.set',
    },
  },
  {
    ...roles,
    name: 'guardSetRecipient_changesOneEntry',
    lengths: 'x.raw={20,32},other={20,32}',
    bound: 'one call of setRecipient, so any number; recipients of 20 and 32 bytes',
    mutant: {
      file: 'contracts/libraries/PaidRecipients.sol',
      from: 'self.allowed[chainId][keccak256(recipient)] = allowed;',
      to: 'self.allowed[chainId][keccak256(recipient)] = allowed;\n        self.allowed[chainId][keccak256(abi.encode(toWord(recipient)))] = allowed;',
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
      ') external payable nonReentrant returns (bytes32 id) {\n        Evidence memory evidence;\n        _readOrder(evidence, order);\n        evidence.attestation = attestation;',
      ') external payable returns (bytes32 id) {\n        Evidence memory evidence;\n        _readOrder(evidence, order);\n        evidence.attestation = attestation;',
    ),
  },
]
