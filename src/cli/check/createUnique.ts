import type { Hex } from 'viem'
import type { VerifiedChunk } from '../../batch/chunk.js'
import { refuseValid } from '../../batch/packResults.js'
import { createIdTable } from './createIdTable.js'

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
