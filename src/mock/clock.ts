import { type Chain, readChainTime } from './chains/chain.js'

export type MockClock = ReturnType<typeof createClock>

/**
 * Creates the service's clock, and computes the times of chains.
 *
 * - With the caller's `now`, a chain's time is `now` plus the seconds by which the control moved the chain. A block's
 *   time is `now` when the block is first read. So two runs give the same orders.
 * - Without `now`, both times come from the chain.
 *
 * @param callerNow - Unix milliseconds.
 */
export function createClock(callerNow?: () => number) {
  const offsets = new Map<number, number>()
  const now = callerNow ?? Date.now
  const seconds = () => Math.floor(now() / 1000)
  return {
    offsets,
    /** Unix milliseconds. */
    now,
    /** Unix seconds. */
    seconds,
    /** Unix seconds of a chain. The venue has no chain, so it uses the service's own time. */
    async chainSeconds(chain: Chain | undefined): Promise<number> {
      if (!chain) return seconds()
      return callerNow ? seconds() + (offsets.get(chain.id) ?? 0) : readChainTime(chain)
    },
    /** Returns the time to report for a block that is read now, in Unix seconds. */
    ofBlock: (timestamp: bigint): number => (callerNow ? seconds() : Number(timestamp)),
    /** Records that `mock.control` moved the time of a chain. */
    moved(chainId: number, bySeconds: number): void {
      offsets.set(chainId, (offsets.get(chainId) ?? 0) + bySeconds)
    },
  }
}
