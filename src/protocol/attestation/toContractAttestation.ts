import type { Hex } from 'viem'
import { AttestationLayoutError } from './errors.js'
import { type ReadAttestationErrorType, readAttestation, refuseZeroRequestId } from './readAttestation.js'
import type { AttestationInput } from './types.js'

/** The Solidity struct `Attestation`, as viem types it. */
export type ContractAttestation = {
  requestId: Hex
  originChainId: bigint
  originUser: Hex
  originCurrency: Hex
  originAmount: bigint
  destinationChainId: bigint
  destinationUser: Hex
}

export type ToContractAttestationErrorType = ReadAttestationErrorType

/**
 * Converts an attestation to the struct that the contracts take.
 *
 * - The contracts take layout v1 only, and reject a zero requestId.
 * - Trust: nothing is verified here. The contract verifies the attestation.
 *
 * @param attestation - {@link AttestationInput}
 * @throws {@link AttestationLayoutError} on layout v2, {@link AttestationFieldError} on a malformed field or a
 * zero requestId.
 *
 * @example
 * import { toContractAttestation } from 'fillproof'
 *
 * toContractAttestation({
 *   requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 *   originChainId: 1,
 *   originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   originCurrency: '0x0000000000000000000000000000000000000000',
 *   originAmount: 700000000000000000n,
 *   destinationChainId: 7777777,
 *   destinationUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * })
 * // {
 * //   requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 * //   originChainId: 1n,
 * //   originUser: '0x000000000000000000000000f3d63166f0ca56c3c1a3508fce03ff0cf3fb691e',
 * //   originCurrency: '0x0000000000000000000000000000000000000000000000000000000000000000',
 * //   originAmount: 700000000000000000n,
 * //   destinationChainId: 7777777n,
 * //   destinationUser: '0x000000000000000000000000f3d63166f0ca56c3c1a3508fce03ff0cf3fb691e',
 * // }
 */
export function toContractAttestation(attestation: AttestationInput): ContractAttestation {
  const parsed = readAttestation(attestation)
  if (parsed.layout !== 'v1') throw new AttestationLayoutError({ found: parsed.layout, required: 'v1' })
  refuseZeroRequestId(parsed)
  return {
    requestId: parsed.requestId,
    originChainId: BigInt(parsed.originChainId),
    originUser: parsed.originUser,
    originCurrency: parsed.originCurrency,
    originAmount: parsed.originAmount,
    destinationChainId: BigInt(parsed.destinationChainId),
    destinationUser: parsed.destinationUser,
  }
}
