/** Returns a line "(Did you mean …?)" with the nearest candidates, or no line if none is close. Ignores case. */
export function suggest(word: string, candidates: readonly string[]): string[] {
  const nearness = candidates.map((candidate) => {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    const isClose = distance <= 3 && distance < 0.6 * Math.max(word.length, candidate.length)
    return { candidate, distance: isClose ? distance : Number.POSITIVE_INFINITY }
  })
  const least = Math.min(...nearness.map(({ distance }) => distance))
  if (!Number.isFinite(least)) return []
  const nearest = nearness.filter(({ distance }) => distance === least).map(({ candidate }) => candidate)
  return [`(Did you mean ${nearest.length > 1 ? 'one of ' : ''}${nearest.join(', ')}?)`]
}

/** Counts the edits that turn one word into the other: a letter inserted, deleted, replaced, or swapped with the next one. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const options = [rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + cost]
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) options.push((rows[i - 2]?.[j - 2] ?? 0) + 1)
      row[j] = Math.min(...options)
    }
    rows[i] = row
  }
  return rows[a.length]![b.length]!
}
