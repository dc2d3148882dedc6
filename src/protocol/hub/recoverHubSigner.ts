import { type Address, type Hex, hashTypedData } from 'viem'
import type { InvalidSignatureError } from '../signature/errors.js'
import { recoverDigest } from '../signature/recoverDigest.js'

/** The actions that the oracle had the hub execute, from `protocol.deposit.attestation` of a listed request. */
export type HubExecution = { idempotencyKey: Hex; actions: readonly Hex[] }

/** The oracle contract that a signature is for. */
export type HubOracle = { version: string; chainId: number; contract: Address }

export type RecoverHubSignerParameters = {
  execution: HubExecution
  signature: Hex
  /** The public service's by default. */
  oracle?: HubOracle | undefined
}

export type RecoverHubSignerErrorType = InvalidSignatureError

const publicOracle: HubOracle = {
  version: '2',
  chainId: 537713,
  contract: '0xd180dc3b8cb71b185c563b6e4857592ca93dacaf',
}

const types = {
  Execution: [
    { name: 'idempotencyKey', type: 'bytes32' },
    { name: 'actions', type: 'bytes[]' },
  ],
} as const

/**
 * Recovers the signer of an execution on the service's hub.
 *
 * - Rule: EIP-712, domain `RelayOracle`, type `Execution(bytes32 idempotencyKey,bytes[] actions)`.
 * - Trust: compare the signer with an account that holds the oracle's role on the hub. An oracle that is a contract
 *   (ERC-1271) has no signer to recover.
 * - Warning: the hub's books are not the destination chain: an execution proves no payment there.
 *
 * @param parameters - {@link RecoverHubSignerParameters}
 * @returns The signer's address, with its checksum.
 * @throws {@link InvalidSignatureError} when no address can be recovered.
 *
 * @example
 * import { recoverHubSigner } from 'fillproof'
 *
 * recoverHubSigner({
 *   execution: { idempotencyKey: '0xadde3fc75b085a93d343997e560dd80d5bf9d46321e57f64bf3673f086e7af64', actions: ['0x00'] },
 *   signature:
 *     '0x366d128ba1f3a06b99b8c6d0b2a40602bd3ec1b7b21348a5044b98be98603e64' +
 *     '361a0c58c9fe4706e74920d8527ef092680f92938a8fd924a3366c11fffea1221c',
 * })
 * // '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
 */
export async function recoverHubSigner({
  execution: { idempotencyKey, actions },
  signature,
  oracle: { version, chainId, contract } = publicOracle,
}: RecoverHubSignerParameters): Promise<Address> {
  const digest = hashTypedData({
    domain: { name: 'RelayOracle', version, chainId, verifyingContract: contract },
    types,
    primaryType: 'Execution',
    message: { idempotencyKey, actions },
  })
  return recoverDigest(digest, signature)
}
