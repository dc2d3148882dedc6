/** A mistake in a source, and the tests of which one notices it. */
export type Mutant = {
  name: string
  file: string
  /** Occurs exactly once in the file; any white space stands for any other. */
  find: string
  replace: string
  /** Test files. */
  tests: string[]
  /** Why no test can notice it. */
  equivalent?: string
}

/** The mutants of one file. */
export type Mutants = {
  file: string
  /** The test files of all mutants that name none. */
  tests: string[]
  /** By name: what to find, and its replacement. */
  edits?: Record<string, [find: string, replace: string, own?: Pick<Partial<Mutant>, 'tests' | 'equivalent'>]>
  /** Checks that are taken out: a statement, a modifier, or the `if (…)` of one, which is then never true. */
  deleted?: (string | [find: string, ...tests: string[]])[]
}
