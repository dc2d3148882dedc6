/** Collects the values of an option that may be repeated. */
export function collect(value: string, values: readonly string[] = []): string[] {
  return [...values, value]
}
