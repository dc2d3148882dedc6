/** The mistakes to make in one contract. In addition, each of its checks is deleted. */
export type Mutants = {
  file: string
  /** Names in `test`, in the order of the runs. */
  tests: readonly string[]
  /** The edits by name: a text that occurs once, with any white space, and its replacement. */
  edits?: Record<string, [find: string, replace: string]>
  /** The reason why no test can detect a mutant, by the mutant's name. */
  equivalent?: Record<string, string>
}

/** A contract with one mistake. */
export type Mutant = {
  title: string
  file: string
  source: string
  tests: readonly string[]
  /** The only test that may detect it. */
  by?: string
  equivalent?: string | undefined
}
