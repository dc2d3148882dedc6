import { type Hex, hashTypedData } from 'viem'
import {
  type RegistrarTypedDataErrorType,
  type RegistrarTypedDataParameters,
  registrarTypedData,
} from './registrarTypedData.js'

export type HashRegisteredTermsErrorType = RegistrarTypedDataErrorType

/**
 * Hashes the terms of a request into the 32 bytes that its registrar signs.
 *
 * - Computes the EIP-712 digest of {@link registrarTypedData}, domain and prefix included.
 *
 * @returns The digest.
 * @throws {@link TermsFieldError}, {@link AttestationFieldError} or {@link AttestationLayoutError}.
 *
 * @example
 * import { hashRegisteredTerms } from 'fillproof'
 * import { zeroAddress } from 'viem'
 *
 * const evidence = {
 *   attestation,
 *   terms: {
 *     token: zeroAddress,
 *     minimum: 690000000000000000n,
 *     recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     deadline: 1800000000,
 *   },
 * }
 *
 * hashRegisteredTerms({ chainId: 7777777, receiver: '0x1234567890123456789012345678901234567890', ...evidence })
 * // '0x60ae62d04b69048e5aa7691ad0da7fa34237e41ee989171db6edfc1f6df582d9'
 */
export function hashRegisteredTerms(parameters: RegistrarTypedDataParameters): Hex {
  return hashTypedData(registrarTypedData(parameters))
}
