import { WatchStoreError } from '../errors.js'
import { createStore } from '../store/createStore.js'
import type { Database, Query } from '../store/database.js'
import { resumeJob, storeJob } from '../store/job.js'
import { createSchema, schemaVersion } from '../store/schema.js'
import type { WatchJob, WatchStore } from '../types.js'
import { loadPostgres } from './loadPostgres.js'
import { openSession, workerLocks } from './openSession.js'

export type OpenPostgresStoreParameters = {
  /** `postgresql://user:password@host:port/database`. */
  url: string
  job: WatchJob
  isRejudged?: boolean
  /** How long to wait before each new attempt to connect; 30 seconds in all when left out. */
  retryDelaysMs?: readonly number[]
}

/**
 * Opens the database of one job in PostgreSQL, which several workers and several jobs can share. Each job has a schema.
 *
 * - Rule: a fill is lent to a worker, and a worker lives while its connection holds its lock.
 * - Rule: a lost connection is opened again, and the method goes on; after the last attempt it throws.
 * - Warning: locks live on the connection, so a pooler between must keep sessions, not only transactions.
 *
 * @throws {@link WatchJobError}, {@link WatchStoreError}, or {@link WatchStoreUnreachableError}.
 */
export async function openPostgresStore(parameters: OpenPostgresStoreParameters): Promise<WatchStore> {
  const { url, job, retryDelaysMs } = parameters
  const schema = nameSchema(job)
  const session = await openSession(await loadPostgres(), url, schema, retryDelaysMs)
  const { database, transact, close } = session
  await transact(({ query }) => prepare(query, database, schema, parameters)).catch(async (error) => {
    await close()
    throw error
  })
  const opened: Database = {
    transact,
    close,
    async lock(name) {
      const [row] = await transact(({ query }) =>
        query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS done', [`${schema}/${name}`]),
      )
      return row!.done as boolean
    },
    isWorkerGone: `worker NOT IN (SELECT objid::bigint FROM pg_locks
      WHERE locktype = 'advisory' AND classid = ${workerLocks} AND granted)`,
    skipLocked: 'FOR UPDATE SKIP LOCKED',
  }
  return createStore(opened, job)
}

/** At most 63 characters, which is PostgreSQL's limit. */
export function nameSchema({ chainId, receiver }: Pick<WatchJob, 'chainId' | 'receiver'>): string {
  return `fillproof_${chainId}_${receiver.slice(2).toLowerCase()}`.slice(0, 63)
}

/** Makes the tables where there are none. */
async function prepare(
  query: Query,
  database: string,
  schema: string,
  { job, isRejudged = false }: OpenPostgresStoreParameters,
): Promise<void> {
  // Several workers may be the first at the same time.
  await query("SELECT pg_advisory_xact_lock(hashtextextended('fillproof watch', 0))")
  const [found] = await query(`SELECT obj_description(to_regnamespace($1), 'pg_namespace') AS version`, [
    schema,
  ])
  if (found!.version === null) {
    await query(`CREATE SCHEMA ${schema}; COMMENT ON SCHEMA ${schema} IS '${schemaVersion}'`)
    const rowNumber = 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY'
    await query(createSchema({ integer: 'bigint', rowNumber, options: '' }))
    await storeJob(query, job)
  } else if (found!.version !== String(schemaVersion)) {
    throw new WatchStoreError({ database, problem: 'another version of fillproof wrote this database' })
  }
  await resumeJob(query, job, isRejudged)
}
