/** Writes a count or an amount with its thousands separated. */
export function formatCount(value: number | bigint): string {
  return value.toLocaleString('en-US')
}
