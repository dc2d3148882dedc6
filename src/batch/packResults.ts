import type { BatchStatus, IdentifiedResult, RecordResult } from './types.js'

/** The results of a chunk. Most are equal, so each distinct result is stored once. */
export type PackedResults = {
  /** For each record, the index of its distinct result. */
  numbers: Int32Array
  /** JSON of the distinct results. Few readers need it. */
  distinct: string
  counts: Record<BatchStatus, number>
  /** The id of each record that has one. */
  ids: (string | undefined)[]
}

export type Packer = { add(result: IdentifiedResult): void; pack(): PackedResults }

export function createPacker(): Packer {
  const numbers: number[] = []
  const ids: PackedResults['ids'] = []
  const distinct: RecordResult[] = []
  const known = new Map<string, number>()
  const counts = { valid: 0, invalid: 0, malformed: 0 }
  let last: RecordResult | undefined
  let lastNumber = 0

  function findNumber(result: IdentifiedResult): number {
    const key = `${result.status} ${result.solver} ${result.reason}`
    const { id: _, ...own } = result
    const number = known.get(key) ?? distinct.push(own) - 1
    known.set(key, number)
    return number
  }

  return {
    add(result) {
      // A result nearly always equals the previous one.
      if (last === undefined || !isSame(result, last)) {
        last = result
        lastNumber = findNumber(result)
      }
      numbers.push(lastNumber)
      if (result.id !== undefined) ids[numbers.length - 1] = result.id
      counts[result.status] += 1
    },
    pack: () => ({ numbers: new Int32Array(numbers), distinct: JSON.stringify(distinct), counts, ids }),
  }
}

function isSame(one: RecordResult, other: RecordResult): boolean {
  return one.status === other.status && one.solver === other.solver && one.reason === other.reason
}

/** Makes some valid records invalid. @param reasons - The reason for each record, by its position. */
export function refuseValid(results: PackedResults, reasons: ReadonlyMap<number, string>): PackedResults {
  if (reasons.size === 0) return results
  const distinct: RecordResult[] = JSON.parse(results.distinct)
  const numbers = results.numbers.slice()
  for (const [place, reason] of reasons) {
    numbers[place] = distinct.push({ ...distinct[numbers[place]!]!, status: 'invalid', reason }) - 1
  }
  const { valid, invalid } = results.counts
  const counts = { ...results.counts, valid: valid - reasons.size, invalid: invalid + reasons.size }
  return { ...results, numbers, distinct: JSON.stringify(distinct), counts }
}

export function countResults({ numbers, distinct }: PackedResults): (readonly [RecordResult, number])[] {
  const results: RecordResult[] = JSON.parse(distinct)
  const counts = results.map(() => 0)
  for (const number of numbers) counts[number]! += 1
  return results.map((result, index) => [result, counts[index]!] as const)
}

/** Yields the results in order. Equal results are the same object. */
export function* unpackResults({ numbers, distinct }: PackedResults): Generator<RecordResult> {
  const results: RecordResult[] = JSON.parse(distinct)
  for (const number of numbers) yield results[number] as RecordResult
}
