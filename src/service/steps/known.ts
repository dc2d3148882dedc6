import { FillproofError } from '../../base/FillproofError.js'

/** Why a fact is not known: what can't be read of the quote, or what the caller or the profile would have to say. */
type Absent<facts> = { [fact in keyof facts]?: FillproofError }

/** Facts, and why others are not known. */
export type Known<facts> = { facts: Partial<facts>; absent: Absent<facts> }

/** Reads facts, each by its own reader. One that throws is absent. */
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
