import type { Address, Hex } from 'viem'
import { toBytes } from '../../base/values.js'
import type { InvalidSignatureError } from '../signature/errors.js'
import { recoverDigest } from '../signature/recoverDigest.js'
import { type HashRegisteredTermsErrorType, hashRegisteredTerms } from './hashRegisteredTerms.js'
import type { RegistrarTypedDataParameters } from './registrarTypedData.js'
import { needTermsField } from './toContractTerms.js'

export type RecoverRegistrarParameters = RegistrarTypedDataParameters & {
  /** The registrar's signature over the terms. */
  signature: Hex
}

export type RecoverRegistrarErrorType = HashRegisteredTermsErrorType | InvalidSignatureError

/**
 * Recovers the signer of a request's terms.
 *
 * - Is as strict as the contracts: 65 bytes with v of 27 or 28, or 64 bytes (ERC-2098); low s.
 * - Warning: a recovered address proves nothing by itself: any well-formed signature recovers one. Ask the receiver
 *   whether the address holds the registrar role.
 *
 * @returns The signer's address with its checksum.
 * @throws {@link InvalidSignatureError} with the reason; {@link TermsFieldError}, {@link AttestationFieldError} or
 * {@link AttestationLayoutError} when the evidence is malformed.
 *
 * @example
 * import { recoverRegistrar } from 'fillproof'
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
 * recoverRegistrar({
 *   chainId: 7777777,
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   ...evidence,
 *   signature:
 *     '0x26395a996e64e12ce75238a15533ad4e0483c61497c286d1c1f275c8caf6008a' +
 *     '60b3b7eb668068d1b2c880cde458bb3d4b7455d5209578b431f9e9da02a09f521b',
 * })
 * // '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
 */
export async function recoverRegistrar({
  signature,
  ...parameters
}: RecoverRegistrarParameters): Promise<Address> {
  const bytes = needTermsField(toBytes(signature), 'signature', signature, 'hex of whole bytes')
  return recoverDigest(hashRegisteredTerms(parameters), bytes)
}
