import type { Hex } from 'viem'
import type { VerifiedChunk } from '../../batch/chunk.js'
import { refuseValid } from '../../batch/packResults.js'
import { createIdTable } from './createIdTable.js'

/**
 * Makes a function that refuses the valid lines of a chunk whose id an earlier valid line has.
 *
 * - Rule: an attestation and the order of the same id are two records of one request, and no repetition. A line that is
 *   not valid claims no id.
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
