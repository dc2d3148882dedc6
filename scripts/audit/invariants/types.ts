/** What holds in every state, for every call. */
export type Invariant = {
  /** Its number, by which reports name it. */
  id: string
  says: string
  /** The property that proves it, and whose mutant breaks it. */
  proof: string
  /** Titles of tests; the first notices the mutant. */
  tests: [string, ...string[]]
}
