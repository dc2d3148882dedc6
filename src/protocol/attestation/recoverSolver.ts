import type { Address, Hex } from 'viem'
import { InvalidSignatureError } from '../signature/errors.js'
import { recoverSigner } from '../signature/recoverSigner.js'
import { readAttestation } from './readAttestation.js'
import { readSignature } from './readAttestationField.js'
import { hashSignedWords } from './signedWords.js'
import type { Attestation, AttestationInput } from './types.js'

export type RecoverSolverParameters = {
  attestation: AttestationInput
  /** Defaults to the attestation's own signature. */
  signature?: Hex | undefined
}

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
 * recoverSolver({
 *   attestation: {
 *     requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 *     originChainId: 1,
 *     originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     originCurrency: '0x0000000000000000000000000000000000000000',
 *     originAmount: 700000000000000000n,
 *     destinationChainId: 7777777,
 *     destinationUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   },
 *   signature:
 *     '0x4c320680bbb7f4d46892cd93eddf04884d997c8a3dbd8af20ca502e6bf5323a0' +
 *     '7bb467f97e290dfd53350683ea494e4fcb02a445ac129d1741a81c12eed066a11b',
 * })
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
