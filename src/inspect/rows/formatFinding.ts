import { cleanText } from '../../base/cleanText.js'

const longest = 300

/** What a check found or requires, in one line. */
export function formatFinding(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (Array.isArray(value)) return value.map(formatFinding).join(', ') || 'none'
  if (typeof value !== 'object') return cleanText(String(value), longest)
  const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part))
  return cleanText(text, longest)
}
