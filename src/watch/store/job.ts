import { WatchJobError } from '../errors.js'
import type { WatchJob } from '../types.js'
import type { Query } from './database.js'

export async function storeJob(query: Query, job: WatchJob): Promise<void> {
  const { chainId, receiver, fromBlock, service } = job
  await query(
    'INSERT INTO job (chain_id, receiver, from_block, service, scanned_to) VALUES ($1, $2, $3, $4, $5)',
    [chainId, receiver, fromBlock, service, fromBlock - 1n],
  )
}

/** Refuses to go on with another job. @throws {@link WatchJobError} */
export async function requireSameJob(query: Query, job: WatchJob): Promise<void> {
  const [row] = await query('SELECT * FROM job')
  const stored = {
    chainId: row!.chain_id,
    receiver: row!.receiver,
    fromBlock: row!.from_block,
    service: row!.service,
  }
  for (const field of ['chainId', 'receiver', 'fromBlock', 'service'] as const) {
    const [found, required] = [String(stored[field]), String(job[field])]
    if (found.toLowerCase() !== required.toLowerCase()) throw new WatchJobError({ field, found, required })
  }
}
