/** After this many pages, a refused size is tried again: if the node limits results, later blocks may contain fewer. */
const keptPages = 50

export type PageSize = {
  size(): bigint
  /** Reports that a page of this many blocks was refused, or not answered in time. */
  shrink(blocks: bigint, reason: 'refused' | 'late'): void
  /** Reports that a page of this many blocks was answered. */
  grow(blocks: bigint): void
}

/** Finds how many blocks to request at once: the most that the node answers, and fewer than the node last refused. */
export function createPageSize({
  first = 2_000n,
  most = 10_000n,
}: {
  first?: bigint | undefined
  most?: bigint | undefined
}): PageSize {
  let size = first < most ? first : most
  let accepted = 0n
  let refused: bigint | undefined
  let pages = 0
  return {
    size: () => size,
    shrink(blocks, reason) {
      const half = blocks / 2n || 1n
      size = accepted > half && accepted < blocks ? accepted : half
      pages = 0
      if (reason === 'refused') refused = blocks
    },
    grow(blocks) {
      if (blocks < size) return
      accepted = size
      pages += 1
      if (pages > keptPages) refused = undefined
      const grown = size + size / 4n + 1n
      if (refused === undefined) size = grown < most ? grown : most
      // Stops short of the exact limit: finding the limit would cost more refusals than the larger pages save.
      else if (refused - size > size / 8n) size = (size + refused) / 2n
    },
  }
}
