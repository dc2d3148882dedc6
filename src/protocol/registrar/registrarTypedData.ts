import { type Address, type Hex, zeroHash } from 'viem'
import { toChainId } from '../../base/values.js'
import { hashAttestation } from '../attestation/hashAttestation.js'
import {
  type ToContractAttestationErrorType,
  toContractAttestation,
} from '../attestation/toContractAttestation.js'
import type { AttestationInput } from '../attestation/types.js'
import { hashPayment } from '../payment/hashPayment.js'
import { decodeAuthorizedCall } from './decodeAuthorizedCall.js'
import {
  needTermsField,
  readTermsAddress,
  type ToContractTermsErrorType,
  toContractTerms,
} from './toContractTerms.js'
import type { ContractTerms, RegisteredTerms } from './types.js'

export type RegistrarTypedDataParameters = {
  /** The receiver that the terms are for, and its chain. */
  receiver: Address
  chainId: number
  /** The solver's attestation of the request, in layout v1. */
  attestation: AttestationInput
  terms: RegisteredTerms
}

export type RegistrarTypedDataReturnType = {
  domain: { name: 'fillproof'; version: '1'; chainId: number; verifyingContract: Address }
  types: typeof types
  primaryType: 'RegisteredTerms'
  /** `authorizedCall` is the hash of the call, or zero for a direct fill. */
  message: ContractTerms & { attestationHash: Hex; requestId: Hex }
}

export type RegistrarTypedDataErrorType = ToContractAttestationErrorType | ToContractTermsErrorType

const types = {
  RegisteredTerms: [
    { name: 'attestationHash', type: 'bytes32' },
    { name: 'requestId', type: 'bytes32' },
    { name: 'token', type: 'address' },
    { name: 'minimum', type: 'uint256' },
    { name: 'maximum', type: 'uint256' },
    { name: 'recipient', type: 'address' },
    { name: 'deadline', type: 'uint48' },
    { name: 'authorizedCall', type: 'bytes32' },
  ],
} as const

/**
 * Builds the EIP-712 typed data that a registrar signs to vouch for the terms of one request.
 *
 * - The data is bound to one receiver on one chain, and to the whole attestation, including its requestId. `authorizedCall` is
 *   the hash of the authorized call, or zero for a direct fill. Twin: the contracts' `RegisteredTerms`.
 * - Units: amounts in the smallest unit of `token`, `deadline` in Unix seconds.
 * - Trust: the receiver enforces the terms that the registrar signs. Before you sign, make sure that the user made this
 *   request, and made it for this recipient.
 *
 * @returns The argument for `signTypedData` of any viem account or wallet. {@link RegistrarTypedDataReturnType}
 * @throws {@link TermsFieldError} with the path of the first malformed term; {@link AttestationFieldError} or
 * {@link AttestationLayoutError} on an attestation that no receiver takes.
 *
 * @example
 * import { registrarTypedData } from 'fillproof'
 * import { zeroAddress } from 'viem'
 *
 * const { domain, message } = registrarTypedData({
 *   chainId: 7777777,
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   attestation,
 *   terms: {
 *     token: zeroAddress,
 *     minimum: 690000000000000000n,
 *     recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     deadline: 1800000000,
 *   },
 * })
 *
 * domain.verifyingContract
 * // '0x1234567890123456789012345678901234567890'
 *
 * message.attestationHash
 * // '0x90b6e106cb46dfb411fa528da7f5177ecaf4761f6b7242f00418cc7d4285943c'
 */
export function registrarTypedData(parameters: RegistrarTypedDataParameters): RegistrarTypedDataReturnType {
  const chainId = needTermsField(
    toChainId(parameters.chainId),
    'chainId',
    parameters.chainId,
    'a number from 1 to 2^53-1',
  )
  const receiver = readTermsAddress(parameters.receiver, 'receiver')
  const { requestId } = toContractAttestation(parameters.attestation)
  const { authorizedCall, ...terms } = toContractTerms(parameters.terms)
  const payment = decodeAuthorizedCall(authorizedCall)
  return {
    domain: { name: 'fillproof', version: '1', chainId, verifyingContract: receiver },
    types,
    primaryType: 'RegisteredTerms',
    message: {
      attestationHash: hashAttestation(parameters.attestation),
      requestId,
      ...terms,
      authorizedCall: payment ? hashPayment({ chainId, receiver, payment }) : zeroHash,
    },
  }
}
