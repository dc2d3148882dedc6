import { cleanText } from '../../base/cleanText.js'
import { ServiceNetworkError } from '../errors.js'

/**
 * Creates the error for a failed attempt.
 *
 * - Warning: what a library throws may hold the request with its headers, so that only its words are kept.
 */
export function toNetworkError(
  error: unknown,
  { operation, hideSecrets }: { operation: string; hideSecrets(text: string): string },
): ServiceNetworkError {
  const words: string[] = []
  let at = error
  while (at instanceof Error && words.length < 4) {
    words.push(at.message || String((at as { code?: unknown }).code ?? at.name))
    at = at.cause
  }
  const text = hideSecrets([...new Set(words)].join(': ')).replace(/[a-z]+:\/\/\S+/gi, '[url]')
  return new ServiceNetworkError({ operation, cause: new Error(cleanText(text) || 'unknown fault') })
}
