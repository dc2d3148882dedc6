import { type Chain, readChainTime } from './chains/chain.js'

export type MockClock = ReturnType<typeof createClock>

/**
 * Creates the service's clock. Chains have their own.
 *
 * - Rule: with the caller's `now`, a chain's time is that clock's plus the seconds by which control moved the chain, and
 *   a block's time is when it was first read, so that two runs give the same orders. Otherwise both are the chain's own.
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
    /** Unix seconds of a chain. The venue, which has no chain, has the service's own time. */
    async chainSeconds(chain: Chain | undefined): Promise<number> {
      if (!chain) return seconds()
      return callerNow ? seconds() + (offsets.get(chain.id) ?? 0) : readChainTime(chain)
    },
    /** Unix seconds to report for a block that is read now. */
    ofBlock: (timestamp: bigint): number => (callerNow ? seconds() : Number(timestamp)),
    /** Records that control moved a chain's time. */
    moved(chainId: number, bySeconds: number): void {
      offsets.set(chainId, (offsets.get(chainId) ?? 0) + bySeconds)
    },
  }
}
