import { concatHex, getAddress, type Hex, keccak256 } from 'viem'
import { hashInputProof, hashProof } from './hashStructs.js'
import type { SignedOrderProof } from './types.js'

/** Rebuilds the order id from a proof of a signed order, as a contract does. */
export function hashSignedOrderProof({ inputs, ...proof }: SignedOrderProof): Hex {
  return hashProof({
    ...proof,
    solver: getAddress(proof.solver),
    inputsHash: keccak256(concatHex(inputs.map(hashInputProof))),
  })
}
