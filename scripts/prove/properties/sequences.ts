import { deciding } from '../layers.js'
import type { Property, Replacement } from '../types.js'

const common = {
  layer: deciding,
  contract: 'Sequences',
  limitSeconds: 900,
  bound: 'two calls from any state; native currency; accounts without code',
}

const verifier = (from: string, to: string): Replacement => ({ file: 'contracts/FillVerifier.sol', from, to })

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
]
