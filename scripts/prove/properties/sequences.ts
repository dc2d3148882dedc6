import { deciding } from '../layers.js'
import type { Property, Replacement } from '../types.js'

const common = {
  layer: deciding,
  contract: 'Sequences',
  limitSeconds: 900,
  bound: 'two calls from any state; native currency; accounts without code',
}

const verifier = (from: string, to: string): Replacement => ({ file: 'contracts/FillVerifier.sol', from, to })

const three = {
  ...common,
  contract: 'ThreeCalls',
  bound: 'two fills from any state with a call of any role between; native currency; accounts without code',
}

/** Calls that follow each other. */
export const sequenceProperties: Property[] = [
  {
    ...common,
    name: 'fill_paysEachIdOnce',
    mutant: verifier('paid[terms.id] != 0)', 'paid[terms.callHash] != 0)'),
  },
  {
    ...common,
    name: 'payAuthorized_paysEachCallOnce',
    lengths: 'p.data={0}',
    mutant: verifier('calls[terms.callHash].isPaid) {', 'paid[terms.callHash] != 0) {'),
  },
  {
    ...common,
    name: 'payAuthorized_neverAfterANarrowing',
    bound: 'a route or a token set in any state, then a payment in native currency to accounts without code',
    lengths: 'p.data={0}',
    mutant: {
      file: 'contracts/FillSettlement.sol',
      from: 'if (call.policyEpoch != policyEpoch())',
      to: 'if (call.policyEpoch + 1 < policyEpoch())',
    },
  },
  {
    ...common,
    name: 'authorizeFill_neverAfterThePayment',
    lengths: 'p.data={0}',
    mutant: verifier('calls[terms.callHash].isPaid) {', 'calls[terms.id].isPaid) {'),
  },
  {
    ...three,
    name: 'fill_paysEachIdOnceWhateverThePolicyDoes',
    mutant: {
      file: 'contracts/FillPolicy.sol',
      from: 'emit RecipientRootSet(root);',
      to: 'emit RecipientRootSet(root);\n        _verifierStorage().paid[root] = 0;',
    },
  },
  {
    ...three,
    name: 'payAuthorized_paysOnlyInTheEpochOfItsEvidence',
    bound:
      'an authorization in any state, a solver revoked or a route set, a payment in native currency to accounts without code',
    lengths: 'p.data={0}',
    mutant: {
      file: 'contracts/FillSettlement.sol',
      from: 'call.policyEpoch = $.policyEpoch;',
      to: 'call.policyEpoch = $.policyEpoch + 1;',
    },
  },
]
