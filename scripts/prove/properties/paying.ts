import { deciding } from '../layers.js'
import type { Property, Replacement } from '../types.js'

const anyState = 'one call from any state, so any number'
const known = `${anyState}; native currency and an honest token`
const fill = {
  layer: deciding,
  contract: 'Paying',
  limitSeconds: 300,
  bound: known,
}
const authorizing = { ...fill, contract: 'Authorizing', bound: anyState }
const paying = {
  ...authorizing,
  limitSeconds: 600,
  lengths: 'p.data={0}',
  bound: `${known}; empty data`,
}

const hostile = {
  ...fill,
  contract: 'Hostile',
  bound: `${anyState}; a token that answers anything or nothing, and changes its balances in each call that may`,
}

const settlement = (from: string, to: string): Replacement => ({
  file: 'contracts/FillSettlement.sol',
  from,
  to,
})
const delivery = (from: string, to: string): Replacement => ({ file: 'contracts/FillDelivery.sol', from, to })

const unchecked = delivery('        _checkBalance(token, before);\n', '')
const unmeasured = delivery(
  'if (received < terms.minimum) revert PaymentTooLow(received, terms.minimum);',
  '',
)

/** The requirements of one payment or one authorization, and its marks and transfers. */
export const payingProperties: Property[] = [
  {
    ...fill,
    name: 'fill_needsAnActiveSolverAndNoFailure',
    mutant: {
      file: 'contracts/SolverPolicy.sol',
      from: 'block.timestamp < end;',
      to: 'block.timestamp <= end;',
    },
  },
  {
    ...fill,
    name: 'fill_marksOneId',
    mutant: {
      file: 'contracts/DirectFills.sol',
      from: '_markPaid(terms.id);',
      to: '_markPaid(terms.chainNameHash);',
    },
  },
  {
    ...fill,
    name: 'fill_movesOnlyTheCallersFundsToTheRecipient',
    mutant: delivery('_send(token, recipient, delivered);', '_send(token, terms.solver, delivered);'),
  },
  {
    ...paying,
    name: 'payAuthorized_needsAnAuthorizationOfThisEpoch',
    mutant: settlement('if (call.policyEpoch != policyEpoch())', 'if (call.policyEpoch > policyEpoch())'),
  },
  {
    ...paying,
    name: 'payAuthorized_paysOrRevertsOnceAuthorized',
    mutant: settlement(
      'if (call.solver == address(0)) {',
      'if (call.solver == address(0) || call.policyEpoch != policyEpoch()) {',
    ),
  },
  {
    ...paying,
    name: 'payAuthorized_marksOneCall',
    mutant: settlement('calls[terms.id].isPaid = true;', 'calls[terms.originUser].isPaid = true;'),
  },
  {
    ...paying,
    name: 'payAuthorized_movesOnlyTheCallersNative',
    mutant: settlement('_send(token, refundTo, amount);', '_send(token, terms.recipient, amount);'),
  },
  {
    ...paying,
    name: 'payAuthorized_movesOnlyTheCallersTokens',
    mutant: delivery('_send(token, recipient, delivered);', '_send(token, terms.solver, delivered);'),
  },
  {
    ...paying,
    name: 'payAuthorized_bringsNativeToWhomItNames',
    bound: `${paying.bound}; recipient and refundTo without code`,
    mutant: settlement('_send(token, refundTo, amount);', '_send(token, terms.recipient, amount);'),
  },
  {
    ...paying,
    name: 'payAuthorized_bringsTokensToWhomItNames',
    bound: `${paying.bound}; recipient and refundTo without code`,
    mutant: settlement(
      'amount, refundTo, BoundedCalls.balanceOf(token, refundTo))',
      'amount, terms.recipient, BoundedCalls.balanceOf(token, terms.recipient))',
    ),
  },
  {
    ...authorizing,
    name: 'authorizeFill_marksAndMovesNothing',
    mutant: settlement('call.hook = terms.hook;', 'call.hook = terms.hook;\n            call.isPaid = true;'),
  },
  {
    ...authorizing,
    name: 'authorizeFill_needsAnActiveSolverAndNoFailure',
    mutant: settlement('        _checkCallNotPaid(terms.id, id);\n', ''),
  },
  {
    ...authorizing,
    name: 'authorizeFill_leavesAnActiveSolver',
    mutant: settlement('call.solver = terms.solver;', 'call.solver = address(uint160(uint256(id)));'),
  },
  {
    ...authorizing,
    name: 'authorizeFill_keepsTheSolverThatLasts',
    mutant: settlement('_outlasts(terms.solver, call.solver)', '_outlasts(call.solver, terms.solver)'),
  },
  {
    ...hostile,
    name: 'fill_withAHostileTokenKeepsOwnBalances',
    mutant: unchecked,
  },
  {
    ...hostile,
    name: 'fill_withAHostileTokenNeedsAMeasuredArrival',
    mutant: unmeasured,
  },
  {
    ...hostile,
    name: 'payAuthorized_withAHostileTokenKeepsOwnBalances',
    lengths: 'p.data={0}',
    bound: `${hostile.bound}; empty data`,
    mutant: unchecked,
  },
  {
    ...hostile,
    name: 'payAuthorized_withAHostileTokenNeedsAMeasuredArrival',
    lengths: 'p.data={0}',
    bound: `${hostile.bound}; empty data`,
    mutant: unmeasured,
  },
  {
    ...fill,
    contract: 'Telling',
    name: 'payAuthorized_tellsTheHookWhatArrived',
    lengths: 'p.data={0,32,33}',
    bound: `${anyState}; native currency; data of 0, 32 and 33 bytes`,
    mutant: delivery('if (terms.hook) {', 'if (terms.data.length == 0) {'),
  },
  {
    ...fill,
    contract: 'Telling',
    name: 'fill_tellsTheHookOnce',
    bound: `${anyState}; native currency`,
    mutant: delivery('if (terms.hook) {', 'if (false) {'),
  },
]
