import { createHash, randomUUID } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { WatchPlaceError, WatchSinkError, WatchStoreError } from '../errors.js'
import { readAuthorization, readCounts, readFill, readTask, readUntold } from '../store/readRows.js'
import { requireSameJob } from '../store/requireSameJob.js'
import type {
  FillEvent,
  FillTask,
  FindingKind,
  RangeCommit,
  SinkPlace,
  WatchJob,
  WatchStore,
  WatchSummary,
} from '../types.js'
import { loadPostgres } from './loadPostgres.js'
import { type LockKey, openSession, type PostgresSession, type Query, type Row } from './openSession.js'
import { migrations, schemaName } from './schema.js'
import { type Queue, type QueueJob, startQueue } from './startQueue.js'

export type OpenPostgresStoreParameters = {
  /** `postgresql://user:password@host:port/database`. */
  url: string
  job: WatchJob
  /** How long to wait before each new attempt to connect; 30 seconds in all when left out. */
  retryDelaysMs?: readonly number[]
  /** How long a worker that hangs keeps a fill from the others; 900 when left out. */
  leaseSeconds?: number
}

/**
 * Opens the database of one job in PostgreSQL, which several workers and several jobs can share.
 *
 * - Rule: a queue hands out the fills. A worker that ends, however it ends, loses what it was lent at once, as the
 *   database notices the end of its connection.
 * - Rule: a lost connection is opened again, and the method goes on; after the last attempt it throws.
 * - Warning: locks live on the connection, so a pooler between must keep sessions, not only transactions.
 *
 * @throws {@link WatchJobError}, {@link WatchStoreError}, or {@link WatchStoreUnreachableError}.
 */
export async function openPostgresStore(parameters: OpenPostgresStoreParameters): Promise<WatchStore> {
  const { url, job, retryDelaysMs, leaseSeconds } = parameters
  const { Client, PgBoss } = await loadPostgres()
  const session = await openSession({ Client, url, retryDelaysMs })
  try {
    const { key, queue } = await session.transact(async (query) => {
      // Several workers may be the first at the same time.
      await query('SELECT pg_advisory_xact_lock($1, $2)', [...lockKey('install')])
      await migrate(query, session.database)
      const key = await findJob(query, job)
      return { key, queue: await startQueue({ PgBoss, url, name: `job-${key}`, leaseSeconds }) }
    })
    return createStore({ session, queue, job: key, firstBlock: job.fromBlock })
  } catch (error) {
    await session.close()
    throw error
  }
}

async function migrate(query: Query, database: string): Promise<void> {
  const [found] = await query(`SELECT to_regclass('${schemaName}.versions') AS name`)
  // Asked first, since an account that may only use the tables may not make them, not even when they are there.
  if (found!.name === null) {
    await query(`CREATE SCHEMA IF NOT EXISTS ${schemaName}`)
    await query(`CREATE TABLE ${schemaName}.versions (version integer PRIMARY KEY)`)
  }
  const [row] = await query(`SELECT coalesce(max(version), 0) AS version FROM ${schemaName}.versions`)
  const version = Number(row!.version)
  if (version > migrations.length) {
    throw new WatchStoreError({ database, problem: 'a newer version of fillproof wrote this database' })
  }
  for (const [index, sql] of migrations.entries()) {
    if (index < version) continue
    await query(sql)
    await query(`INSERT INTO ${schemaName}.versions VALUES ($1)`, [index + 1])
  }
}

/** Finds or makes the job's row. */
async function findJob(query: Query, job: WatchJob): Promise<number> {
  const { chainId, fromBlock, service } = job
  const receiver = job.receiver.toLowerCase()
  await query(
    `INSERT INTO ${schemaName}.jobs (chain_id, receiver, from_block, service, scanned_to) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [chainId, receiver, fromBlock, service, fromBlock - 1n],
  )
  const [row] = await query(`SELECT * FROM ${schemaName}.jobs WHERE chain_id = $1 AND receiver = $2`, [
    chainId,
    receiver,
  ])
  const found = {
    chainId: Number(row!.chain_id),
    receiver: row!.receiver as Address,
    fromBlock: BigInt(row!.from_block as string),
    service: String(row!.service),
  }
  requireSameJob(found, job)
  return Number(row!.key)
}

/** Tells the watcher's locks from those of others that use the database. */
function lockKey(...names: readonly (string | number)[]): LockKey {
  const hash = createHash('sha256')
    .update(['fillproof watch', ...names].join('/'))
    .digest()
  return [hash.readInt32BE(0), hash.readInt32BE(4)]
}

/** With a worker's number it is the lock that says that the worker lives. */
const [workersClass] = lockKey('worker')

type Context = { session: PostgresSession; queue: Queue; job: number; firstBlock: bigint }

function createStore({ session, queue, job, firstBlock }: Context): WatchStore {
  let worker: number | undefined
  /** How much of each sink was written when this worker read or stored it last. */
  const places = new Map<string, number>()
  const { transact } = session

  /** A number whose lock this connection has. After a loss it is taken again, unless the old one is not gone yet. */
  async function becomeWorker(): Promise<number> {
    while (worker === undefined || !(await session.lock([workersClass, worker]))) {
      worker = await transact(async (query) => {
        const [row] = await query(`SELECT nextval('${schemaName}.workers') AS number`)
        return Number(row!.number)
      })
    }
    return worker
  }

  async function readScannedTo(query: Query, lock = ''): Promise<bigint> {
    const [row] = await query(`SELECT scanned_to FROM ${schemaName}.jobs WHERE key = $1 ${lock}`, [job])
    return BigInt(row!.scanned_to as string)
  }

  async function endQueueJobs(query: Query, rows: readonly Row[]): Promise<void> {
    const ids = rows.map(({ queue_job }) => queue_job as string | null).filter((id) => id !== null)
    await queue.end(query, ids)
  }

  async function storeFills(query: Query, { fills, nowMs }: RangeCommit): Promise<void> {
    if (fills.length === 0) return
    const hashes = [...new Set(fills.map(({ blockHash }) => blockHash))]
    const gone = await query(
      `SELECT queue_job FROM ${schemaName}.fills WHERE job = $1 AND NOT is_live AND block_hash = ANY($2) FOR UPDATE`,
      [job, hashes],
    )
    await endQueueJobs(query, gone)
    await query(
      `INSERT INTO ${schemaName}.fills AS old (job, block_hash, transaction_hash, log_index, block_number, block_time,
         ordinal, is_returned, id, recipient, solver, payer, token, amount, seen_at)
       SELECT $1, "blockHash", "transactionHash", "logIndex", "blockNumber", "blockTime", ordinal, "isReturned", id,
         recipient, solver, payer, token, amount, $3
       FROM json_to_recordset($2) AS new ("blockHash" text, "transactionHash" text, "logIndex" integer,
         "blockNumber" bigint, "blockTime" bigint, ordinal integer, "isReturned" boolean, id text, recipient text,
         solver text, payer text, token text, amount text)
       ON CONFLICT (job, block_hash, transaction_hash, log_index) DO UPDATE
       SET is_live = true, stage = 'seen', attempts = 0, notes = NULL, revision = old.revision + 1,
         queue_job = NULL, worker = NULL, lease = NULL
       WHERE NOT old.is_live`,
      [job, toJson(fills), nowMs],
    )
  }

  /** Has the returned payments of calls looked at again: an authorization tells what they are. */
  async function recheckReturned(query: Query, { authorizations }: RangeCommit): Promise<void> {
    if (authorizations.length === 0) return
    const which = `job = $1 AND is_returned AND is_live AND id = ANY($2)`
    const values = [job, authorizations.map(({ callHash }) => callHash)]
    const lent = await query(`SELECT queue_job FROM ${schemaName}.fills WHERE ${which} FOR UPDATE`, values)
    await endQueueJobs(query, lent)
    await query(
      `UPDATE ${schemaName}.fills SET stage = 'seen', attempts = 0, notes = NULL, revision = revision + 1,
         queue_job = NULL, worker = NULL, lease = NULL WHERE ${which}`,
      values,
    )
  }

  /** Gives the fills that are due a job in the queue, and fetches what is first there. */
  async function lend(query: Query, me: number, limit: number, nowMs: number): Promise<FillTask[]> {
    const due = await query(
      `SELECT key, block_number, gen_random_uuid() AS id FROM ${schemaName}.fills
       WHERE job = $1 AND stage = 'due' AND queue_job IS NULL AND due_at <= $2
       ORDER BY block_number, log_index LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [job, nowMs, limit],
    )
    const entries = due.map(({ key, block_number, id }) => ({
      id: String(id),
      fill: String(key),
      priority: -Math.min(Number(BigInt(block_number as string) - firstBlock), 2 ** 31 - 1),
    }))
    const added = new Set(await queue.add(query, entries))
    await query(
      `UPDATE ${schemaName}.fills SET queue_job = new.id
       FROM json_to_recordset($1) AS new (id uuid, fill bigint) WHERE key = new.fill`,
      [toJson(entries.filter(({ id }) => added.has(id)))],
    )

    const jobs = await queue.fetch(query, limit)
    const rows = await query(
      `UPDATE ${schemaName}.fills SET worker = $3, lease = new.id || ':' || new."retryCount"
       FROM json_to_recordset($2) AS new (id uuid, "retryCount" integer)
       WHERE job = $1 AND queue_job = new.id AND stage = 'due' RETURNING fills.*`,
      [job, toJson(jobs.map(({ id, retryCount }) => ({ id, retryCount }))), me],
    )
    const known = new Set(rows.map(({ queue_job }) => queue_job))
    // A job without a fill is nobody's: as when the fills were restored from an older copy than the queue.
    await queue.end(
      query,
      jobs.map(({ id }) => id).filter((id) => !known.has(id)),
    )
    return rows.map((row) => readTask(row, row.lease)).sort((a, b) => inChain(a.fill, b.fill))
  }

  /** Takes back what was lent to workers that have ended. Returns whether there was any. */
  async function takeBack(query: Query, me: number): Promise<boolean> {
    const ended = await query(
      `SELECT DISTINCT worker FROM ${schemaName}.fills WHERE job = $1 AND worker IS NOT NULL AND worker <> $2
       EXCEPT
       SELECT objid::bigint::integer FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
         AND classid::bigint = $3 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      // The class is shown as a number without a sign.
      [job, me, workersClass >>> 0],
    )
    const workers = ended.map(({ worker }) => Number(worker))
    return workers.length > 0 && (await release(query, workers))
  }

  async function release(query: Query, workers: readonly number[]): Promise<boolean> {
    const rows = await query(
      `SELECT key, lease FROM ${schemaName}.fills WHERE job = $1 AND worker = ANY($2) FOR UPDATE SKIP LOCKED`,
      [job, workers],
    )
    await queue.retry(
      query,
      rows.map(({ lease }) => readLease(String(lease))),
    )
    await query(`UPDATE ${schemaName}.fills SET worker = NULL, lease = NULL WHERE key = ANY($1)`, [
      rows.map(({ key }) => key),
    ])
    return rows.length > 0
  }

  /**
   * Ends a lease, and tells the fill's key: unless the lease is over or the fill changed meanwhile, or when this worker
   * has done it before and the connection was lost over the answer.
   */
  async function endLease(
    query: Query,
    { lease, revision }: FillTask,
    isRepeat: boolean,
    set: string,
    values: readonly unknown[],
  ): Promise<{ key: unknown } | 'doneBefore' | undefined> {
    const [fill] = await query(
      `SELECT key, worker, queue_job FROM ${schemaName}.fills WHERE job = $1 AND lease = $2 AND revision = $3 FOR UPDATE`,
      [job, lease, revision],
    )
    if (!fill) return undefined
    // The lease stays written down, so that a repetition knows that it was this worker who ended it.
    if (fill.worker === null) return isRepeat ? 'doneBefore' : undefined
    await query(`UPDATE ${schemaName}.fills SET worker = NULL, queue_job = NULL, ${set} WHERE key = $1`, [
      fill.key,
      ...values,
    ])
    await endQueueJobs(query, [fill])
    return { key: fill.key }
  }

  async function readPlace(query: Query, sink: string, lock = ''): Promise<SinkPlace> {
    const [row] = await query(
      `SELECT length, last_id FROM ${schemaName}.sinks WHERE job = $1 AND name = $2 ${lock}`,
      [job, sink],
    )
    return { length: Number(row?.length ?? 0), lastId: (row?.last_id ?? null) as Hex | null }
  }

  /** A worker whose connection was lost has lost its lock on the sink, and another may have written since. */
  async function storePlace(query: Query, sink: string, place: SinkPlace, isRepeat: boolean): Promise<void> {
    const { length } = await readPlace(query, sink, 'FOR UPDATE')
    const isOurs = length === (places.get(sink) ?? 0) || (isRepeat && length === place.length)
    if (!isOurs) throw new WatchSinkError({ sink, found: length, required: places.get(sink) ?? 0 })
    await query(
      `INSERT INTO ${schemaName}.sinks VALUES ($1, $2, $3, $4)
       ON CONFLICT (job, name) DO UPDATE SET length = excluded.length, last_id = excluded.last_id`,
      [job, sink, place.length, place.lastId],
    )
  }

  return {
    async lock(name) {
      return session.lock(lockKey(job, name))
    },
    async readScannedTo() {
      return transact((query) => readScannedTo(query))
    },
    async readBlocks() {
      const rows = await transact((query) =>
        query(`SELECT number, hash FROM ${schemaName}.blocks WHERE job = $1 ORDER BY number DESC`, [job]),
      )
      return rows.map(({ number, hash }) => ({ number: BigInt(number as string), hash: hash as Hex }))
    },
    async commitRange(range) {
      const commit = randomUUID()
      await transact(async (query, isRepeat) => {
        const required = (await readScannedTo(query, 'FOR UPDATE')) + 1n
        if (isRepeat && (await isCommitted(query, commit))) return
        if (range.fromBlock !== required) throw new WatchPlaceError({ found: range.fromBlock, required })
        await storeFills(query, range)
        await query(
          `INSERT INTO ${schemaName}.authorizations
             (job, block_hash, transaction_hash, log_index, block_number, id, call_hash, deadline)
           SELECT $1, "blockHash", "transactionHash", "logIndex", "blockNumber", id, "callHash", deadline
           FROM json_to_recordset($2) AS new ("blockHash" text, "transactionHash" text, "logIndex" integer,
             "blockNumber" bigint, id text, "callHash" text, deadline bigint)
           ON CONFLICT DO NOTHING`,
          [job, toJson(range.authorizations)],
        )
        await recheckReturned(query, range)
        await query(
          `INSERT INTO ${schemaName}.blocks (job, number, hash)
           SELECT DISTINCT ON (number) $1::integer, number, hash
           FROM json_to_recordset($2) AS new (number bigint, hash text)
           ON CONFLICT (job, number) DO UPDATE SET hash = excluded.hash`,
          [job, toJson(range.blocks)],
        )
        await query(
          `DELETE FROM ${schemaName}.blocks WHERE job = $1 AND number <
             (SELECT max(number) FROM ${schemaName}.blocks WHERE job = $1 AND number <= $2)`,
          [job, range.keepFrom],
        )
        await query(`UPDATE ${schemaName}.jobs SET scanned_to = $2, last_commit = $3 WHERE key = $1`, [
          job,
          range.toBlock,
          commit,
        ])
      })

      async function isCommitted(query: Query, id: string): Promise<boolean> {
        const [row] = await query(`SELECT last_commit FROM ${schemaName}.jobs WHERE key = $1`, [job])
        return row!.last_commit === id
      }
    },
    async rewind({ toBlock }) {
      await transact(async (query) => {
        await readScannedTo(query, 'FOR UPDATE')
        const gone = await query(
          `SELECT queue_job FROM ${schemaName}.fills WHERE job = $1 AND is_live AND block_number > $2 FOR UPDATE`,
          [job, toBlock],
        )
        await query(
          `UPDATE ${schemaName}.fills SET is_live = false, stage = 'seen', attempts = 0, notes = NULL,
             revision = revision + 1, queue_job = NULL, worker = NULL, lease = NULL
           WHERE job = $1 AND is_live AND block_number > $2`,
          [job, toBlock],
        )
        await endQueueJobs(query, gone)
        for (const [table, column] of [
          ['authorizations', 'block_number'],
          ['blocks', 'number'],
        ]) {
          await query(`DELETE FROM ${schemaName}.${table} WHERE job = $1 AND ${column} > $2`, [job, toBlock])
        }
        await query(`UPDATE ${schemaName}.jobs SET scanned_to = least(scanned_to, $2) WHERE key = $1`, [
          job,
          toBlock,
        ])
      })
    },
    async confirm({ throughBlock, nowMs }) {
      await transact((query) =>
        query(
          `UPDATE ${schemaName}.fills SET stage = 'due', due_at = $3
           WHERE job = $1 AND stage = 'seen' AND block_number <= $2`,
          [job, throughBlock, nowMs],
        ),
      )
    },
    async take({ limit, nowMs }) {
      const me = await becomeWorker()
      const tasks = await transact((query) => lend(query, me, limit, nowMs))
      const missing = limit - tasks.length
      if (missing === 0 || !(await transact((query) => takeBack(query, me)))) return tasks
      return [...tasks, ...(await transact((query) => lend(query, me, missing, nowMs)))]
    },
    async settle(task, { requestId, findings, unchecked }) {
      return transact(async (query, isRepeat) => {
        const set = `stage = 'settled', request_id = $2`
        const ended = await endLease(query, task, isRepeat, set, [requestId])
        if (ended === undefined || ended === 'doneBefore') return ended !== undefined
        await query(`DELETE FROM ${schemaName}.unchecked WHERE fill = $1`, [ended.key])
        await query(
          `INSERT INTO ${schemaName}.unchecked SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
          [ended.key, unchecked.map(({ reason }) => storable(reason))],
        )
        for (const finding of findings) {
          await query(
            `INSERT INTO ${schemaName}.findings (job, id, kind, finding) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
            [job, finding.id, finding.kind, JSON.stringify(finding)],
          )
        }
        return true
      })
    },
    async postpone(task, { dueAtMs, notes }) {
      return transact(async (query, isRepeat) => {
        const set = 'due_at = $2, notes = $3, attempts = attempts + 1'
        const ended = await endLease(query, task, isRepeat, set, [dueAtMs, notes && storable(notes)])
        return ended !== undefined
      })
    },
    async readNextDueMs() {
      const [row] = await transact((query) =>
        query(
          `SELECT min(due_at) AS due FROM ${schemaName}.fills
           WHERE job = $1 AND stage = 'due' AND worker IS NULL`,
          [job],
        ),
      )
      return readNumber(row!.due)
    },
    async findFills(ids) {
      const rows = await transact((query) =>
        query(
          `SELECT * FROM ${schemaName}.fills WHERE job = $1 AND is_live AND NOT is_returned AND id = ANY($2)
           ORDER BY block_number, log_index`,
          [job, ids],
        ),
      )
      return rows.map(readFill)
    },
    async findAuthorizations({ ids = [], callHashes = [] }) {
      const rows = await transact((query) =>
        query(
          `SELECT * FROM ${schemaName}.authorizations WHERE job = $1 AND (id = ANY($2) OR call_hash = ANY($3))
           ORDER BY block_number, log_index`,
          [job, ids, callHashes],
        ),
      )
      return rows.map(readAuthorization)
    },
    async readOutbox({ sink, limit, nowMs }) {
      const rows = await transact((query) =>
        query(
          `SELECT f.finding, coalesce(d.attempts, 0) AS attempts FROM ${schemaName}.findings f
           LEFT JOIN ${schemaName}.deliveries d ON d.job = f.job AND d.finding = f.id AND d.sink = $2
           WHERE f.job = $1 AND d.is_delivered IS NOT TRUE AND coalesce(d.due_at, 0) <= $3
           ORDER BY f.place LIMIT $4`,
          [job, sink, nowMs, limit],
        ),
      )
      return rows.map(readUntold)
    },
    async markDelivered({ sink, ids, place }) {
      await transact(async (query, isRepeat) => {
        if (place) await storePlace(query, sink, place, isRepeat)
        await query(
          `INSERT INTO ${schemaName}.deliveries AS old SELECT $1, $2, unnest($3::text[]), true, 1, 0
           ON CONFLICT (job, sink, finding) DO UPDATE SET is_delivered = true, attempts = old.attempts + 1`,
          [job, sink, ids],
        )
      })
      if (place) places.set(sink, place.length)
    },
    async markFailed({ sink, id, dueAtMs }) {
      await transact((query) =>
        query(
          `INSERT INTO ${schemaName}.deliveries AS old VALUES ($1, $2, $3, false, 1, $4)
           ON CONFLICT (job, sink, finding) DO UPDATE SET attempts = old.attempts + 1, due_at = excluded.due_at`,
          [job, sink, id, dueAtMs],
        ),
      )
    },
    async readNextDeliveryMs({ sink }) {
      const [row] = await transact((query) =>
        query(
          `SELECT min(coalesce(d.due_at, 0)) AS due FROM ${schemaName}.findings f
           LEFT JOIN ${schemaName}.deliveries d ON d.job = f.job AND d.finding = f.id AND d.sink = $2
           WHERE f.job = $1 AND d.is_delivered IS NOT TRUE`,
          [job, sink],
        ),
      )
      return readNumber(row!.due)
    },
    async readSinkPlace(sink) {
      const place = await transact((query) => readPlace(query, sink))
      places.set(sink, place.length)
      return place
    },
    async summarize(): Promise<WatchSummary> {
      return transact(async (query) => {
        const [counts] = await query(
          `SELECT count(*) FILTER (WHERE is_live AND NOT is_returned) AS fills,
             count(*) FILTER (WHERE is_live AND NOT is_returned AND stage = 'settled') AS checked,
             count(*) FILTER (WHERE stage <> 'settled') AS waiting,
             count(*) FILTER (WHERE is_live AND is_returned) AS returned
           FROM ${schemaName}.fills WHERE job = $1`,
          [job],
        )
        const unchecked = await query(
          `SELECT reason AS name, count(*) AS count FROM ${schemaName}.unchecked
           JOIN ${schemaName}.fills ON fill = key WHERE job = $1 AND is_live GROUP BY reason ORDER BY reason`,
          [job],
        )
        const findings = await query(
          `SELECT kind AS name, count(*) AS count FROM ${schemaName}.findings WHERE job = $1 GROUP BY kind ORDER BY kind`,
          [job],
        )
        return {
          scannedTo: await readScannedTo(query),
          fills: Number(counts!.fills),
          checked: Number(counts!.checked),
          waiting: Number(counts!.waiting),
          returned: Number(counts!.returned),
          unchecked: readCounts(unchecked),
          findings: readCounts<FindingKind>(findings),
        }
      })
    },
    async close() {
      // The end of the connection does the same, a moment later.
      if (worker !== undefined && session.isOpen()) {
        await transact((query) => release(query, [worker!])).catch(() => {})
      }
      await queue.stop()
      await session.close()
    },
  }
}

function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item))
}

/** PostgreSQL keeps every character but one. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}

function readNumber(value: unknown): number | null {
  return value === null ? null : Number(value)
}

function readLease(lease: string): QueueJob {
  const [id, retryCount] = lease.split(':')
  return { id: id!, retryCount: Number(retryCount) }
}

function inChain(a: FillEvent, b: FillEvent): number {
  return Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex
}
