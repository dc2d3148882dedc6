import type { Hash } from 'viem'
import type { Chain } from '../chains/chain.js'

/**
 * The last block of a range that was read. The first head of a chain, from before the deployment, has no hash and is never
 * dropped.
 */
export type Head = { number: bigint; hash?: Hash }

export type Heads = ReturnType<typeof createHeads>

/** The most heads to remember for a chain. Older heads are dropped, except the first. */
const maxHeads = 256

/** Remembers the blocks up to which each chain was read, to detect removed blocks. */
export function createHeads(chains: readonly Chain[]) {
  const heads = new Map<number, Head[]>(chains.map(({ id, firstBlock }) => [id, [{ number: firstBlock }]]))
  const rewind = (chainId: number, number: bigint) => {
    const [first, ...others] = heads.get(chainId)!
    heads.set(chainId, [first!, ...others.filter((head) => head.number <= number)])
  }
  const last = (chainId: number): Head => heads.get(chainId)!.at(-1)!
  return {
    heads,
    last,
    add(chainId: number, head: Head): void {
      const known = heads.get(chainId)!
      known.push(head)
      if (known.length > maxHeads) known.splice(1, 1)
    },
    /** Forgets the heads above a block. */
    rewind,
    /** Drops the heads that are no longer on the chain. Returns whether there were any. */
    async rewindToFork({ id, client }: Chain): Promise<boolean> {
      const before = last(id)
      for (;;) {
        const { number, hash } = last(id)
        const isThere =
          hash === undefined ||
          (await client.getBlock({ blockNumber: number }).catch(() => undefined))?.hash === hash
        if (isThere) return last(id) !== before
        rewind(id, number - 1n)
      }
    },
  }
}
