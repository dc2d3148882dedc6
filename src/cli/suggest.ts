/** Fewer edits than this make a typo, and more make another word. */
const mostEdits = 3
const leastSimilarity = 0.4

/**
 * The line that names what somebody may have meant, as commander words it for its options; none where nothing is near.
 *
 * - Rule: insertions, deletions, substitutions and swaps of neighbors count one each; case does not count.
 */
export function suggest(word: string, candidates: readonly string[]): string[] {
  const near = candidates
    .map((candidate) => ({ candidate, edits: countEdits(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => {
      const length = Math.max(word.length, candidate.length)
      return edits <= mostEdits && (length - edits) / length > leastSimilarity
    })
  const fewest = Math.min(...near.map(({ edits }) => edits))
  const nearest = near.filter(({ edits }) => edits === fewest).map(({ candidate }) => candidate)
  if (nearest.length === 0) return []
  return [`(Did you mean ${nearest.length > 1 ? 'one of ' : ''}${nearest.join(', ')}?)`]
}

function countEdits(a: string, b: string): number {
  // Longer words are no typo of any of ours, and cost the square of their length.
  if (Math.abs(a.length - b.length) > mostEdits) return Number.POSITIVE_INFINITY
  const rows = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : row)),
  )
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const edits = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        ...(isSwap ? [at(row - 2, column - 2) + 1] : []),
      ]
      rows[row]![column] = Math.min(...edits)
    }
  }
  return at(a.length, b.length)
}
