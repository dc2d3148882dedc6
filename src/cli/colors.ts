import { stripVTControlCharacters } from 'node:util'
import pc from 'picocolors'

/** Colors; {@link fitColors} removes them where they don't belong. */
export const colors = pc.createColors(true)

/**
 * Removes colors unless the stream is a terminal.
 *
 * - Rule: a non-empty `NO_COLOR` wins, then `FORCE_COLOR`, where 0 and false mean no.
 */
export function fitColors(text: string, stream: { isTTY?: boolean }, env = process.env): string {
  return takesColors(stream, env) ? text : stripVTControlCharacters(text)
}

function takesColors({ isTTY = false }: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR) return !['0', 'false'].includes(env.FORCE_COLOR)
  return isTTY && env.TERM !== 'dumb'
}
