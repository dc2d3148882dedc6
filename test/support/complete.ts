/** An answer of which nothing is missing, with every decimal as text: as the mock and the fixtures write it. */
export type Complete<value> = unknown extends value
  ? value
  : [string | number] extends [NonNullable<value>]
    ? string
    : CompleteParts<NonNullable<value>>

type CompleteParts<value> = value extends `0x${string}`
  ? value
  : value extends readonly (infer item)[]
    ? Complete<item>[]
    : value extends object
      ? { [name in keyof value]-?: Complete<value[name]> }
      : value

export function complete<value>(value: value): Complete<value> {
  return value as Complete<value>
}
