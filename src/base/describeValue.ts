const longest = 44

/** Writes a value for an error message. Cuts long values, so that a key passed by mistake is never printed. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cut(value)) + lengthOf(value)
  if (typeof value === 'bigint') return cut(`${value}n`) + lengthOf(`${value}n`)
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  if (Array.isArray(value)) return `an array of ${value.length}`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, 10)}…` : text
}

function lengthOf(text: string): string {
  return text.length > longest ? ` (${text.length} characters)` : ''
}
