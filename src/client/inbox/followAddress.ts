import { sleep } from '../../base/sleep.js'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import type { StatusRecord } from '../../service/resources/status.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { type QuotedInboxCall, readLeast } from './inboxCall.js'
import { type Arrival, readArrival, readState } from './readArrival.js'
import type { RunningInboxClients } from './types.js'

/**
 * Follows the request of a deposit address until it ends, or until the chain shows money that the request did not bring.
 *
 * - An open address takes any amount: the service makes another request of it, whose id only its listing names. So money in the
 *   inbox counts if it is at least the least output that the caller accepts. The service must still know of no deposit for the
 *   request of the quote.
 *
 * @param follow - Follows the request until `signal` aborts.
 */
export async function followAddress(
  client: AnyServiceClient,
  parameters: RunningInboxClients,
  call: QuotedInboxCall,
  follow: (signal: AbortSignal) => Promise<StatusRecord>,
): Promise<{ outcome: StatusRecord } | { arrival: Arrival }> {
  const stop = new AbortController()
  const { signal } = parameters
  const ended = follow(AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]))
  try {
    return await Promise.race([
      ended.then((outcome) => ({ outcome })),
      watch(client, parameters, { call, signal: stop.signal }).then((arrival) => ({ arrival })),
    ])
  } finally {
    stop.abort()
    ended.catch(() => {})
  }
}

/** Whether as much came as the caller accepts. */
export function isEnough({ came }: Arrival, call: QuotedInboxCall): boolean {
  return came >= readLeast(call)
}

/** Whether the service knows of no deposit for a request. */
export function isUnpaid({ status }: StatusRecord): boolean {
  return status === 'waiting' || status === 'unknown'
}

/** Waits for money that the request did not bring. Never returns if there is none, until `signal` aborts. */
async function watch(
  client: AnyServiceClient,
  { destinationClient, pollingIntervalMs }: RunningInboxClients,
  { call, signal }: { call: QuotedInboxCall; signal: AbortSignal },
): Promise<Arrival> {
  const requestId = findPayingStep(call.quote)!.requestId!
  let seen: string | undefined
  // A node that fails is asked again.
  const read = async () => {
    const { balance, claims } = await readState(destinationClient, call)
    // What changes when money comes or is claimed.
    const state = `${balance} ${claims}`
    if (state === seen) return undefined
    const arrival = await readArrival(destinationClient, call)
    if (!isEnough(arrival, call)) seen = state
    return arrival
  }
  for (;;) {
    const arrival = await read().catch(() => undefined)
    if (arrival && isEnough(arrival, call)) {
      // Asked after the money was seen: the service reports the deposit of a request before it fills.
      const record = await client.getStatus({ requestId }, { signal }).catch(() => undefined)
      if (record && isUnpaid(record)) return arrival
    }
    await sleep(pollingIntervalMs, signal).catch(() => {})
    if (signal.aborted) return new Promise(() => {})
  }
}
