import { type Chain, readChainTime } from './chains/chain.js'

/** The service's own time. Chains have theirs. */
export type Clock = {
  /** Unix milliseconds. */
  now(): number
  /** Unix seconds from which an order on this chain lives. */
  chainSeconds(chain: Chain): Promise<number>
  /** Unix seconds that are told of a block which is read now. */
  ofBlock(timestamp: bigint): number
  /** A chain's time was moved on by so many seconds. */
  moved(chainId: number, seconds: number): void
}

/**
 * Creates the service's clock.
 *
 * - Rule: with a clock of the caller's own, a chain's time is that clock's and what the chain was moved on by, so that
 *   two runs give the same orders, and a block's time is when it was first read. Without one both are the chain's own.
 */
export function createClock(now?: () => number): Clock {
  const offsets = new Map<number, number>()
  return {
    now: now ?? Date.now,
    async chainSeconds(chain) {
      if (!now) return readChainTime(chain)
      return Math.floor(now() / 1000) + (offsets.get(chain.id) ?? 0)
    },
    ofBlock: (timestamp) => (now ? Math.floor(now() / 1000) : Number(timestamp)),
    moved(chainId, seconds) {
      offsets.set(chainId, (offsets.get(chainId) ?? 0) + seconds)
    },
  }
}
