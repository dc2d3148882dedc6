import type { Address, Hex } from 'viem'
import type { InvalidSignatureError } from '../errors/signature.js'
import { toBytes } from '../format/values.js'
import { recoverDigest } from '../signature/recoverDigest.js'
import { type HashRegisteredTermsErrorType, hashRegisteredTerms } from './hashRegisteredTerms.js'
import type { RegistrarTypedDataParameters } from './registrarTypedData.js'
import { need } from './toContractTerms.js'

export type RecoverRegistrarParameters = RegistrarTypedDataParameters & {
  /** The registrar's, over the terms. */
  signature: Hex
}

export type RecoverRegistrarErrorType = HashRegisteredTermsErrorType | InvalidSignatureError

/**
 * Recovers who signed the terms of a request.
 *
 * - Rule: as strict as the contracts: 65 bytes with v of 27 or 28, or 64 bytes (ERC-2098); low s.
 * - Warning: a recovered address is no verdict, since any well-formed signature recovers someone. Ask the receiver
 *   whether it holds the registrar role.
 *
 * @param parameters - {@link RecoverRegistrarParameters}
 * @returns The signer's address with its checksum.
 * @throws {@link InvalidSignatureError} with the reason; {@link TermsFieldError}, {@link AttestationFieldError} or
 * {@link AttestationLayoutError} when the evidence is malformed.
 *
 * @example
 * import { recoverRegistrar } from 'fillproof'
 * import { zeroAddress } from 'viem'
 *
 * const evidence = {
 *   attestation: {
 *     requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 *     originChainId: 1,
 *     originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     originCurrency: '0x0000000000000000000000000000000000000000',
 *     originAmount: 700000000000000000n,
 *     destinationChainId: 7777777,
 *     destinationUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   },
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
 *     '0xa5df54736fb3cfb3de0e90559c6e14afd5295341d479867b6e8c3a270af68339' +
 *     '7bc7be49763c2428c7a3f5c70a8514a8e585a4f7cc98489f3e2069cd165626dd1c',
 * })
 * // '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
 */
export async function recoverRegistrar({
  signature,
  ...parameters
}: RecoverRegistrarParameters): Promise<Address> {
  const bytes = need(toBytes(signature), 'signature', signature, 'hex of whole bytes')
  return recoverDigest(hashRegisteredTerms(parameters), bytes)
}
