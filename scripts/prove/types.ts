/** A change of a source file: `from` occurs in it exactly once. */
export type Replacement = { file: string; from: string; to: string }

/** The subject of a property, and the stand-ins for the rest. */
export type Layer = {
  name: string
  /** The folder of its harnesses in proofs/harness. */
  folder: string
  /** The folder of the receiver that they are about, where there are several. */
  subject?: string
  /** Parts of the shipped sources that a model stands in for. */
  models?: Replacement[]
}

export type Property = {
  layer: Layer
  /** The harness contract and its function, without `check_`. */
  contract: string
  name: string
  /** For which inputs it is proved, in words. */
  bound: string
  /** Lengths of arguments with variable length, as the prover takes them. */
  lengths?: string
  limitSeconds: number
  /** A change of the contracts for which the prover finds a counterexample. */
  mutant: Replacement
}
