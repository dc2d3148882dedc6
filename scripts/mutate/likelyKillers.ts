import type { Mutant } from './findMutants.js'

/** Learns which tests killed what, and returns the titles of those that are likely to kill a mutant. */
export function createLikelyKillers() {
  const kills = new Map<string, Map<string, number>>()
  const placesOf = ({ file, scope }: Mutant) => [`${file} ${scope}`, file, '']
  const best = (place: string, count: number) =>
    [...(kills.get(place) ?? [])]
      .sort(([, a], [, b]) => b - a)
      .slice(0, count)
      .map(([title]) => title)
  return {
    learn: (mutant: Mutant, title: string) => {
      for (const place of placesOf(mutant)) {
        const counts = kills.get(place) ?? new Map<string, number>()
        kills.set(place, counts.set(title, (counts.get(title) ?? 0) + 1))
      }
    },
    of: (mutant: Mutant, last: string | undefined): string[] => {
      const [scope = '', file = '', all = ''] = placesOf(mutant)
      const likely = [...best(scope, 10), ...best(file, 15), ...best(all, 15)]
      return [...new Set(last ? [last, ...likely] : likely)]
    },
  }
}
