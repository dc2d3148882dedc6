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
    mutant: verifier('? requests.paid[t.id] != 0', '? requests.paid[t.callHash] != 0'),
  },
  {
    ...common,
    name: 'payAuthorized_paysEachCallOnce',
    lengths: 'p.data={0}',
    mutant: verifier(': requests.calls[t.callHash].isPaid;', ': requests.isMarked(t.callHash);'),
  },
  {
    ...common,
    name: 'payAuthorized_neverAfterANarrowing',
    bound:
      'a solver revoked or a route set in any state, then a payment in native currency to accounts without code',
    lengths: 'p.data={0}',
    mutant: {
      file: 'contracts/FillSettlement.sol',
      from: 'if (found.policyEpoch != epoch) {',
      to: 'if (found.policyEpoch + 1 < epoch) {',
    },
  },
  {
    ...common,
    name: 'authorizeFill_neverAfterThePayment',
    lengths: 'p.data={0}',
    mutant: verifier(': requests.calls[t.callHash].isPaid;', ': requests.calls[t.id].isPaid;'),
  },
  {
    ...three,
    name: 'fill_paysEachIdOnceWhateverThePolicyDoes',
    mutant: {
      file: 'contracts/FillPolicy.sol',
      from: 'emit RecipientRootSet(root);',
      to: 'emit RecipientRootSet(root);\n        _verifierStorage().requests.paid[root] = 0;',
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
