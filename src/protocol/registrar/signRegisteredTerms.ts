import { type Hex, type LocalAccount, serializeSignature } from 'viem'
import { InvalidAccountError, type InvalidSignatureError } from '../signature/errors.js'
import { splitSignature } from '../signature/splitSignature.js'
import {
  type RegistrarTypedDataErrorType,
  type RegistrarTypedDataParameters,
  registrarTypedData,
} from './registrarTypedData.js'

export type SignRegisteredTermsParameters = RegistrarTypedDataParameters & { account: LocalAccount }

export type SignRegisteredTermsErrorType =
  | RegistrarTypedDataErrorType
  | InvalidAccountError
  | InvalidSignatureError

/**
 * Signs the terms of a request as its registrar. The result is the `termsSignature` for a receiver of registered terms.
 *
 * - Signs {@link registrarTypedData} (EIP-712). A wallet can also sign that itself.
 * - Trust: a receiver accepts the signature while the account holds the receiver's registrar role.
 * - Warning: a signature can't be taken back. Until the deadline anyone can present it, once, with the solver's attestation.
 *
 * @returns 65 bytes: r, low s, v of 27 or 28.
 * @throws {@link TermsFieldError}, {@link AttestationFieldError} or {@link AttestationLayoutError} if no receiver would take
 * the terms or the attestation, {@link InvalidAccountError}, or {@link InvalidSignatureError} when the account makes a
 * signature that a contract would refuse.
 *
 * @example
 * import { recoverRegistrar, signRegisteredTerms } from 'fillproof'
 * import { zeroAddress } from 'viem'
 * import { privateKeyToAccount } from 'viem/accounts'
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
 * const scope = { chainId: 7777777, receiver: '0x1234567890123456789012345678901234567890' }
 * const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
 * const signature = await signRegisteredTerms({ ...scope, ...evidence, account })
 *
 * recoverRegistrar({ ...scope, ...evidence, signature })
 * // '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
 */
export async function signRegisteredTerms({
  account,
  ...parameters
}: SignRegisteredTermsParameters): Promise<Hex> {
  if (typeof account?.signTypedData !== 'function') throw new InvalidAccountError()
  const signature = await account.signTypedData(registrarTypedData(parameters))
  return serializeSignature(splitSignature(signature))
}
