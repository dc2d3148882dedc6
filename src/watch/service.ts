import type { Hex } from 'viem'
import { InvalidResponseError, ServiceHttpError } from '../client/errors.js'
import { isForeignAnswer } from '../client/isForeignAnswer.js'
import type { ServiceClient } from '../client/serviceClient.js'
import { unpadAddress } from '../protocol/address/unpadAddress.js'
import type { AttestationV1 } from '../protocol/attestation/types.js'

export type SignedAttestation = AttestationV1 & { signature: Hex }

export type Status = { status: string; transactions: readonly string[] }

/** Null is what the service does not know. An answer that can't be used says why. */
export type Answer<value> = { value: value | null } | { problem: string }

/** The service as the watcher reads it. What is signed is verified where it is used. */
export type WatchService = {
  readAttestation(requestId: Hex): Promise<Answer<SignedAttestation>>
  readStatus(requestId: Hex): Promise<Answer<Status>>
  /** The request of an order, where the two ids differ. */
  findRequest(orderId: Hex): Promise<Answer<Hex>>
}

/** Its methods throw `ServiceError` when the service can't be asked now. */
export function createWatchService(client: ServiceClient, signal: AbortSignal): WatchService {
  const options = { signal }
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
        return (requests[0]?.id?.toLowerCase() ?? null) as Hex | null
      }),
  }
}

/** Not now, whatever the request. */
const temporary = [408, 425, 429]

async function read<value>(call: () => Promise<value | null>): Promise<Answer<value>> {
  try {
    return { value: await call() }
  } catch (error) {
    if (isForeignAnswer(error)) throw error
    if (error instanceof InvalidResponseError) return { problem: error.shortMessage }
    if (!(error instanceof ServiceHttpError)) throw error
    const { status } = error
    if (status >= 500 || status === 0 || temporary.includes(status)) throw error
    // Which status an unknown request has is not specified.
    return status === 404 || status === 400 ? { value: null } : { problem: error.shortMessage }
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
