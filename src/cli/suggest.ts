import { Command } from 'commander'

/**
 * Commander's "(Did you mean …?)" for the value of an option; nothing when no candidate is close. Case does not count.
 */
export function suggest(word: string, candidates: readonly string[]): string[] {
  const originals = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]))
  const typed = word.toLowerCase()
  const names = originals.has(typed) ? [typed] : findSimilar(typed, [...originals.keys()])
  if (names.length === 0) return []
  const nearest = names.map((name) => originals.get(name))
  return [`(Did you mean ${nearest.length > 1 ? 'one of ' : ''}${nearest.join(', ')}?)`]
}

/** Commander suggests only commands and options, so the candidates become commands. */
function findSimilar(word: string, names: readonly string[]): string[] {
  const program = new Command()
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  for (const name of names) program.command(name)
  try {
    program.parse(['--', word], { from: 'user' })
    return []
  } catch (error) {
    const [, found] = /\(Did you mean (?:one of )?(.+)\?\)/.exec((error as Error).message) ?? []
    return found?.split(', ') ?? []
  }
}
