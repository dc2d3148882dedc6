/** Reports what a run waits for. */
export type Tell = (about: string, text: string) => void

const quietMs = 10_000

/** Repeats what it says about one thing only after ten seconds. */
export function createTeller(report: Tell, now: () => number): Tell {
  const reportedAt = new Map<string, number>()
  return (about, text) => {
    if (now() - (reportedAt.get(about) ?? Number.NEGATIVE_INFINITY) < quietMs) return
    reportedAt.set(about, now())
    report(about, text)
  }
}
