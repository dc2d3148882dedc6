import type { Address } from 'viem'
import type { Verdict } from './types.js'

/** Verdicts as they go between threads: most are valid, and then no more than the solver's number. */
export type PackedVerdicts = { solvers: Int32Array; others: Map<number, Verdict> }

const isOther = -1

export function packVerdicts(verdicts: Iterable<Verdict>, solvers: readonly Address[]): PackedVerdicts {
  const numbers = new Map<Address | null, number>(solvers.map((solver, number) => [solver, number]))
  const others = new Map<number, Verdict>()
  const packed: number[] = []
  for (const verdict of verdicts) {
    const number = verdict.status === 'valid' ? numbers.get(verdict.solver) : undefined
    if (number === undefined) others.set(packed.length, verdict)
    packed.push(number ?? isOther)
  }
  return { solvers: Int32Array.from(packed), others }
}

export function unpackVerdicts(
  { solvers: packed, others }: PackedVerdicts,
  solvers: readonly Address[],
): Verdict[] {
  return Array.from(packed, (number, place) => {
    return others.get(place) ?? { status: 'valid', solver: solvers[number] ?? null }
  })
}
