import { bytesToHex, type Hex } from 'viem'
import { type ReadAttestationErrorType, readAttestation } from './readAttestation.js'
import { encodeSignedWords } from './signedWords.js'
import type { AttestationInput } from './types.js'

export type EncodeAttestationErrorType = ReadAttestationErrorType

/**
 * Lays out the seven words whose hash the solver signs.
 *
 * - Every word has 32 bytes, so the standard and the packed ABI encoding give the same 224 bytes. Layout v2 omits originAmount
 *   and appends destinationCurrency.
 * - Units: `originAmount` in the smallest unit; 20-byte addresses are left-padded.
 *
 * @param attestation - {@link AttestationInput}
 * @returns 224 bytes.
 * @throws {@link AttestationFieldError} when a value does not fit its word, or {@link AttestationLayoutError}.
 *
 * @example
 * import { encodeAttestation } from 'fillproof'
 *
 * encodeAttestation(attestation).slice(0, 130)
 * // '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a0000000000000000000000000000000000000000000000000000000000000001'
 */
export function encodeAttestation(attestation: AttestationInput): Hex {
  return bytesToHex(encodeSignedWords(readAttestation(attestation)))
}
