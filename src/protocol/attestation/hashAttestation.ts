import type { Hex } from 'viem'
import { type ReadAttestationErrorType, readAttestation } from './readAttestation.js'
import { hashSignedWords } from './signedWords.js'
import type { AttestationInput } from './types.js'

export type HashAttestationErrorType = ReadAttestationErrorType

/**
 * Hashes an attestation into the 32 bytes its solver signed.
 *
 * - keccak256 of the words of {@link encodeAttestation}. Twin: `SolverAttestation.hash`.
 * - Units: `originAmount` in the smallest unit; 20-byte addresses are left-padded.
 * - Warning: no expiry is signed. To find the signer use {@link verifyAttestation},
 *   which adds the EIP-191 prefix.
 *
 * @param attestation - {@link AttestationInput}
 * @returns 32 bytes, before the EIP-191 prefix.
 * @throws {@link AttestationFieldError} when a value does not fit its word, or {@link AttestationLayoutError}.
 *
 * @example
 * import { hashAttestation } from 'fillproof'
 *
 * hashAttestation({
 *   requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 *   originChainId: 1,
 *   originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   originCurrency: '0x0000000000000000000000000000000000000000',
 *   originAmount: 700000000000000000n,
 *   destinationChainId: 7777777,
 *   destinationUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * })
 * // '0x90b6e106cb46dfb411fa528da7f5177ecaf4761f6b7242f00418cc7d4285943c'
 */
export function hashAttestation(attestation: AttestationInput): Hex {
  return hashSignedWords(readAttestation(attestation))
}
