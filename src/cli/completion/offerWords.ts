import type { Argument, Option } from 'commander'

const offered = new WeakMap<Argument | Option, readonly string[]>()

/** Notes words that completion offers for a value which may be others too; one that ends in = goes on behind it. */
export function offerWords<what extends Argument | Option>(what: what, words: readonly string[]): what {
  offered.set(what, words)
  return what
}

/** What completion offers for a value: its choices, or what was noted. */
export function readOfferedWords(what: Argument | Option): readonly string[] {
  return what.argChoices ?? offered.get(what) ?? []
}
