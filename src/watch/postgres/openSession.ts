import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { createTurns } from '../../base/createTurns.js'
import { FillproofError } from '../../base/FillproofError.js'
import { WatchStoreError, WatchStoreUnreachableError } from '../errors.js'
import type { Database, DatabaseRow, DatabaseTransaction, Query } from '../store/database.js'
import { classify, describeDatabase } from './faults.js'

type Connection = { client: Client; worker: number }

/** The class of the workers' advisory locks. In this class, each running worker holds the lock with the worker's number. */
export const workerLocks = 0x66707731

/**
 * Opens one connection that runs one operation at a time, and reopens it if it is lost. There is only one connection because
 * locks belong to a connection: a worker that lost its locks has then lost its transaction, too.
 *
 * @throws {@link WatchStoreError} if the database refuses, {@link WatchStoreUnreachableError} if it does not answer.
 */
export async function openSession(
  PgClient: typeof Client,
  url: string,
  schema: string,
  retryDelaysMs: readonly number[] = [100, 300, 1000, 3000, 10_000, 15_000],
) {
  const { database, clean } = describeDatabase(PgClient, url)
  const closing = new AbortController()
  const takeTurn = createTurns()
  let connection: Connection | undefined

  async function insist<result>(work: (connection: Connection, isRepeat: boolean) => Promise<result>) {
    for (let losses = 0, clashes = 0; ; ) {
      try {
        connection ??= await connect(PgClient, url, schema)
        return await work(connection, losses > 0)
      } catch (error) {
        if (error instanceof FillproofError) throw error
        const kind = classify(error)
        const cause = clean(error)
        if (kind === 'refused')
          throw new WatchStoreError({ database, problem: 'the database refuses', cause })
        if (kind === 'clash' && ++clashes < 20) continue
        if (kind !== 'lost') throw cause
        connection?.client.end().catch(() => {})
        connection = undefined
        const delayMs = closing.signal.aborted ? undefined : retryDelaysMs[losses++]
        if (delayMs === undefined) throw new WatchStoreUnreachableError({ database, cause })
        await sleep(delayMs, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  const transact: Database['transact'] = (work) =>
    takeTurn(() => insist((connection, isRepeat) => runTransaction(connection, isRepeat, work)))

  async function close(): Promise<void> {
    closing.abort()
    await takeTurn(async () => {})
    // Unlocking shows the other workers at once that this worker ended. Wait a second at most: the connection may be dead.
    const unlocked = connection?.client.query('SELECT pg_advisory_unlock_all()')
    const ended = unlocked?.then(() => connection?.client.end()).catch(() => {})
    await Promise.race([ended, sleep(1000, undefined, { ref: false })])
  }

  // Connect now, so that a database that can't be used is reported at once.
  await insist(async () => {})
  return { database, transact, close }
}

/** Connects with a new worker number, and takes that worker's lock. */
async function connect(PgClient: typeof Client, url: string, schema: string): Promise<Connection> {
  const client = new PgClient({
    connectionString: url,
    application_name: 'fillproof watch',
    connectionTimeoutMillis: 10_000,
    query_timeout: 120_000,
    keepAlive: true,
  })
  // The next query fails too, so the event needs no handling.
  client.on('error', () => {})
  await client.connect()
  const worker = randomInt(1, 2 ** 31)
  // A worker whose machine vanished loses its locks after 22 seconds.
  await client.query(
    `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 4; SET tcp_keepalives_count = 3;
     SET idle_in_transaction_session_timeout = '2min'; SET search_path = ${schema};
     SELECT pg_advisory_lock(${workerLocks}, ${worker})`,
  )
  return { client, worker }
}

async function runTransaction<result>(
  { client, worker }: Connection,
  isRepeat: boolean,
  work: (transaction: DatabaseTransaction) => Promise<result>,
): Promise<result> {
  const query: Query = async (text, values = []) => {
    // PostgreSQL stores every character except NUL.
    const kept = values.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value))
    return (await client.query<DatabaseRow>(text, kept)).rows
  }
  await client.query('BEGIN')
  try {
    const result = await work({ query, worker, isRepeat })
    await client.query('COMMIT')
    return result
  } catch (error) {
    if (classify(error) !== 'lost') await client.query('ROLLBACK')
    throw error
  }
}
