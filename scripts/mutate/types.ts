/** The mistakes that are made in one contract. Besides, each of its checks is deleted. */
export type Mutants = {
  file: string
  /** Names in `test`, in the order in which they run. */
  tests: readonly string[]
  /** By name: a text that occurs once, any white space standing for any other, and its replacement. */
  edits?: Record<string, [find: string, replace: string]>
  /** Why no test can notice a mutant, by its name. */
  equivalent?: Record<string, string>
}

/** A contract with one mistake. */
export type Mutant = {
  title: string
  file: string
  source: string
  tests: readonly string[]
  /** The one test that has to notice it. */
  by?: string
  equivalent?: string | undefined
}
