import { WatchJobError } from '../errors.js'
import type { WatchJob } from '../types.js'

/** Refuses to go on with the job of somebody else. @throws {@link WatchJobError} */
export function requireSameJob(found: WatchJob, required: WatchJob): void {
  const fields = ['chainId', 'receiver', 'fromBlock', 'service'] as const
  for (const field of fields) {
    const [kept, asked] = [String(found[field]), String(required[field])]
    if (kept.toLowerCase() !== asked.toLowerCase()) {
      throw new WatchJobError({ field, found: kept, required: asked })
    }
  }
}
