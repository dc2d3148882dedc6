import type { Argument, Option } from 'commander'

const offered = new WeakMap<Argument | Option, readonly string[]>()

/** Sets the words that completion offers for a value that is not limited to them; after a final = it continues. */
export function offerWords<what extends Argument | Option>(what: what, words: readonly string[]): what {
  offered.set(what, words)
  return what
}

/** What completion offers for a value: its choices, or the words of {@link offerWords}. */
export function readOfferedWords(what: Argument | Option): readonly string[] {
  return what.argChoices ?? offered.get(what) ?? []
}
