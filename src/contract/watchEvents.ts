import type { Client } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { sleep } from '../base/sleep.js'
import type { BlockRange } from './rpc/readPages.js'

export type WatchEventsParameters<event> = {
  /** Called with the new events of each poll that finds any. */
  onEvents: (events: event[]) => void
  /** Called when the chain can't be read; watching continues. */
  onError?: ((error: Error) => void) | undefined
  /** Milliseconds; the client's by default. */
  pollingInterval?: number | undefined
}

/** Watches for events from now on, until the returned function is called. Blocks that could not be read are requested again. */
export function watchEvents<event>(
  client: Client,
  { onEvents, onError, pollingInterval = client.pollingInterval }: WatchEventsParameters<event>,
  read: (range: BlockRange) => Promise<event[]>,
): () => void {
  const ended = new AbortController()
  let next: bigint | undefined

  async function poll(): Promise<void> {
    const toBlock = await getBlockNumber(client, { cacheTime: 0 })
    next ??= toBlock + 1n
    if (toBlock < next) return
    const events = await read({ fromBlock: next, toBlock })
    next = toBlock + 1n
    if (events.length > 0 && !ended.signal.aborted) onEvents(events)
  }

  async function follow(): Promise<void> {
    while (!ended.signal.aborted) {
      await poll().catch((error: Error) => {
        if (!ended.signal.aborted) onError?.(error)
      })
      await sleep(pollingInterval, ended.signal)
    }
  }

  follow().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error
  })
  return () => ended.abort()
}
