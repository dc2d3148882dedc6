// A Merkle tree over sorted leaves. Each node is the hash of its two sorted children, as OpenZeppelin's MerkleProof verifies it.
// The tree has the shape of the trees of OpenZeppelin's library.
import { compareBytes, sortBytes } from './recipientList.js'

/** keccak-256. The next call may overwrite the bytes that it returns. */
export type Keccak256 = (bytes: Uint8Array) => Uint8Array

export type MerkleTree = {
  root: Uint8Array
  /** Returns the hashes from a leaf's sibling up to the root's child. Undefined if there is no such leaf. */
  prove(leaf: Uint8Array): Uint8Array[] | undefined
}

const size = 32

/** Builds the tree over at least one leaf. Each leaf has 32 bytes. */
export function buildMerkleTree(leaves: Uint8Array, keccak256: Keccak256): MerkleTree {
  const count = leaves.length / size
  const last = 2 * count - 2
  // Node i has the children 2i + 1 and 2i + 2; the leaves are last, in descending order.
  const nodes = new Uint8Array((last + 1) * size)
  const node = (index: number) => nodes.subarray(index * size, (index + 1) * size)
  sortBytes(leaves, size, count).forEach((leaf, index) => {
    nodes.set(leaves.subarray(leaf * size, (leaf + 1) * size), (last - index) * size)
  })
  const pair = new Uint8Array(2 * size)
  for (let index = count - 2; index >= 0; index--) {
    const [left, right] = [2 * index + 1, 2 * index + 2]
    const isAscending = compareBytes(nodes, left * size, nodes, right * size, size) <= 0
    pair.set(node(isAscending ? left : right), 0)
    pair.set(node(isAscending ? right : left), size)
    nodes.set(keccak256(pair), index * size)
  }

  return {
    root: node(0),
    prove(leaf) {
      let index = findLeaf(nodes, count, leaf)
      if (index === undefined) return undefined
      const path: Uint8Array[] = []
      for (; index > 0; index = (index - 1) >> 1) path.push(node(index % 2 === 0 ? index - 1 : index + 1))
      return path
    },
  }
}

function findLeaf(nodes: Uint8Array, count: number, leaf: Uint8Array): number | undefined {
  for (let low = count - 1, high = 2 * count - 2; low <= high; ) {
    const middle = (low + high) >> 1
    const difference = compareBytes(nodes, middle * size, leaf, 0, size)
    if (difference === 0) return middle
    if (difference > 0) low = middle + 1
    else high = middle - 1
  }
  return undefined
}
