import type { WatchJob } from '../../watch/types.js'
import type { JobRequest } from './readWatchOptions.js'

/** Creates the stored form of a job. It has only the options that a verdict depends on. */
export function createJob(chainId: number, request: JobRequest): WatchJob {
  const { receiver, fromBlock, lookback, url, solvers, graceMs } = request
  const { origin, pathname } = new URL(url)
  return {
    chainId,
    receiver,
    fromBlock: fromBlock > lookback ? fromBlock - lookback : 0n,
    fillsFrom: fromBlock,
    options: {
      service: origin + pathname.replace(/\/+$/, ''),
      solver: [...new Set(solvers)].sort().join(', '),
      grace: `${graceMs / 1000} s`,
    },
  }
}
