/** A rule that holds in every state, for every call. */
export type Invariant = {
  /** The number that reports use. */
  id: string
  says: string
  /** The property that proves the invariant. Its mutant breaks the invariant. */
  proof: string
  /** Titles of tests. The first one detects the mutant. */
  tests: [string, ...string[]]
}
