import type { Address, Hex } from 'viem'
import { InvalidSignatureError } from '../signature/errors.js'
import { recoverSigner } from '../signature/recoverDigest.js'
import type { HashAttestationErrorType } from './hashAttestation.js'
import { readAttestation } from './readAttestation.js'
import { readSignature } from './readAttestationField.js'
import { hashSignedWords } from './signedWords.js'
import type { Attestation, AttestationInput } from './types.js'

export type RecoverSolverParameters = {
  attestation: AttestationInput
  /** Defaults to the attestation's own signature. */
  signature?: Hex | undefined
}

export type RecoverSolverErrorType = HashAttestationErrorType | InvalidSignatureError

/**
 * Recovers the signer of an attestation.
 *
 * - Is as strict as the contracts: 65 bytes with v of 27 or 28, or 64 bytes (ERC-2098); low s.
 * - Warning: a recovered address proves nothing by itself: any well-formed signature recovers one. Compare it
 *   with the solvers that you trust, or use {@link verifyAttestation}.
 *
 * @returns The signer's address with its checksum.
 * @throws {@link InvalidSignatureError} with the reason; {@link AttestationFieldError} or
 * {@link AttestationLayoutError} when the attestation is malformed.
 *
 * @example
 * import { recoverSolver } from 'fillproof'
 *
 * recoverSolver({ attestation })
 * // '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF'
 */
export async function recoverSolver({ attestation, signature }: RecoverSolverParameters): Promise<Address> {
  return recoverFrom(readAttestation(attestation), signature)
}

/** Recovers the solver of an attestation that was already parsed. See {@link recoverSolver}. */
export async function recoverFrom(attestation: Attestation, signature: Hex | undefined): Promise<Address> {
  const given = signature === undefined ? attestation.signature : readSignature(signature, 'signature')
  if (given === undefined) throw new InvalidSignatureError({ reason: 'missing' })
  return recoverSigner(hashSignedWords(attestation), given)
}
