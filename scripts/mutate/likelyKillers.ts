import type { Mutant } from './findMutants.js'

/** Learns which tests noticed what, and returns the ids of those that are likely to notice a mutant. */
export function createLikelyKillers() {
  const kills = new Map<string, Map<string, number>>()
  const placesOf = ({ file, scope }: Mutant) => [`${file} ${scope}`, file, '']
  const best = (place: string, count: number) =>
    [...(kills.get(place) ?? [])]
      .sort(([, a], [, b]) => b - a)
      .slice(0, count)
      .map(([id]) => id)
  return {
    learn: (mutant: Mutant, id: string) => {
      for (const place of placesOf(mutant)) {
        const counts = kills.get(place) ?? new Map<string, number>()
        kills.set(place, counts.set(id, (counts.get(id) ?? 0) + 1))
      }
    },
    of: (mutant: Mutant, former: string | null | undefined): string[] => {
      const [scope = '', file = '', all = ''] = placesOf(mutant)
      return [
        ...new Set([...(former ? [former] : []), ...best(scope, 10), ...best(file, 15), ...best(all, 15)]),
      ]
    },
  }
}
