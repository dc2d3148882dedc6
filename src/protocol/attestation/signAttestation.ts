import type { Hex, LocalAccount } from 'viem'
import type { InvalidAccountError, InvalidSignatureError } from '../signature/errors.js'
import { signHash } from '../signature/signHash.js'
import { type HashAttestationErrorType, hashAttestation } from './hashAttestation.js'
import type { AttestationInput } from './types.js'

export type SignAttestationParameters = { attestation: AttestationInput; account: LocalAccount }

export type SignAttestationErrorType = HashAttestationErrorType | InvalidAccountError | InvalidSignatureError

/**
 * Signs an attestation as a solver does.
 *
 * - Signs a personal message (EIP-191) over the 32 raw bytes of {@link hashAttestation}.
 * - Warning: whoever holds the signature can present it to every contract that trusts this account, at any time.
 *
 * @returns 65 bytes: r, low s, v of 27 or 28.
 * @throws {@link AttestationFieldError}, {@link AttestationLayoutError}, {@link InvalidAccountError}, or
 * {@link InvalidSignatureError} when the account makes a signature that a contract would refuse.
 *
 * @example
 * import { recoverSolver, signAttestation } from 'fillproof'
 * import { privateKeyToAccount } from 'viem/accounts'
 *
 * const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
 * const signature = await signAttestation({ attestation, account })
 *
 * recoverSolver({ attestation, signature })
 * // '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
 */
export async function signAttestation({ attestation, account }: SignAttestationParameters): Promise<Hex> {
  return signHash(account, hashAttestation(attestation))
}
