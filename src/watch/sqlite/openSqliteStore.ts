import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { Address, Hex } from 'viem'
import { WatchPlaceError, WatchStoreBusyError, WatchStoreError } from '../errors.js'
import { readAuthorization, readCounts, readFill, readTask, readUntold } from '../store/readRows.js'
import { requireSameJob } from '../store/requireSameJob.js'
import type {
  FillEvent,
  FillResult,
  FindingKind,
  RangeCommit,
  WatchJob,
  WatchStore,
  WatchSummary,
} from '../types.js'
import { loadSqlite } from './loadSqlite.js'
import { applicationId, schema, schemaVersion } from './schema.js'

export type OpenSqliteStoreParameters = {
  /** A file; made when there is none. */
  path: string
  job: WatchJob
}

type Row = Record<string, SQLOutputValue>

/**
 * Opens the database of one job in a file, with Node's own SQLite.
 *
 * - Rule: one process at a time. The lock is the operating system's, so it ends with the process, however that ends.
 * - Rule: what was committed survives SIGKILL and a loss of power.
 *
 * @throws {@link WatchStoreBusyError}, {@link WatchJobError}, or {@link WatchStoreError}.
 */
export async function openSqliteStore({ path, job }: OpenSqliteStoreParameters): Promise<WatchStore> {
  const { DatabaseSync } = await loadSqlite()
  const db = open(() => new DatabaseSync(path), path)
  try {
    open(() => prepare(db, path, job), path)
    return createStore(db)
  } catch (error) {
    db.close()
    throw error
  }
}

function open<result>(work: () => result, database: string): result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Error) || !('errcode' in error)) throw error
    const busy = 5
    if ((Number(error.errcode) & 0xff) === busy) throw new WatchStoreBusyError({ database })
    throw new WatchStoreError({ database, problem: 'the database can not be opened', cause: error })
  }
}

/** Takes the lock and reads or writes the job. */
function prepare(db: DatabaseSync, database: string, job: WatchJob): void {
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  transact(db, () => {
    const pragma = (name: string) => Number(db.prepare(`PRAGMA ${name}`).get()![name])
    const isEmpty = db.prepare('SELECT count(*) AS count FROM sqlite_schema').get()!.count === 0
    if (isEmpty) {
      db.exec(schema)
      const { chainId, receiver, fromBlock, service } = job
      db.prepare('INSERT INTO job VALUES (?, ?, ?, ?, ?)').run(
        ...[chainId, receiver, fromBlock, service, fromBlock - 1n],
      )
      return
    }
    if (pragma('application_id') !== applicationId) {
      throw new WatchStoreError({ database, problem: 'this is a database of something else' })
    }
    if (pragma('user_version') !== schemaVersion) {
      throw new WatchStoreError({ database, problem: 'another version of fillproof wrote this database' })
    }
    const row = db.prepare('SELECT * FROM job').get()!
    const found = {
      chainId: Number(row.chain_id),
      receiver: row.receiver as Address,
      fromBlock: BigInt(Number(row.from_block)),
      service: String(row.service),
    }
    requireSameJob(found, job)
  })
}

function transact<result>(db: DatabaseSync, work: () => result): result {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

function createStore(db: DatabaseSync): WatchStore {
  // One process has the database, so what it lent is known to it alone, and forgotten when it ends.
  const lent = new Set<string>()
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const statement = (sql: string) => {
    const found = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, found)
    return found
  }
  const run = (sql: string, ...values: SQLInputValue[]) => Number(statement(sql).run(...values).changes)
  const all = (sql: string, ...values: SQLInputValue[]): Row[] => statement(sql).all(...values)
  const get = (sql: string, ...values: SQLInputValue[]): Row | undefined => statement(sql).get(...values)
  const readNumber = (sql: string, ...values: SQLInputValue[]) => {
    const [value] = Object.values(get(sql, ...values)!)
    return value === null ? null : Number(value)
  }
  const readScannedTo = () => BigInt(readNumber('SELECT scanned_to FROM job')!)

  function storeFill(fill: FillEvent, nowMs: number): void {
    const { blockHash, transactionHash, logIndex, blockNumber, blockTime, ordinal, isReturned } = fill
    const { id, recipient, solver, payer, token, amount } = fill
    run(
      `INSERT INTO fills (block_hash, transaction_hash, log_index, block_number, block_time, ordinal, is_returned,
         id, recipient, solver, payer, token, amount, is_live, stage, seen_at, due_at, attempts, notes, revision)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 'seen', ?, 0, 0, NULL, 0)
       ON CONFLICT (block_hash, transaction_hash, log_index) DO UPDATE
       SET is_live = 1, stage = 'seen', attempts = 0, notes = NULL, revision = revision + 1 WHERE is_live = 0`,
      ...[blockHash, transactionHash, logIndex, blockNumber, blockTime, ordinal, isReturned ? 1 : 0],
      ...[id, recipient, solver, payer, token, String(amount), nowMs],
    )
  }

  function storeFindings({ findings, unchecked }: FillResult, lease: string): void {
    run('DELETE FROM unchecked WHERE fill = ?', lease)
    for (const { reason } of unchecked) run('INSERT OR IGNORE INTO unchecked VALUES (?, ?)', lease, reason)
    for (const finding of findings) {
      run(
        'INSERT INTO findings (id, kind, finding) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
        ...[finding.id, finding.kind, JSON.stringify(finding)],
      )
    }
  }

  /** Whether the fill is as it was lent. */
  const isCurrent = "key = ? AND revision = ? AND stage = 'due'"

  return {
    async lock() {
      return true
    },
    async readScannedTo() {
      return readScannedTo()
    },
    async readBlocks() {
      const rows = all('SELECT number, hash FROM blocks ORDER BY number DESC')
      return rows.map(({ number, hash }) => ({ number: BigInt(Number(number)), hash: hash as Hex }))
    },
    async commitRange(range: RangeCommit) {
      transact(db, () => {
        const required = readScannedTo() + 1n
        if (range.fromBlock !== required) throw new WatchPlaceError({ found: range.fromBlock, required })
        for (const fill of range.fills) storeFill(fill, range.nowMs)
        for (const { blockHash, transactionHash, logIndex, ...rest } of range.authorizations) {
          const { blockNumber, id, callHash, deadline } = rest
          run(
            'INSERT OR IGNORE INTO authorizations VALUES (?, ?, ?, ?, ?, ?, ?)',
            ...[blockHash, transactionHash, logIndex, blockNumber, id, callHash, deadline],
          )
          run(
            `UPDATE fills SET stage = 'seen', attempts = 0, notes = NULL, revision = revision + 1
             WHERE is_returned = 1 AND is_live = 1 AND id = ?`,
            callHash,
          )
        }
        for (const { number, hash } of range.blocks) {
          run('INSERT OR REPLACE INTO blocks VALUES (?, ?)', number, hash)
        }
        run(
          'DELETE FROM blocks WHERE number < (SELECT max(number) FROM blocks WHERE number <= ?)',
          range.keepFrom,
        )
        run('UPDATE job SET scanned_to = ?', range.toBlock)
      })
    },
    async rewind({ toBlock }) {
      transact(db, () => {
        run(
          `UPDATE fills SET is_live = 0, stage = 'seen', attempts = 0, notes = NULL, revision = revision + 1
           WHERE block_number > ? AND is_live = 1`,
          toBlock,
        )
        run('DELETE FROM authorizations WHERE block_number > ?', toBlock)
        run('DELETE FROM blocks WHERE number > ?', toBlock)
        run('UPDATE job SET scanned_to = ? WHERE scanned_to > ?', toBlock, toBlock)
      })
    },
    async confirm({ throughBlock, nowMs }) {
      run(
        `UPDATE fills SET stage = 'due', due_at = ? WHERE stage = 'seen' AND block_number <= ?`,
        ...[nowMs, throughBlock],
      )
    },
    async take({ limit, nowMs }) {
      const rows = all(
        `SELECT * FROM fills WHERE stage = 'due' AND due_at <= ? ORDER BY block_number, log_index LIMIT ?`,
        ...[nowMs, limit + lent.size],
      )
      const tasks = rows
        .filter(({ key }) => !lent.has(String(key)))
        .slice(0, limit)
        .map((row) => readTask(row, row.key))
      for (const { lease } of tasks) lent.add(lease)
      return tasks
    },
    async settle({ lease, revision }, result) {
      if (!lent.delete(lease)) return false
      return transact(db, () => {
        const changed = run(
          `UPDATE fills SET stage = 'settled', request_id = ? WHERE ${isCurrent}`,
          ...[result.requestId, lease, revision],
        )
        if (changed === 0) return false
        storeFindings(result, lease)
        return true
      })
    },
    async postpone({ lease, revision }, { dueAtMs, notes }) {
      if (!lent.delete(lease)) return false
      const changed = run(
        `UPDATE fills SET due_at = ?, notes = ?, attempts = attempts + 1 WHERE ${isCurrent}`,
        ...[dueAtMs, notes, lease, revision],
      )
      return changed === 1
    },
    async readNextDueMs() {
      return readNumber("SELECT min(due_at) FROM fills WHERE stage = 'due'")
    },
    async findFills(ids) {
      const rows = all(
        `SELECT * FROM fills WHERE is_live = 1 AND is_returned = 0 AND id IN (SELECT value FROM json_each(?))
         ORDER BY block_number, log_index`,
        JSON.stringify(ids),
      )
      return rows.map(readFill)
    },
    async findAuthorizations({ ids = [], callHashes = [] }) {
      const rows = all(
        `SELECT * FROM authorizations WHERE id IN (SELECT value FROM json_each(?))
         OR call_hash IN (SELECT value FROM json_each(?)) ORDER BY block_number, log_index`,
        ...[JSON.stringify(ids), JSON.stringify(callHashes)],
      )
      return rows.map(readAuthorization)
    },
    async readOutbox({ sink, limit, nowMs }) {
      const rows = all(
        `SELECT finding, coalesce(attempts, 0) AS attempts FROM findings
         LEFT JOIN (SELECT finding AS id, attempts, is_delivered, due_at FROM deliveries WHERE sink = ?) USING (id)
         WHERE coalesce(is_delivered, 0) = 0 AND coalesce(due_at, 0) <= ? ORDER BY place LIMIT ?`,
        ...[sink, nowMs, limit],
      )
      return rows.map(readUntold)
    },
    async markDelivered({ sink, ids, place }) {
      transact(db, () => {
        for (const id of ids) {
          run(
            `INSERT INTO deliveries VALUES (?, ?, 1, 1, 0)
             ON CONFLICT (sink, finding) DO UPDATE SET is_delivered = 1, attempts = attempts + 1`,
            ...[sink, id],
          )
        }
        if (place) run('INSERT OR REPLACE INTO sinks VALUES (?, ?, ?)', sink, place.length, place.lastId)
      })
    },
    async markFailed({ sink, id, dueAtMs }) {
      run(
        `INSERT INTO deliveries VALUES (?, ?, 0, 1, ?)
         ON CONFLICT (sink, finding) DO UPDATE SET attempts = attempts + 1, due_at = excluded.due_at`,
        ...[sink, id, dueAtMs],
      )
    },
    async readNextDeliveryMs({ sink }) {
      return readNumber(
        `SELECT min(coalesce(due_at, 0)) FROM findings
         LEFT JOIN (SELECT finding AS id, is_delivered, due_at FROM deliveries WHERE sink = ?) USING (id)
         WHERE coalesce(is_delivered, 0) = 0`,
        sink,
      )
    },
    async readSinkPlace(sink) {
      const row = get('SELECT length, last_id FROM sinks WHERE sink = ?', sink)
      return { length: Number(row?.length ?? 0), lastId: (row?.last_id ?? null) as Hex | null }
    },
    async summarize(): Promise<WatchSummary> {
      const count = (where: string) => readNumber(`SELECT count(*) FROM fills WHERE ${where}`)!
      return {
        scannedTo: readScannedTo(),
        fills: count('is_live = 1 AND is_returned = 0'),
        checked: count("is_live = 1 AND is_returned = 0 AND stage = 'settled'"),
        waiting: count("stage <> 'settled'"),
        returned: count('is_live = 1 AND is_returned = 1'),
        unchecked: readCounts(
          all(
            `SELECT reason AS name, count(*) AS count FROM unchecked JOIN fills ON fill = key
             WHERE is_live = 1 GROUP BY reason ORDER BY reason`,
          ),
        ),
        findings: readCounts<FindingKind>(
          all('SELECT kind AS name, count(*) AS count FROM findings GROUP BY kind ORDER BY kind'),
        ),
      }
    },
    async close() {
      db.close()
    },
  }
}
