import type { Address } from 'viem'
import type { BatchStatus, Verdict } from './types.js'

/** The verdicts of a chunk without an object for each: most are valid, and then no more than the solver's number. */
export type PackedVerdicts = {
  /** By place: the number of the solver who signed, or one below zero where the record is not valid. */
  numbers: Int32Array
  /** JSON of the verdicts that are not valid, in order. */
  others: string
}

export type OtherVerdict = Verdict & { status: Exclude<BatchStatus, 'valid'> }

const statuses = { invalid: -1, malformed: -2 }

export function packVerdicts(verdicts: Iterable<Verdict>, solvers: readonly Address[]): PackedVerdicts {
  const packer = createPacker(solvers)
  for (const verdict of verdicts) packer.add(verdict)
  return packer.pack()
}

/** Packs verdicts one at a time, where they do not come all at once. */
export function createPacker(solvers: readonly Address[]) {
  const solverNumbers = new Map<Address | null, number>(solvers.map((solver, number) => [solver, number]))
  const numbers: number[] = []
  const others: Verdict[] = []
  return {
    add(verdict: Verdict): void {
      if (verdict.status === 'valid') numbers.push(solverNumbers.get(verdict.solver) as number)
      else {
        numbers.push(statuses[verdict.status])
        others.push(verdict)
      }
    },
    pack: (): PackedVerdicts => ({
      numbers: new Int32Array(numbers),
      others: others.length === 0 ? '' : JSON.stringify(others),
    }),
  }
}

export function* unpackVerdicts(packed: PackedVerdicts, solvers: readonly Address[]): Generator<Verdict> {
  const others = readOthers(packed)[Symbol.iterator]()
  for (const number of packed.numbers) {
    if (number >= 0) yield { status: 'valid', solver: solvers[number] as Address }
    else yield others.next().value as Verdict
  }
}

/** The verdicts that are not valid, in order. */
export function readOthers({ others }: PackedVerdicts): OtherVerdict[] {
  return others === '' ? [] : JSON.parse(others)
}

export function countVerdicts({ numbers }: PackedVerdicts): Record<BatchStatus, number> {
  const counts = { valid: 0, invalid: 0, malformed: 0 }
  for (const number of numbers) {
    if (number >= 0) counts.valid += 1
    else if (number === statuses.invalid) counts.invalid += 1
    else counts.malformed += 1
  }
  return counts
}
