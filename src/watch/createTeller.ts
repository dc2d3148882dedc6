/** Reports what a run is waiting for. */
export type Tell = (about: string, text: string) => void

const quietMs = 10_000

/** Repeats a report about the same subject only after ten seconds. */
export function createTeller(report: Tell, now: () => number): Tell {
  const reportedAt = new Map<string, number>()
  return (about, text) => {
    if (now() - (reportedAt.get(about) ?? Number.NEGATIVE_INFINITY) < quietMs) return
    reportedAt.set(about, now())
    report(about, text)
  }
}
