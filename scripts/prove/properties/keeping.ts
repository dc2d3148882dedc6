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
    mutant: settlement('call.policyEpoch = epoch;', '_verifierStorage().policyEpoch = call.policyEpoch;'),
  },
  {
    ...any,
    name: 'payments_authorizeNothing',
    mutant: settlement(
      'calls[terms.id].isPaid = true;',
      'calls[terms.id] = Call(terms.solver, 1, false, true);',
    ),
  },
  {
    ...common,
    name: 'isPaid_reportsEachWay',
    bound: 'any state, reachable or not',
    mutant: settlement('return isCallPaid(id);', 'return id == bytes32(0);'),
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
    mutant: settlement('_isStrangersContract(refundTo, token)', 'false'),
  },
  {
    ...any,
    name: 'payAuthorized_returnsTokensToNoRecipientsContract',
    bound: 'one call from any state, so any number; an honest token, empty data',
    mutant: settlement('_isRecipientsContract(refundTo, flags)', 'false'),
  },
  {
    ...any,
    name: 'payAuthorized_returnsOnlyWhatTheListTakes',
    bound: bothTokens,
    mutant: settlement('        _checkTokenRange(terms.token, terms.minimum, terms.maximum);\n', ''),
  },
  {
    ...common,
    name: 'fill_bringsWhatTheListTakes',
    bound: 'one call from any state, so any number; native currency and an honest token',
    mutant: {
      file: 'contracts/FillDelivery.sol',
      from: 'if (terms.token != address(0)) _checkTokenRange(terms.token, delivered, delivered);',
      to: '',
    },
  },
  {
    ...common,
    name: 'authorizeFill_needsWhatTheListTakes',
    bound: 'one call from any state, so any number',
    mutant: verifier('lowest < min || highest > max', 'lowest < min'),
  },
]
