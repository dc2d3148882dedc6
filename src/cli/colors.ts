import { stripVTControlCharacters } from 'node:util'
import pc from 'picocolors'

/** Colors; {@link fitColors} removes them where they don't belong. */
export const colors = pc.createColors(true)

/**
 * Removes colors unless the stream is a terminal, and every other control character but line ends and tabs.
 *
 * - Rule: a non-empty `NO_COLOR` wins, then `FORCE_COLOR`, where 0 and false mean no.
 */
export function fitColors(text: string, stream: { isTTY?: boolean }, env = process.env): string {
  const safe = text.replace(controls, (found, color = '') => (isOurs(found, color) ? found : color))
  return takesColors(stream, env) ? safe : stripVTControlCharacters(safe)
}

/** A control character, and the rest of a color where it begins one. */
const controls = /\p{Cc}(\[(?:[12]|22|3[1239])m)?/gu

function isOurs([first]: string, color: string): boolean {
  return first === '\n' || first === '\t' || (first === '\u001b' && color !== '')
}

function takesColors({ isTTY = false }: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR) return !['0', 'false'].includes(env.FORCE_COLOR)
  return isTTY && env.TERM !== 'dumb'
}
