import { randomInt } from 'node:crypto'
import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createTurns } from '../../base/createTurns.js'
import { WatchStoreBusyError, WatchStoreError } from '../errors.js'
import { createWatchDatabase } from '../store/createWatchDatabase.js'
import type { Database, DatabaseRow, Query } from '../store/database.js'
import { createSchema, schemaVersion } from '../store/schema.js'
import type { WatchDatabase } from '../types.js'
import { loadSqlite } from './loadSqlite.js'

/** "fpw1": marks a database of the watcher. */
const applicationId = 0x66707731

/**
 * Opens a database in a file with Node's own SQLite, and creates the file if there is none.
 *
 * - Allows one process at a time. The operating system holds the lock, so the lock ends with the process, however the process
 *   ends.
 * - Committed data survives SIGKILL and a loss of power.
 * - Each method throws once the file is removed or replaced, because further writes would be lost.
 *
 * @throws {@link WatchStoreBusyError}, or {@link WatchStoreError}.
 */
export async function openSqlite(path: string): Promise<WatchDatabase> {
  const { DatabaseSync } = await loadSqlite()
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path)
    await prepare(db, path)
    return createWatchDatabase(createDatabase(db, path))
  } catch (error) {
    db?.close()
    throw explain(error, path)
  }
}

/** Faults of the machine, by the system's names. */
const systemFaults: Record<number, string> = { 10: 'EIO', 13: 'ENOSPC' }

function explain(error: unknown, database: string): unknown {
  const isOfSqlite = error instanceof Error && 'errcode' in error
  const denied = isOfSqlite ? findDenied(database) : undefined
  if (denied) return denied
  const fault = explainSystemFault(error, database)
  if (fault !== error || !isOfSqlite) return fault
  const busy = 5
  if ((Number(error.errcode) & 0xff) === busy) return new WatchStoreBusyError({ database })
  return new WatchStoreError({ database, problem: 'the database can not be opened', cause: error })
}

/** Returns the system's error if the file or its folder is not writable, which SQLite reports as a failing device. */
function findDenied(path: string): unknown {
  try {
    accessSync(dirname(path), constants.W_OK)
    closeSync(openSync(path, 'r+'))
    return undefined
  } catch (error) {
    return ['EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code!) ? error : undefined
  }
}

function explainSystemFault(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error
  const errcode = Number(error.errcode) & 0xff
  const corrupt = 11
  if (errcode === corrupt) {
    return new WatchStoreError({ database: path, problem: 'the database is damaged', cause: error })
  }
  const code = systemFaults[errcode]
  return code === undefined
    ? error
    : Object.assign(new Error(error.message, { cause: error }), { code, path })
}

/** Takes the lock, and creates the tables if they do not exist. */
async function prepare(db: DatabaseSync, database: string): Promise<void> {
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  await transact(db, async () => {
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
    }
    if (pragma('application_id') !== applicationId) {
      throw new WatchStoreError({ database, problem: 'this is the database of another application' })
    }
    if (pragma('user_version') !== schemaVersion) {
      throw new WatchStoreError({ database, problem: 'another version of fillproof wrote this database' })
    }
  })
}

function createDatabase(db: DatabaseSync, path: string): Database {
  const takeTurn = createTurns()
  const worker = randomInt(1, 2 ** 31)
  const query = createQuery(db)
  const opened = identify(path)
  return {
    transact: (work) =>
      takeTurn(async () => {
        if (identify(path) !== opened) {
          throw new WatchStoreError({
            database: path,
            problem: 'the file was removed or replaced while it was in use',
          })
        }
        return transact(db, () => work({ query, worker, isRepeat: false }))
      }).catch((error: unknown) => {
        throw explainSystemFault(error, path)
      }),
    // One process has the database.
    lock: async (names) => new Set(names),
    unlock: async () => {},
    isWorkerGone: `worker <> ${worker}`,
    skipLocked: '',
    close: () => takeTurn(async () => db.close()),
  }
}

/** Identifies a file by properties that a rename or a removal changes. */
function identify(path: string): string {
  const { dev, ino } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return `${dev} ${ino}`
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
      // If the disk is full or fails, SQLite has already rolled back.
    }
    throw error
  }
}
