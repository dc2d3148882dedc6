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

const verifier = (from: string, to: string): Replacement => ({ file: 'contracts/FillVerifier.sol', from, to })
const settlement = (from: string, to: string): Replacement => ({
  file: 'contracts/FillSettlement.sol',
  from,
  to,
})

/** What one payment or one authorization needs, marks and moves. */
export const payingProperties: Property[] = [
  {
    ...fill,
    name: 'fill_needsAnActiveSolverAndNoFailure',
    mutant: {
      file: 'contracts/libraries/SolverWindows.sol',
      from: 'block.timestamp < end;',
      to: 'block.timestamp <= end;',
    },
  },
  {
    ...fill,
    name: 'fill_marksOneId',
    mutant: verifier('requests.markPaid(t.id);', 'requests.markPaid(t.chainNameHash);'),
  },
  {
    ...fill,
    name: 'fill_movesOnlyTheCallersFundsToTheRecipient',
    mutant: settlement('_send(token, t.recipient, delivered);', '_send(token, t.solver, delivered);'),
  },
  {
    ...paying,
    name: 'payAuthorized_needsAnAuthorizationOfThisEpoch',
    mutant: settlement('if (found.policyEpoch != epoch) {', 'if (found.policyEpoch > epoch) {'),
  },
  {
    ...paying,
    name: 'payAuthorized_marksOneCall',
    mutant: verifier(
      'requests.calls[t.callHash].isPaid = true;',
      'requests.calls[t.words.originUser].isPaid = true;',
    ),
  },
  {
    ...paying,
    name: 'payAuthorized_movesOnlyTheCallersNative',
    mutant: settlement('_send(token, refundTo, t.value);', '_send(token, t.solver, t.value);'),
  },
  {
    ...paying,
    name: 'payAuthorized_movesOnlyTheCallersTokens',
    mutant: settlement('_send(token, t.recipient, delivered);', '_send(token, t.solver, delivered);'),
  },
  {
    ...paying,
    name: 'payAuthorized_bringsNativeToWhomItNames',
    bound: `${paying.bound}; recipient and refundTo without code`,
    mutant: settlement('_send(token, refundTo, t.value);', '_send(token, t.recipient, t.value);'),
  },
  {
    ...paying,
    name: 'payAuthorized_bringsTokensToWhomItNames',
    bound: `${paying.bound}; recipient and refundTo without code`,
    mutant: settlement(
      '_pull(t, refundTo, BoundedTokens.balanceOf(token, refundTo))',
      '_pull(t, t.recipient, BoundedTokens.balanceOf(token, t.recipient))',
    ),
  },
  {
    ...authorizing,
    name: 'authorizeFill_marksAndMovesNothing',
    mutant: settlement(
      'bool added = $.requests.link(t.id, t.callHash);',
      'bool added = $.requests.link(t.id, t.callHash);\n        $.requests.markPaid(t.id);',
    ),
  },
  {
    ...authorizing,
    name: 'authorizeFill_needsAnActiveSolverAndNoFailure',
    mutant: settlement('_runEvidenceChecks(t);', '_checkSigner(t);\n        _checkTerms(t);'),
  },
  {
    ...hostile,
    name: 'fill_withAHostileTokenKeepsOwnBalances',
    mutant: settlement(
      '_callHook(t, delivered);\n        _checkBalance(token, before);',
      '_callHook(t, delivered);',
    ),
  },
  {
    ...hostile,
    name: 'fill_withAHostileTokenNeedsAMeasuredArrival',
    mutant: settlement('if (received < t.minimum) revert PaymentTooLow(received, t.minimum);', ''),
  },
  {
    ...hostile,
    name: 'payAuthorized_withAHostileTokenKeepsOwnBalances',
    lengths: 'p.data={0}',
    bound: `${hostile.bound}; empty data`,
    mutant: settlement(
      '_callHook(t, delivered);\n        _checkBalance(token, before);',
      '_callHook(t, delivered);',
    ),
  },
  {
    ...hostile,
    name: 'payAuthorized_withAHostileTokenNeedsAMeasuredArrival',
    lengths: 'p.data={0}',
    bound: `${hostile.bound}; empty data`,
    mutant: settlement('if (received < t.minimum) revert PaymentTooLow(received, t.minimum);', ''),
  },
  {
    ...fill,
    contract: 'Telling',
    name: 'payAuthorized_tellsTheHookWhatArrived',
    lengths: 'p.data={0,32,33}',
    bound: `${anyState}; native currency; data of 0, 32 and 33 bytes`,
    mutant: settlement(
      'if (t.recipientFlags & Accounts.HOOK != 0) _callHook(t, delivered);',
      'if (t.data.length == 0) _callHook(t, delivered);',
    ),
  },
  {
    ...fill,
    contract: 'Telling',
    name: 'fill_tellsTheHookOnce',
    bound: `${anyState}; native currency`,
    mutant: settlement('if (t.recipientFlags & Accounts.HOOK != 0) _callHook(t, delivered);', ''),
  },
]
