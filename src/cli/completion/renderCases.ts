import type { CompletionCommand, CompletionFlag } from './describeProgram.js'
import { listValues } from './listValues.js'

/** How bash and zsh differ in their tables. */
export type CaseSyntax = {
  pattern(places: readonly string[]): string
  /** Assigns words to a variable. */
  words(name: string, words: readonly string[]): string
  values(words: readonly string[]): string
  describe(name: string, description: string): string
}

/** Fills the tables of a script for bash or zsh: what each command has, and what each value can be. */
export function renderCases(
  script: string,
  commands: readonly CompletionCommand[],
  { pattern, words, values, describe }: CaseSyntax,
): string {
  const namesOf = (flags: readonly CompletionFlag[]) => flags.map(({ flag }) => flag)
  const cases = commands.flatMap(({ place, subcommands, flags }) => [
    `    ${pattern([place])}`,
    words(
      'subcommands',
      subcommands.map(({ name, description }) => describe(name, description)),
    ),
    words(
      'flags',
      flags.map(({ flag, description }) => describe(flag, description)),
    ),
    words('takes', namesOf(flags.filter(({ value }) => value))),
    words('repeats', namesOf(flags.filter(({ repeats }) => repeats))),
    '      ;;',
  ])
  const placed = listValues(commands).flatMap((value) => [
    `    ${pattern(value.places)}`,
    values(value.words),
    `      files=${value.isFile ? '1' : ''}`,
    '      ;;',
  ])
  return script.replace('@commands', () => cases.join('\n')).replace('@values', () => placed.join('\n'))
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
