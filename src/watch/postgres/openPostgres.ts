import { WatchStoreError } from '../errors.js'
import { createWatchDatabase } from '../store/createWatchDatabase.js'
import { listPlaces, type Query } from '../store/database.js'
import { createSchema, schemaVersion } from '../store/schema.js'
import type { WatchDatabase } from '../types.js'
import { loadPostgres } from './loadPostgres.js'
import { openSession, workerLocks } from './openSession.js'

export type OpenPostgresParameters = {
  /** `postgresql://user:password@host:port/database`. */
  url: string
  /** The waits before each new attempt to connect. Defaults to 30 seconds in total. */
  retryDelaysMs?: readonly number[]
}

/** The schema of the tables. Other applications may use other schemas of the same database. */
const schema = 'fillproof'

/**
 * Opens a database in PostgreSQL, which several workers can share.
 *
 * - A fill is lent to one worker. A worker counts as running while its connection holds the worker's lock.
 * - A lost connection is reopened, and the method continues. After the last attempt the method throws.
 * - Warning: locks belong to the connection. A pooler in between must pool sessions, not transactions.
 *
 * @throws {@link WatchStoreError}, or {@link WatchStoreUnreachableError}.
 */
export async function openPostgres({ url, retryDelaysMs }: OpenPostgresParameters): Promise<WatchDatabase> {
  const session = await openSession(await loadPostgres(), url, schema, retryDelaysMs)
  const { database, transact, close } = session
  await transact(({ query }) => prepare(query, database)).catch(async (error) => {
    await close()
    throw error
  })
  return createWatchDatabase({
    transact,
    close,
    async lock(names) {
      const keys = names.map((name) => `${schema}/${name}`)
      const values = keys.map((_, index) => `(${listPlaces(1, index)})`)
      const rows = await transact(({ query }) =>
        query(
          `SELECT name FROM (VALUES ${values.join(', ')}) AS names (name)
           WHERE pg_try_advisory_lock(hashtextextended(name, 0))`,
          keys,
        ),
      )
      return new Set(rows.map(({ name }) => String(name).slice(schema.length + 1)))
    },
    unlock: async () => {
      await transact(({ query, worker }) =>
        query(`SELECT pg_advisory_unlock_all(); SELECT pg_advisory_lock(${workerLocks}, ${worker})`),
      )
    },
    isWorkerGone: `worker NOT IN (SELECT objid::bigint FROM pg_locks
      WHERE locktype = 'advisory' AND classid = ${workerLocks} AND granted)`,
    skipLocked: 'FOR UPDATE SKIP LOCKED',
  })
}

/** Creates the tables if they do not exist. */
async function prepare(query: Query, database: string): Promise<void> {
  // Several workers may be the first at the same time.
  await query("SELECT pg_advisory_xact_lock(hashtextextended('fillproof watch', 0))")
  const [found] = await query(`SELECT obj_description(to_regnamespace($1), 'pg_namespace') AS version`, [
    schema,
  ])
  if (found!.version === null) {
    await query(`CREATE SCHEMA ${schema}; COMMENT ON SCHEMA ${schema} IS '${schemaVersion}'`)
    const rowNumber = 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY'
    await query(createSchema({ integer: 'bigint', rowNumber, options: '' }))
  } else if (found!.version !== String(schemaVersion)) {
    throw new WatchStoreError({ database, problem: 'another version of fillproof wrote this database' })
  }
}
