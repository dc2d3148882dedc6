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

const verifier = (from: string, to: string): Replacement => ({ file: 'contracts/FillVerifier.sol', from, to })
const settlement = (from: string, to: string): Replacement => ({
  file: 'contracts/FillSettlement.sol',
  from,
  to,
})

/** What accepted evidence agrees with, and what payments leave alone. */
export const keepingProperties: Property[] = [
  {
    ...common,
    name: 'fill_keepsToTheRules',
    mutant: verifier('            _checkDestination(t);\n', ''),
  },
  {
    ...common,
    name: 'authorizeFill_keepsToTheRules',
    mutant: verifier('bool isNew = !t.authorized;', 'bool isNew = t.callHash == bytes32(0);'),
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
      'else requests.calls[t.callHash].isPaid = true;',
      'else (requests.calls[t.callHash].isPaid, requests.calls[t.words.originUser].solver) = (true, t.solver);',
    ),
  },
  {
    ...common,
    name: 'isPaid_reportsEachWay',
    bound: 'any state, reachable or not',
    mutant: {
      file: 'contracts/libraries/PaidRequests.sol',
      from: ' || self.calls[self.callOf[id]].isPaid',
      to: '',
    },
  },
  {
    ...any,
    name: 'payAuthorized_returnsToNobodyElse',
    bound: 'one call from any state, so any number; native currency and an honest token, empty data',
    mutant: settlement('_isForbidden(refundTo, flags) ||', ''),
  },
]
