/** Replaces bigints by decimal strings, for `JSON.stringify`. */
export function writeBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
