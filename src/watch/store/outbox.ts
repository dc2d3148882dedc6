import type { Hex } from 'viem'
import { WatchSinkError } from '../errors.js'
import type { Delivery, Outbox, SinkPlace } from '../types.js'
import { type Database, type DatabaseTransaction, insertRows, type Query } from './database.js'
import { toDelivery } from './readRows.js'

/** The length of each sink in bytes, as this process last read or stored it. */
export type SinkLengths = Map<string, number>

/** Creates the outbox of some jobs. */
export function createOutbox(
  { transact }: Database,
  jobs: readonly number[],
  lengths: SinkLengths,
): Omit<Outbox, 'lock'> {
  /** The findings that were not yet delivered to the sink $1. */
  const waiting = `FROM findings f LEFT JOIN deliveries d ON d.finding = f.id AND d.sink = $1
    WHERE f.job IN (${jobs.join(', ') || 'NULL'}) AND coalesce(d.is_delivered, 0) = 0`
  return {
    readOutbox: ({ sink, limit, nowMs }) =>
      transact(async ({ query }): Promise<Delivery[]> => {
        const rows = await query(
          `SELECT f.finding, f.state, coalesce(d.attempts, 0) AS attempts ${waiting}
           AND coalesce(d.due_at, 0) <= $2 ORDER BY f.place LIMIT $3`,
          [sink, nowMs, limit],
        )
        return rows.map(toDelivery)
      }),
    readNextDeliveryMs: ({ sink }) =>
      transact(async ({ query }) => {
        const [row] = await query(`SELECT min(coalesce(d.due_at, 0)) AS due ${waiting}`, [sink])
        return row!.due === null ? null : Number(row!.due)
      }),
    async markDelivered({ sink, ids, place }) {
      await transact(async (transaction) => {
        const known = lengths.get(sink) ?? 0
        if (place) await storeSinkPlace(transaction, { sink, known, place })
        const rows = ids.map((finding) => ({ sink, finding, is_delivered: 1, attempts: 1, due_at: 0 }))
        const again = 'is_delivered = 1, attempts = deliveries.attempts + 1'
        const onConflict = `(sink, finding) DO UPDATE SET ${again}`
        await insertRows(transaction.query, 'deliveries', rows, onConflict)
      })
      if (place) lengths.set(sink, place.length)
    },
    async markFailed({ sink, id, dueAtMs }) {
      const row = { sink, finding: id, is_delivered: 0, attempts: 1, due_at: dueAtMs }
      const again = 'attempts = deliveries.attempts + 1, due_at = excluded.due_at'
      const onConflict = `(sink, finding) DO UPDATE SET ${again}`
      await transact(({ query }) => insertRows(query, 'deliveries', [row], onConflict))
    },
    async readSinkPlace(sink) {
      const place = await transact(({ query }) => readSinkPlace(query, sink))
      lengths.set(sink, place.length)
      return place
    },
  }
}

async function readSinkPlace(query: Query, sink: string): Promise<SinkPlace> {
  const [row] = await query('SELECT length, last_id FROM sinks WHERE sink = $1', [sink])
  return { length: Number(row?.length ?? 0), lastId: (row?.last_id ?? null) as Hex | null }
}

/**
 * Stores the length of a sink. A worker that loses its connection also loses its lock on the sink, so another worker may have
 * written to the sink.
 *
 * @throws {@link WatchSinkError} if the stored length is no longer `known`, which this worker read or stored last.
 */
async function storeSinkPlace(
  { query, isRepeat }: DatabaseTransaction,
  { sink, known, place: { length, lastId } }: { sink: string; known: number; place: SinkPlace },
): Promise<void> {
  const stored = await query(
    `INSERT INTO sinks (sink, length, last_id) VALUES ($1, $2, $3)
     ON CONFLICT (sink) DO UPDATE SET length = excluded.length, last_id = excluded.last_id
     WHERE sinks.length = $4 ${isRepeat ? 'OR sinks.length = excluded.length' : ''} RETURNING length`,
    [sink, length, lastId, known],
  )
  if (stored.length > 0) return
  const found = await readSinkPlace(query, sink)
  throw new WatchSinkError({ sink, found: found.length, required: known })
}
