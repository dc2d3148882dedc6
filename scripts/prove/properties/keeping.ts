import { deciding } from '../layers.js'
import type { Property, Replacement } from '../types.js'

const common = {
  layer: deciding,
  contract: 'Keeping',
  limitSeconds: 600,
  bound: 'one call from any state, so any number; native currency, accounts without code',
}
const any = {
  ...common,
  lengths: 'p.data={0}',
  bound: `${common.bound}, empty data`,
}

const bothTokens = 'one call from any state, so any number; native currency and an honest token, empty data'

const verifier = (from: string, to: string): Replacement => ({ file: 'contracts/FillVerifier.sol', from, to })
const settlement = (from: string, to: string): Replacement => ({
  file: 'contracts/FillSettlement.sol',
  from,
  to,
})

/** The agreement of accepted evidence, and the state that payments leave alone. */
export const keepingProperties: Property[] = [
  {
    ...common,
    name: 'fill_keepsToTheRules',
    mutant: {
      file: 'contracts/evidence/AttestedOrders.sol',
      from: '        _checkDestination(attestation.destinationChainId, terms.chainNameHash);\n',
      to: '',
    },
  },
  {
    ...common,
    name: 'authorizeFill_keepsToTheRules',
    mutant: settlement('            call.hook = terms.hook;\n', ''),
  },
  {
    ...any,
    name: 'payments_changeNoPolicy',
    mutant: settlement('call.policyEpoch = $.policyEpoch;', '$.policyEpoch = call.policyEpoch;'),
  },
  {
    ...any,
    name: 'payments_authorizeNothing',
    mutant: verifier(
      'calls[terms.callHash].isPaid = true;',
      'calls[terms.callHash] = Call(terms.solver, 1, false, true);',
    ),
  },
  {
    ...common,
    name: 'isPaid_reportsEachWay',
    bound: 'any state, reachable or not',
    mutant: { file: 'contracts/FillPolicy.sol', from: ' || isCallPaid(id)', to: '' },
  },
  {
    ...any,
    name: 'payAuthorized_returnsToNobodyElse',
    bound: bothTokens,
    mutant: settlement('_isForbidden(refundTo, flags) ||', ''),
  },
  {
    ...any,
    name: 'payAuthorized_returnsNativeToNoContract',
    bound: 'one call from any state, so any number; native currency, empty data',
    mutant: settlement('terms.token == address(0) && _isContract(refundTo)', 'false'),
  },
  {
    ...any,
    name: 'payAuthorized_returnsTokensToNoRecipientsContract',
    bound: 'one call from any state, so any number; an honest token, empty data',
    mutant: settlement('(_mayBeRecipient(flags) && refundTo.code.length != 0)', 'false'),
  },
  {
    ...any,
    name: 'payAuthorized_returnsOnlyWhatTheListTakes',
    bound: bothTokens,
    mutant: settlement('        _checkToken(terms);\n', ''),
  },
  {
    ...common,
    name: 'fill_bringsWhatTheListTakes',
    bound: 'one call from any state, so any number; native currency and an honest token',
    mutant: settlement('if (terms.token != address(0)) _checkMeasured(terms.token, delivered);', ''),
  },
  {
    ...common,
    name: 'authorizeFill_needsWhatTheListTakes',
    bound: 'one call from any state, so any number',
    mutant: verifier(
      '        if (highest > max) revert TokenAmountOutOfRange(terms.token, highest, min, max);\n',
      '',
    ),
  },
]
