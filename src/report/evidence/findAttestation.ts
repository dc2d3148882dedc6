import { type Hex, type PublicClient, TransactionNotFoundError } from 'viem'
import { toBytes } from '../../base/values.js'
import { ServiceHttpError } from '../../client/errors.js'
import { isTemporary } from '../../client/isOtherService.js'
import type { ServiceClient } from '../../client/serviceClient.js'
import { findEvidence } from '../../contract/findEvidence.js'
import { orUndefined } from '../../contract/rpc/orUndefined.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import { readCalldata } from '../../rules/settled/readCalldata.js'
import type { ReceiverTarget } from '../reportRequest.js'
import { findNoAttestations } from '../service/findNoAttestations.js'
import { findRequest } from '../service/findRequest.js'
import type { ParsedEvidence } from './parseEvidence.js'

export type FindAttestationParameters = {
  evidence: ParsedEvidence
  client?: ServiceClient | undefined
  layout: 'v1' | 'v2'
  /** Whether the client has a key. With a key it can search for transactions. */
  hasKey: boolean
  target?: ReceiverTarget | undefined
}

export type FoundAttestation = {
  attestation?: Attestation
  /** Why there is no attestation. Set if the service publishes none at all. */
  problem?: string
}

/**
 * Finds the attestation for evidence.
 *
 * - Requests it from the service, by the evidence's ids and the quote's request ids.
 * - If the evidence has the hash of a transaction, reads the attestation from the calldata of a call to the receiver. Otherwise
 *   requests it from the service, by the order id at the end of the calldata, or with a key by the transaction.
 * - Trust: the result is not verified.
 */
export async function findAttestation(parameters: FindAttestationParameters): Promise<FoundAttestation> {
  const { hashes = [], order } = parameters.evidence
  const { requestIds = [], orderId } = order?.order ?? {}
  const ids = [...hashes, ...requestIds, orderId].filter((id) => id !== undefined)
  const found = await askService(parameters, ids)
  if (found.attestation) return found
  for (const hash of hashes) {
    const attestation = await findByTransaction(parameters, hash)
    if (attestation) return { attestation }
  }
  return found
}

/** Fetches the first attestation that the service has for these ids. */
async function askService(
  { client, layout }: FindAttestationParameters,
  requestIds: readonly Hex[],
): Promise<FoundAttestation> {
  if (!client) return {}
  for (const requestId of requestIds) {
    try {
      return { attestation: await client.getAttestation({ requestId, layout }) }
    } catch (error) {
      const problem = await findNoAttestations(error, client)
      if (problem) return { problem }
      if (!(error instanceof ServiceHttpError) || isTemporary(error)) throw error
    }
  }
  return {}
}

async function findByTransaction(
  parameters: FindAttestationParameters,
  hash: Hex,
): Promise<Attestation | undefined> {
  const { target } = parameters
  const found = target && (await readTransaction(target.client, target.receiver, hash))
  if (found && 'attestation' in found) return found.attestation
  const orderIds = found?.orderIds ?? []
  return (await askService(parameters, orderIds)).attestation ?? askForRecord(parameters, hash, orderIds)
}

type Calldata = { attestation: Attestation } | { orderIds: Hex[] }

/**
 * Reads the attestation in a transaction. Without an attestation, returns the ids of orders that the transaction may fill: a
 * fill's calldata ends with the order id.
 */
async function readTransaction(
  client: PublicClient,
  receiver: Hex,
  hash: Hex,
): Promise<Calldata | undefined> {
  const sent = await client.getTransaction({ hash }).catch(orUndefined(TransactionNotFoundError))
  if (!sent) return undefined
  const transaction = { ...sent, input: readCalldata(sent, 'tempo') ?? '0x' }
  const found = findEvidence({ chainId: await client.getChainId(), receiver, transaction })
  for (const { attestation, signature } of found) {
    if (!attestation) continue
    const { originChainId, destinationChainId } = attestation
    const chains = { originChainId: Number(originChainId), destinationChainId: Number(destinationChainId) }
    return { attestation: { layout: 'v1', ...attestation, ...chains, signature } }
  }
  const last = toBytes(`0x${transaction.input.slice(2).slice(-64)}`, [32])
  return { orderIds: [...(last ? [last] : []), ...found.map(({ id }) => id)] }
}

async function askForRecord(
  parameters: FindAttestationParameters,
  hash: Hex,
  orderIds: readonly Hex[],
): Promise<Attestation | undefined> {
  const { client, hasKey } = parameters
  if (!client || !hasKey) return undefined
  const found = await findRequest(client, hash, hasKey)
  if (found) return (await askService(parameters, [found.requestId])).attestation
  for (const orderId of orderIds) {
    const { requests } = await client.getRequests({ orderId, limit: 1 })
    const id = toBytes(requests[0]?.id, [32])
    const { attestation } = id ? await askService(parameters, [id]) : {}
    if (attestation) return attestation
  }
  return undefined
}
