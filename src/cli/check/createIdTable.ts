import { randomBytes } from 'node:crypto'
import type { Hex } from 'viem'
import type { VerifiedChunk } from '../../batch/chunk.js'
import { refuseValid } from '../../batch/packResults.js'

const entriesOfPage = 2 ** 16
const idBytes = 32

/**
 * Stores 32-byte ids and the line of each, in a hash table with open addressing over pages that never move.
 *
 * - Units: 36 bytes for each id, and 4 to 16 for its slots. A million ids take about 45 MB.
 */
export function createIdTable() {
  const ids: Uint8Array[] = []
  const lines: Uint32Array[] = []
  /** For each slot, the number of its entry, from 1. A slot with 0 is free. */
  let slots = new Uint32Array(2 ** 12)
  let count = 0
  /** Random, so that nobody can prepare ids that share a slot. */
  const seed = randomBytes(4).readInt32LE()

  const idOf = (entry: number) => {
    const from = ((entry - 1) % entriesOfPage) * idBytes
    return ids[Math.floor((entry - 1) / entriesOfPage)]!.subarray(from, from + idBytes)
  }

  /** Finds the slot of an id, or the free slot for the id. */
  function findSlot(id: Uint8Array): number {
    const { length } = slots
    const words = new DataView(id.buffer, id.byteOffset, idBytes)
    let hash = seed
    for (let at = 0; at < idBytes; at += 4) {
      hash = Math.imul(hash ^ words.getInt32(at), 0x9e3779b1)
      hash ^= hash >>> 15
    }
    let slot = hash & (length - 1)
    while (slots[slot] !== 0 && Buffer.compare(idOf(slots[slot]!), id) !== 0) slot = (slot + 1) & (length - 1)
    return slot
  }

  function grow(): void {
    slots = new Uint32Array(slots.length * 2)
    for (let entry = 1; entry <= count; entry++) slots[findSlot(idOf(entry))] = entry
  }

  return {
    /** Adds an id. Returns the earlier line if the id is already stored. */
    add(id: Hex, line: number): number | undefined {
      const bytes = Buffer.from(id.slice(2), 'hex')
      const slot = findSlot(bytes)
      const entry = slots[slot]!
      const at = (entry === 0 ? count : entry - 1) % entriesOfPage
      if (entry !== 0) return lines[Math.floor((entry - 1) / entriesOfPage)]![at]
      if (at === 0) {
        ids.push(new Uint8Array(entriesOfPage * idBytes))
        lines.push(new Uint32Array(entriesOfPage))
      }
      ids.at(-1)!.set(bytes, at * idBytes)
      lines.at(-1)![at] = line
      slots[slot] = ++count
      if (count * 2 > slots.length) grow()
      return undefined
    },
  }
}

/**
 * Creates a function that refuses each valid line whose id already occurred in a valid line.
 *
 * - An attestation and an order with the same id are two records of one request, not duplicates. An invalid line does
 *   not count as an earlier occurrence.
 */
export function createUnique(): (chunk: VerifiedChunk) => VerifiedChunk {
  const tables = { requestId: createIdTable(), orderId: createIdTable() }
  return ({ index, results, ...chunk }) => {
    const reasons = new Map<number, string>()
    results.ids.forEach((text, place) => {
      const [name, id] = text!.split(' ') as [keyof typeof tables, Hex]
      const line = tables[name].add(id, index + place + 1)
      if (line !== undefined) reasons.set(place, `${name} must occur once, found before in line ${line}.`)
    })
    return { ...chunk, index, results: refuseValid(results, reasons) }
  }
}
