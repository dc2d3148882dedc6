import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { FillproofError } from '../../base/FillproofError.js'
import { WatchStoreError, WatchStoreUnreachableError } from '../errors.js'
import type { PostgresModules } from './loadPostgres.js'

export type Row = Record<string, unknown>

/** Runs one statement of a transaction. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>

export type PostgresSession = {
  /** Names the database without its credentials. */
  database: string
  /**
   * Runs a transaction. When the connection is lost it is run again on a new one, and `isRepeat` is true: the first
   * may have been committed although nobody said so.
   */
  transact<result>(work: (query: Query, isRepeat: boolean) => Promise<result>): Promise<result>
  /** Takes a lock that lives as long as the connection, unless another session has it. */
  lock(key: LockKey): Promise<boolean>
  /** False after a connection was lost, until something opens the next one. */
  isOpen(): boolean
  close(): Promise<void>
}

/** Two numbers, as PostgreSQL shows them in `pg_locks`. */
export type LockKey = readonly [number, number]

export type OpenSessionParameters = {
  Client: PostgresModules['Client']
  url: string
  /** How long to wait before each new attempt to connect. */
  retryDelaysMs?: readonly number[] | undefined
}

const defaultDelaysMs = [100, 300, 1000, 3000, 10_000, 15_000]

/** A deadlock, and a transaction that others overtook: nothing was done, and it works the next time. */
const transient = ['40001', '40P01']

/** Wrong credentials, no such database, no rights, no such option: waiting does not help. */
const refused = /^(28|3D|42)/

/**
 * Opens one connection that does one thing after the other, and opens it again when it is lost.
 *
 * One connection, since locks live on it: whoever lost its locks has lost its transaction as well.
 *
 * @throws {@link WatchStoreError} when the database refuses, {@link WatchStoreUnreachableError} when it does not answer.
 */
export async function openSession(parameters: OpenSessionParameters): Promise<PostgresSession> {
  const { Client, url, retryDelaysMs = defaultDelaysMs } = parameters
  const { database, clean } = describe(Client, url)
  const closing = new AbortController()
  let connection: { client: Client; locks: Set<string> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function connect() {
    if (connection) return connection
    const client = new Client({
      connectionString: url,
      application_name: 'fillproof watch',
      connectionTimeoutMillis: 10_000,
      query_timeout: 120_000,
      keepAlive: true,
    })
    const opened = { client, locks: new Set<string>() }
    const forget = () => {
      if (connection === opened) connection = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    await client.connect()
    // A worker whose machine vanished must not hold its locks for hours.
    await client.query(
      `SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;
       SET idle_in_transaction_session_timeout = '2min'`,
    )
    connection = opened
    return opened
  }

  /** Nothing is known of a connection that failed once. */
  function drop() {
    const dropped = connection?.client
    connection = undefined
    dropped?.end().catch(() => {})
  }

  async function attempt<result>(work: (client: Client, locks: Set<string>) => Promise<result>) {
    const { client, locks } = await connect()
    try {
      return await work(client, locks)
    } catch (error) {
      if (isLost(error)) drop()
      throw error
    }
  }

  async function insist<result>(
    work: (client: Client, locks: Set<string>, isRepeat: boolean) => Promise<result>,
  ): Promise<result> {
    let losses = 0
    let clashes = 0
    while (true) {
      try {
        return await attempt((client, locks) => work(client, locks, losses > 0))
      } catch (error) {
        if (error instanceof FillproofError) throw error
        if (isRefused(error))
          throw new WatchStoreError({ database, problem: 'the database refuses', cause: clean(error) })
        if (transient.includes(codeOf(error)) && ++clashes < 20) continue
        if (!isLost(error)) throw clean(error)
        const delayMs = retryDelaysMs[losses++]
        if (delayMs === undefined || closing.signal.aborted) {
          throw new WatchStoreUnreachableError({ database, cause: clean(error) })
        }
        await sleep(delayMs, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  function inTurn<result>(work: () => Promise<result>): Promise<result> {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }

  // What can't work at all is told at once; what does not answer yet is waited for.
  await insist(async () => {})
  return {
    database,
    transact(work) {
      return inTurn(() =>
        insist(async (client, _locks, isRepeat) => {
          await client.query('BEGIN')
          try {
            const result = await work(
              async (text, values) => (await client.query<Row>(text, values as unknown[])).rows,
              isRepeat,
            )
            await client.query('COMMIT')
            return result
          } catch (error) {
            if (!isLost(error)) await client.query('ROLLBACK').catch(drop)
            throw error
          }
        }),
      )
    },
    lock(key) {
      return inTurn(() =>
        insist(async (client, locks) => {
          const name = key.join()
          if (locks.has(name)) return true
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS done', [...key])
          if (rows[0].done) locks.add(name)
          return rows[0].done as boolean
        }),
      )
    },
    isOpen: () => connection !== undefined,
    async close() {
      closing.abort()
      await last
      // A connection that leads nowhere any more would be waited for without end.
      const patience = sleep(1000, undefined, { ref: false })
      await Promise.race([connection?.client.end().catch(() => {}), patience])
    },
  }
}

/** Names a database, and takes its password out of whatever an error says. @throws {@link WatchStoreError} */
function describe(Client: PostgresModules['Client'], url: string) {
  try {
    const { host, port, database, password } = new Client({ connectionString: url })
    // Of a password with a slash, the rest would be taken for the database's name.
    if (`${host}${database}`.includes('@')) throw new Error('a password that is not encoded')
    const name = host.startsWith('/') ? `${host}/${database}` : `${host}:${port}/${database}`
    return {
      database: `PostgreSQL at ${name}`,
      clean(error: unknown): Error {
        const { message, errors } = error as AggregateError
        // A name with several addresses fails once for each, and the whole has no words.
        const text = message || String(errors?.[0]?.message ?? 'no reason given')
        return new Error(password ? text.replaceAll(password, '***') : text)
      },
    }
  } catch {
    // The reason would hold the URL, and so the password.
    throw new WatchStoreError({
      database: 'PostgreSQL',
      problem: 'the URL can not be read; encode what is special in its password',
    })
  }
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '')
}

function isRefused(error: unknown): boolean {
  return isAnswer(error) && refused.test(codeOf(error))
}

/** The server said so itself. */
function isAnswer(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error
}

/** The server goes or is not ready (57P..), has no room (53...), or says that the connection is broken (08...). */
const unavailable = /^(57P|53|08|25P03)/

const silence = /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded|Client )/

function isLost(error: unknown): boolean {
  if (isAnswer(error)) return unavailable.test(codeOf(error))
  if (!(error instanceof Error)) return false
  return 'syscall' in error || /^E(?!RR_)[A-Z_]+$/.test(codeOf(error)) || silence.test(error.message)
}
