import { FillproofError } from '../../base/FillproofError.js'

/** The error for each unknown fact: a part of the quote can't be read, or the caller or the profile did not state it. */
type Absent<facts> = { [fact in keyof facts]?: FillproofError }

/** The known facts, and the reasons why others are not known. */
export type Known<facts> = { facts: Partial<facts>; absent: Absent<facts> }

/** Reads each fact with its reader. If the reader throws, the fact is absent, and `absent` has the error. */
export function readKnown<facts>(readers: { [fact in keyof facts]?: () => facts[fact] }): Known<facts> {
  const known: Known<facts> = { facts: {}, absent: {} }
  for (const name of Object.keys(readers) as (keyof facts)[]) {
    try {
      known.facts[name] = readers[name]!()
    } catch (error) {
      if (!(error instanceof FillproofError)) throw error
      known.absent[name] = error
    }
  }
  return known
}
