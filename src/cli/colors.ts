import { stripVTControlCharacters } from 'node:util'
import pc from 'picocolors'

/** Colors for people's text; {@link fitColors} takes them out again where they don't belong. */
export const colors = pc.createColors(true)

/**
 * Text as a stream takes it: without colors where it is no terminal, as in a pipe or a file.
 *
 * - Rule: `NO_COLOR` with any value but none wins, then `FORCE_COLOR`, of which 0 and false mean no.
 */
export function fitColors(text: string, stream: { isTTY?: boolean }, env = process.env): string {
  return takesColors(stream, env) ? text : stripVTControlCharacters(text)
}

function takesColors({ isTTY = false }: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR) return !['0', 'false'].includes(env.FORCE_COLOR)
  return isTTY && env.TERM !== 'dumb'
}
