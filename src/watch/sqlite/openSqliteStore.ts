import { randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { createTurns } from '../../base/createTurns.js'
import { WatchStoreBusyError, WatchStoreError } from '../errors.js'
import { createStore } from '../store/createStore.js'
import type { Database, DatabaseRow, Query } from '../store/database.js'
import { resumeJob, storeJob } from '../store/job.js'
import { createSchema, schemaVersion } from '../store/schema.js'
import type { WatchJob, WatchStore } from '../types.js'
import { loadSqlite } from './loadSqlite.js'

export type OpenSqliteStoreParameters = {
  /** A file, created when it does not exist. */
  path: string
  job: WatchJob
  isRejudged?: boolean
}

/** "fpw1": marks a database of the watcher. */
const applicationId = 0x66707731

/**
 * Opens the database of one job in a file, with Node's own SQLite.
 *
 * - Rule: one process at a time. The lock is the operating system's, so it ends with the process, however that ends.
 * - Rule: what was committed survives SIGKILL and a loss of power.
 *
 * @throws {@link WatchStoreBusyError}, {@link WatchJobError}, or {@link WatchStoreError}.
 */
export async function openSqliteStore(parameters: OpenSqliteStoreParameters): Promise<WatchStore> {
  const { path, job } = parameters
  const { DatabaseSync } = await loadSqlite()
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path)
    await prepare(db, parameters)
    return createStore(createDatabase(db, path), job)
  } catch (error) {
    db?.close()
    throw explain(error, path)
  }
}

/** Faults of the machine, as the system names them. */
const systemFaults: Record<number, string> = { 10: 'EIO', 13: 'ENOSPC' }

function explain(error: unknown, database: string): unknown {
  const fault = explainSystemFault(error, database)
  if (fault !== error || !(error instanceof Error) || !('errcode' in error)) return fault
  const busy = 5
  if ((Number(error.errcode) & 0xff) === busy) return new WatchStoreBusyError({ database })
  return new WatchStoreError({ database, problem: 'the database can not be opened', cause: error })
}

function explainSystemFault(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error
  const code = systemFaults[Number(error.errcode) & 0xff]
  return code === undefined
    ? error
    : Object.assign(new Error(error.message, { cause: error }), { code, path })
}

/** Takes the lock and reads or writes the job. */
async function prepare(db: DatabaseSync, parameters: OpenSqliteStoreParameters): Promise<void> {
  const { path: database, job, isRejudged = false } = parameters
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  await transact(db, async () => {
    const query = createQuery(db)
    const pragma = (name: string) => Number(db.prepare(`PRAGMA ${name}`).get()![name])
    if (db.prepare('SELECT name FROM sqlite_schema').get() === undefined) {
      db.exec(
        createSchema({
          integer: 'INTEGER',
          rowNumber: 'INTEGER PRIMARY KEY AUTOINCREMENT',
          options: 'STRICT',
        }),
      )
      db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`)
      await storeJob(query, job)
    }
    if (pragma('application_id') !== applicationId) {
      throw new WatchStoreError({ database, problem: 'this is a database of something else' })
    }
    if (pragma('user_version') !== schemaVersion) {
      throw new WatchStoreError({ database, problem: 'another version of fillproof wrote this database' })
    }
    await resumeJob(query, job, isRejudged)
  })
}

function createDatabase(db: DatabaseSync, path: string): Database {
  const takeTurn = createTurns()
  const worker = randomInt(1, 2 ** 31)
  const query = createQuery(db)
  return {
    transact: (work) =>
      takeTurn(() => transact(db, () => work({ query, worker, isRepeat: false }))).catch((error: unknown) => {
        throw explainSystemFault(error, path)
      }),
    // One process has the database.
    lock: async () => true,
    isWorkerGone: `worker <> ${worker}`,
    skipLocked: '',
    close: () => takeTurn(async () => db.close()),
  }
}

function createQuery(db: DatabaseSync): Query {
  return async (text, values = []) => {
    const places = values.map((value, index) => [`$${index + 1}`, value])
    return db.prepare(text).all(Object.fromEntries(places)) as DatabaseRow[]
  }
}

async function transact<result>(db: DatabaseSync, work: () => Promise<result>): Promise<result> {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = await work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    try {
      db.exec('ROLLBACK')
    } catch {
      // Where the disk is full or fails, SQLite has rolled back by itself.
    }
    throw error
  }
}
