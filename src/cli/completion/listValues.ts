import type { CompletionCommand, CompletionValue } from './describeProgram.js'

/** A value and its places: `check:1` is the first argument of check, `check:--invalid` an option's value. */
export type PlacedValue = CompletionValue & { places: string[] }

/** The values with anything to offer, each once. */
export function listValues(commands: readonly CompletionCommand[]): PlacedValue[] {
  const placed = commands.flatMap(({ place, flags, values }) => [
    ...flags.map(({ flag, value }) => [`${place}:${flag}`, value] as const),
    ...values.map((value, index) => [`${place}:${index + 1}`, value] as const),
  ])
  const groups = new Map<string, PlacedValue>()
  for (const [place, value] of placed) {
    if (!value || (value.words.length === 0 && !value.isFile)) continue
    const key = JSON.stringify(value)
    const group = groups.get(key) ?? { ...value, places: [] }
    group.places.push(place)
    groups.set(key, group)
  }
  return [...groups.values()]
}
