/**
 * Reads the delay from a Retry-After header.
 *
 * - RFC 9110, section 10.2.3: seconds, or an HTTP date. Any other value counts as absent.
 * - Units: milliseconds from `nowMs`.
 */
export function readRetryAfter(header: string | null, nowMs = Date.now()): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text) * 1000), Number.MAX_SAFE_INTEGER)
  if (!/^[a-z]{3,9}, .* GMT$/i.test(text)) return undefined
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs)
}
