/** A change of a source file. `from` must occur exactly once in it. */
export type Replacement = { file: string; from: string; to: string }

/** The subject of a group of properties, and the models for the rest. */
export type Layer = {
  name: string
  /** The folder of its harnesses in proofs/harness. */
  folder: string
  /** The folder of the receiver under test, if there are several. */
  subject?: string
  /** The parts of the shipped sources that a model replaces. */
  models?: Replacement[]
}

export type Property = {
  layer: Layer
  /** The harness contract and its function, without `check_`. */
  contract: string
  name: string
  /** The inputs for which it is proved, in words. */
  bound: string
  /** Lengths of variable-length arguments, in the prover's syntax. */
  lengths?: string
  limitSeconds: number
  /** A change of the contracts for which the prover finds a counterexample. */
  mutant: Replacement
}
