import type { StepProgress, StepRun } from '../../src/service/steps/types.js'

/** A caller that keeps how far the steps came, as it would in a file. Goes on with `run: kept.run`. */
export function keepRun(then: (progress: StepProgress) => unknown = () => {}) {
  const kept = {
    run: {} as StepRun,
    async onProgress(progress: StepProgress): Promise<void> {
      kept.run = JSON.parse(JSON.stringify(progress.run))
      await then(progress)
    },
    states: () => Object.values(kept.run).map(({ state }) => state),
  }
  return kept
}
