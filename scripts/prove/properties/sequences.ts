import { deciding } from '../layers.js'
import type { Property, Replacement } from '../types.js'

const common = {
  layer: deciding,
  contract: 'Sequences',
  limitSeconds: 900,
  bound: 'two calls from any state; native currency; accounts without code',
}

const settlement = (from: string, to: string): Replacement => ({
  file: 'contracts/FillSettlement.sol',
  from,
  to,
})

const three = {
  ...common,
  contract: 'ThreeCalls',
  bound: 'two fills from any state with a call of any role between; native currency; accounts without code',
}

/** The properties of calls in sequence. */
export const sequenceProperties: Property[] = [
  {
    ...common,
    name: 'fill_paysEachIdOnce',
    mutant: {
      file: 'contracts/DirectFills.sol',
      from: 'paid[id] != 0) revert',
      to: 'paid[bytes32(0)] != 0) revert',
    },
  },
  {
    ...common,
    name: 'payAuthorized_paysEachCallOnce',
    lengths: 'p.data={0}',
    mutant: settlement('if (call.isPaid) revert RequestAlreadyPaid(callHash);', ''),
  },
  {
    ...common,
    name: 'payAuthorized_neverAfterANarrowing',
    bound: 'a route or a token set in any state, then a payment in native currency to accounts without code',
    lengths: 'p.data={0}',
    mutant: settlement('if (call.policyEpoch != policyEpoch())', 'if (call.policyEpoch + 1 < policyEpoch())'),
  },
  {
    ...common,
    name: 'authorizeFill_neverAfterThePayment',
    lengths: 'p.data={0}',
    mutant: settlement('        _checkCallNotPaid(terms.id, id);\n', ''),
  },
  {
    ...three,
    name: 'fill_paysEachIdOnceWhateverThePolicyDoes',
    mutant: {
      file: 'contracts/FillPolicy.sol',
      from: 'emit RecipientRootSet(root);',
      // The slot of `DirectFills`.
      to: 'emit RecipientRootSet(root);\n        assembly { mstore(0, root) mstore(0x20, 0x1efbd8b41b5793e4375d5821b2343430c220ac2f5a51b6f852e97e86c0cd8600) sstore(keccak256(0, 0x40), 0) }',
    },
  },
  {
    ...three,
    name: 'payAuthorized_paysOnlyInTheEpochOfItsEvidence',
    bound:
      'an authorization in any state, a solver revoked or a route set, a payment in native currency to accounts without code',
    lengths: 'p.data={0}',
    mutant: settlement('call.policyEpoch = epoch;', 'call.policyEpoch = epoch + 1;'),
  },
]
