import { WatchJobError } from '../../watch/errors.js'
import type { WatchDatabase, WatchStore } from '../../watch/types.js'
import { warn } from '../output.js'
import { createJob } from './createJob.js'
import type { PlannedJob } from './readPlan.js'

/** A job with its store in the database. */
export type OpenedJob = Omit<PlannedJob, 'untilBlock'> & {
  chainId: number
  untilBlock: bigint | undefined
  store: WatchStore
}

/**
 * Opens the jobs of a chain in the database.
 *
 * @param isLenient - Skips the jobs that the database refuses, with a warning.
 * @throws {@link WatchJobError}
 */
export async function openChainJobs(
  database: WatchDatabase,
  { id, jobs }: { id: number; jobs: readonly (PlannedJob & { untilBlock: bigint | 'latest' | undefined })[] },
  { isRejudged, isLenient, head }: { isRejudged: boolean; isLenient: boolean; head?: bigint },
): Promise<OpenedJob[]> {
  const opened: OpenedJob[] = []
  for (const job of jobs) {
    const latest = head === undefined ? undefined : head - (job.confirmations ?? 0n)
    const untilBlock = job.untilBlock === 'latest' ? latest : job.untilBlock
    try {
      const store = await database.openJob(createJob(id, job), { isRejudged })
      opened.push({ ...job, chainId: id, untilBlock, store })
    } catch (error) {
      if (!isLenient || !(error instanceof WatchJobError)) throw error
      warn(`${error.shortMessage} This job is skipped.`)
    }
  }
  return opened
}
