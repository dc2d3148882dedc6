import type { PostgresModules } from './loadPostgres.js'
import type { Query } from './openSession.js'
import { queueSchemaName } from './schema.js'

/** A job of the queue that was fetched: `retryCount` tells one attempt from the next. */
export type QueueJob = { id: string; retryCount: number }

/** A fill whose turn it is. */
export type QueueEntry = { id: string; fill: string; priority: number }

export type Queue = {
  /** Returns the ids of those that were added: a fill that still has a job gets no second one. */
  add(query: Query, entries: readonly QueueEntry[]): Promise<string[]>
  fetch(query: Query, limit: number): Promise<QueueJob[]>
  /** Ends jobs; those that were not fetched, too. */
  end(query: Query, ids: readonly string[]): Promise<void>
  /** Gives fetched jobs to somebody else at once. An attempt that is over already stays as it is. */
  retry(query: Query, jobs: readonly QueueJob[]): Promise<void>
  stop(): Promise<void>
}

export type StartQueueParameters = {
  PgBoss: PostgresModules['PgBoss']
  url: string
  name: string
  leaseSeconds?: number | undefined
}

/** A queue keeps what waits for years: a watch that stands still for a month has nothing to lose. */
const yearsInSeconds = 10 * 365 * 86_400

/**
 * Starts pg-boss for the checks of one job. Its tables are made and migrated when they are not there yet: the caller
 * sees to it that one process at a time does so.
 *
 * A job can be queued or active once for each fill (`exclusive`). The worker of an active job that ends is noticed by
 * the lock that it held; one that hangs loses the job when it expires.
 */
export async function startQueue(parameters: StartQueueParameters): Promise<Queue> {
  const { PgBoss, url, name, leaseSeconds = 900 } = parameters
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'fillproof watch queue',
    schema: queueSchemaName,
    // What is done for the watch runs in its own transactions; this is for the queue's upkeep.
    max: 2,
    schedule: false,
  })
  // The upkeep is tried again by itself, and a lost connection is told by what the watch itself wants of it.
  boss.on('error', () => {})
  try {
    await boss.start()
    const options = {
      expireInSeconds: leaseSeconds,
      retentionSeconds: yearsInSeconds,
      deleteAfterSeconds: 3600,
      retryLimit: 1_000_000,
      retryDelay: 0,
      warningQueueSize: 1_000_000,
    }
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, { ...options, policy: 'exclusive' })
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }

  const through = (query: Query) => ({
    db: { executeSql: async (text: string, values?: unknown[]) => ({ rows: await query(text, values) }) },
  })
  return {
    async add(query, entries) {
      const jobs = entries.map(({ id, fill, priority }) => ({
        id,
        priority,
        data: { fill },
        singletonKey: fill,
      }))
      if (jobs.length === 0) return []
      return (await boss.insert(name, jobs, { returnId: true, ...through(query) })) ?? []
    },
    async fetch(query, limit) {
      return boss.fetch(name, { batchSize: limit, ...through(query) })
    },
    async end(query, ids) {
      if (ids.length > 0)
        await boss.complete(name, [...ids], null, { includeQueued: true, ...through(query) })
    },
    async retry(query, jobs) {
      if (jobs.length > 0) await boss.fail(name, [...jobs], { message: 'The worker ended.' }, through(query))
    },
    stop: () => boss.stop({ graceful: false }),
  }
}
