import type { Hex } from 'viem'
import { toBytes } from '../base/values.js'
import { createServiceClient } from '../client/createServiceClient.js'
import {
  InvalidResponseError,
  ServiceAbortedError,
  ServiceError,
  ServiceHttpError,
} from '../client/errors.js'
import { isOtherService, isTemporary } from '../client/isOtherService.js'
import type { ServiceClient } from '../client/serviceClient.js'
import { unpadAddress } from '../protocol/address/unpadAddress.js'
import type { AttestationV1 } from '../protocol/attestation/types.js'
import type { ServiceProfile } from '../service/profile/types.js'
import type { RequestRecord } from '../service/resources/requestRecord.js'
import { createPeer, type PeerContext, type PeerFault } from './createPeer.js'

export type SignedAttestation = AttestationV1 & { signature: Hex }

export type Status = { status: string; transactions: readonly string[] }

/** Null is what the service does not know. An answer that can't be used says why. */
export type ServiceAnswer<value> = { value: value | null } | { problem: string }

/** The service as the watcher reads it. What is signed is verified where it is used. */
export type WatchService = {
  readAttestation(requestId: Hex): Promise<ServiceAnswer<SignedAttestation>>
  readStatus(requestId: Hex): Promise<ServiceAnswer<Status>>
  /** The request of an order, where the two ids differ. */
  findRequest(orderId: Hex): Promise<ServiceAnswer<Hex>>
}

export type ConnectServiceParameters = PeerContext & {
  url: string
  profile: ServiceProfile
  apiKey: string | undefined
}

/** Its methods throw `ServiceError` when the service can't be asked now. */
export function connectService(parameters: ConnectServiceParameters): WatchService {
  const { url, profile, apiKey, signal } = parameters
  const name = `The service at ${new URL(url).origin}`
  const { ask, fetch } = createPeer({ ...parameters, name, explain: explainFault })
  const client = createServiceClient({
    profile,
    baseUrl: url,
    timeoutMs: 15_000,
    apiKey,
    fetch,
    retry: { limit: 0 },
  })
  const options = { signal }
  const read = <value>(call: () => Promise<value | null>, lacksKey = false) =>
    ask(() => readAnswer(call, client, lacksKey))
  return {
    readAttestation: (requestId) => read(() => client.getAttestation({ requestId }, options)),
    readStatus: (requestId) =>
      read(async () => {
        const { status, txHashes } = await client.getStatus({ requestId }, options)
        return { status, transactions: (txHashes ?? []).map((hash) => hash.toLowerCase()) }
      }),
    findRequest: (orderId) =>
      read(async () => {
        const { requests } = await client.getRequests({ orderId, limit: 1 }, options)
        return requests[0] ? readId(requests[0]) : null
      }, apiKey === undefined),
  }
}

/** @throws {@link InvalidResponseError} */
function readId({ id: value }: RequestRecord): Hex {
  const id = toBytes(value, [32])
  if (id !== undefined) return id
  throw new InvalidResponseError({
    operation: 'GET /requests/v3',
    path: 'requests[0].id',
    value,
    requirement: 'must be hex of 32 bytes',
  })
}

function explainFault(error: unknown): PeerFault | undefined {
  if (!(error instanceof ServiceError) || error instanceof ServiceAbortedError) return undefined
  return { error, reason: error.shortMessage, isOutage: false }
}

async function readAnswer<value>(
  call: () => Promise<value | null>,
  client: ServiceClient,
  /** Whether the operation needs a key, and none is given. */
  lacksKey: boolean,
): Promise<ServiceAnswer<value>> {
  try {
    return { value: await call() }
  } catch (error) {
    if (!(error instanceof ServiceError) || (await isOtherService(error, client))) throw error
    if (error instanceof InvalidResponseError) return { problem: error.shortMessage }
    if (!(error instanceof ServiceHttpError) || isTemporary(error)) throw error
    // A refused key says nothing about the request.
    if (error.status === 401 && !lacksKey) throw error
    // Which status an unknown request has is not specified.
    return [400, 404].includes(error.status) ? { value: null } : { problem: error.shortMessage }
  }
}

/** Text of a word that may be an address. */
export function describeUser(word: Hex): string {
  try {
    return unpadAddress(word)
  } catch {
    return word
  }
}
