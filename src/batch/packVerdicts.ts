import type { BatchStatus, Verdict } from './types.js'

/** The verdicts of a chunk without an object for each: most say the same as others. */
export type PackedVerdicts = {
  /** By place, which of the distinct verdicts it is. */
  numbers: Int32Array
  /** JSON of the distinct verdicts, which few readers need. */
  distinct: string
  counts: Record<BatchStatus, number>
}

export type Packer = { add(verdict: Verdict): void; pack(): PackedVerdicts }

/** Packs verdicts one at a time, as they come. */
export function createPacker(): Packer {
  const numbers: number[] = []
  const distinct: Verdict[] = []
  const known = new Map<string, number>()
  const counts = { valid: 0, invalid: 0, malformed: 0 }
  let last: Verdict | undefined
  let lastNumber = 0

  function findNumber(verdict: Verdict): number {
    const key = `${verdict.status} ${verdict.solver} ${verdict.reason}`
    const number = known.get(key) ?? distinct.push(verdict) - 1
    known.set(key, number)
    return number
  }

  return {
    add(verdict) {
      // Nearly always it is what was said of the record before.
      if (last === undefined || !isSame(verdict, last)) {
        last = verdict
        lastNumber = findNumber(verdict)
      }
      numbers.push(lastNumber)
      counts[verdict.status] += 1
    },
    pack: () => ({ numbers: new Int32Array(numbers), distinct: JSON.stringify(distinct), counts }),
  }
}

function isSame(one: Verdict, other: Verdict): boolean {
  return one.status === other.status && one.solver === other.solver && one.reason === other.reason
}

/** The verdicts by place, of which those that say the same are one object. */
export function* unpackVerdicts({ numbers, distinct }: PackedVerdicts): Generator<Verdict> {
  const verdicts: Verdict[] = JSON.parse(distinct)
  for (const number of numbers) yield verdicts[number] as Verdict
}
