import { stripVTControlCharacters } from 'node:util'
import pc from 'picocolors'

/** Always adds colors. {@link fitColors} removes them from output that must not have any. */
export const colors = pc.createColors(true)

/**
 * Removes control characters except line ends and tabs, and removes colors unless the stream is a terminal.
 *
 * - A non-empty `NO_COLOR` turns colors off. Otherwise a non-empty `FORCE_COLOR` turns them on, or off if it is `0` or
 *   `false`.
 */
export function fitColors(text: string, stream: { isTTY?: boolean }, env = process.env): string {
  const safe = text.replace(controls, (found, color = '') => (isOurs(found, color) ? found : color))
  return takesColors(stream, env) ? safe : stripVTControlCharacters(safe)
}

/** Matches a control character, or a whole color sequence. */
const controls = /\p{Cc}(\[(?:[12]|22|3[1239])m)?/gu

function isOurs([first]: string, color: string): boolean {
  return first === '\n' || first === '\t' || (first === '\u001b' && color !== '')
}

function takesColors({ isTTY = false }: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR) return !['0', 'false'].includes(env.FORCE_COLOR)
  return isTTY && env.TERM !== 'dumb'
}
