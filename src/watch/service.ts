import type { Hex } from 'viem'
import { hideKey } from '../base/cleanText.js'
import { toBytes } from '../base/values.js'
import { createServiceClient } from '../client/createServiceClient.js'
import {
  InvalidResponseError,
  ServiceAbortedError,
  ServiceError,
  ServiceHttpError,
} from '../client/errors.js'
import { findRetirement, isOtherService, isTemporary } from '../client/isOtherService.js'
import type { ServiceClient } from '../client/serviceClient.js'
import type { ConnectionOptions } from '../client/transport/options.js'
import type { AttestationV1 } from '../protocol/attestation/types.js'
import { operationOf } from '../service/profile/operations.js'
import type { ServiceProfile } from '../service/profile/types.js'
import type { RequestRecord } from '../service/resources/requestRecord.js'
import type { Pace } from './createPace.js'
import { type AskOptions, createPeer, type PeerContext, type PeerFault } from './createPeer.js'

export type SignedAttestation = AttestationV1 & { signature: Hex }

export type Status = { status: string; transactions: readonly string[] }

/** The service's answer. `value` is null for an unknown request or order. `problem` states why an answer can't be used. */
export type ServiceAnswer<value> =
  | { value: value | null }
  | {
      problem: string
      /** The service has ended the operation, or none is asked: that says nothing about the request. */
      silent?: 'retired' | 'notAsked'
    }

/** The service as the watcher reads it. Signatures are verified where they are used. */
export type WatchService = {
  readAttestation(requestId: Hex): Promise<ServiceAnswer<SignedAttestation>>
  readStatus(requestId: Hex): Promise<ServiceAnswer<Status>>
  /** The request of an order, if the two ids differ. */
  findRequest(orderId: Hex): Promise<ServiceAnswer<Hex>>
}

export type ConnectServiceParameters = PeerContext &
  Pick<ConnectionOptions, 'onRetirement'> & {
    url: string
    pace: Pace
    profile: ServiceProfile
    apiKey: string | undefined
  }

/** A service, for all receivers. */
export type ConnectedService = {
  isSlow(): boolean
  /**
   * Returns the service as seen by the checks of one job. Its methods throw `ServiceError` if the service can't be reached now.
   */
  view(options?: AskOptions): WatchService
}

/** How long an answer of `GET /chains` proves that the service is there. */
const knownMs = 60_000

export function connectService(parameters: ConnectServiceParameters): ConnectedService {
  const { url, profile, apiKey, signal, pace, clock, onRetirement } = parameters
  const { origin } = new URL(url)
  const peer = createPeer({
    ...parameters,
    endpoints: [{ name: `The service at ${origin}`, origin, pace }],
    explain: explainFault,
  })
  const client = createServiceClient({
    profile,
    baseUrl: url,
    timeoutMs: 15_000,
    apiKey,
    fetch: peer.fetches[0]!,
    retry: { limit: 0 },
    onRetirement,
  })
  const options = { signal }
  let known: { chains: ReturnType<ServiceClient['getChains']>; at: number } | undefined
  /**
   * Reads the service's chains. If a request was refused, an answer to this one shows that the URL is the service's and not
   * another API's.
   */
  async function getChains(): ReturnType<ServiceClient['getChains']> {
    if (!known || clock.now() - known.at >= knownMs) {
      const chains = pace.takeTurn(signal).then(() => client.getChains({}, options))
      const asked = { chains, at: clock.now() }
      known = asked
      chains.catch(() => {
        if (known === asked) known = undefined
      })
    }
    return known.chains
  }
  return {
    isSlow: pace.isSlow,
    view(asking) {
      const read = <value>(call: () => Promise<value | null>, lacksKey = false) =>
        peer.ask(() => readAnswer(call, { getChains }, lacksKey), asking)
      return {
        readAttestation: (requestId) => read(() => client.getAttestation({ requestId }, options)),
        readStatus: (requestId) =>
          read(async () => {
            const { status, txHashes } = await client.getStatus({ requestId }, options)
            // The status and the hashes go into findings, which must not contain the key.
            const [shown, ...transactions] = [status, ...(txHashes ?? [])].map((text) =>
              hideKey(text, apiKey),
            )
            return { status: shown!, transactions: transactions.map((hash) => hash.toLowerCase()) }
          }),
        findRequest: (orderId) =>
          read(async () => {
            const { requests } = await client.getRequests({ orderId, limit: 1 }, options)
            return requests[0] ? readId(requests[0], `GET ${operationOf(profile, 'requests').path}`) : null
          }, apiKey === undefined),
      }
    },
  }
}

/** @throws {@link InvalidResponseError} */
function readId({ id: value }: RequestRecord, operation: string): Hex {
  const id = toBytes(value, [32])
  if (id !== undefined) return id
  throw new InvalidResponseError({
    operation,
    path: 'requests[0].id',
    value,
    requirement: 'must be hex of 32 bytes',
  })
}

function explainFault(error: unknown): PeerFault | undefined {
  if (!(error instanceof ServiceError) || error instanceof ServiceAbortedError) return undefined
  const isLimited = error instanceof ServiceHttpError && error.status === 429
  return { error, reason: error.shortMessage, isOutage: false, isLimited }
}

async function readAnswer<value>(
  call: () => Promise<value | null>,
  client: Pick<ServiceClient, 'getChains'>,
  /** Whether the operation needs a key, and no key is set. */
  lacksKey: boolean,
): Promise<ServiceAnswer<value>> {
  try {
    return { value: await call() }
  } catch (error) {
    const retired = await findRetirement(error, client)
    if (retired) return { problem: retired.shortMessage, silent: 'retired' }
    if (!(error instanceof ServiceError) || (await isOtherService(error, client))) throw error
    if (error instanceof InvalidResponseError) return { problem: error.shortMessage }
    if (!(error instanceof ServiceHttpError) || isTemporary(error)) throw error
    // A rejected key says nothing about the request.
    if (error.status === 401 && !lacksKey) throw error
    // The status of an unknown request is not specified.
    return [400, 404].includes(error.status) ? { value: null } : { problem: error.shortMessage }
  }
}
