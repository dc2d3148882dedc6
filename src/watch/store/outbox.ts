import type { Hex } from 'viem'
import { WatchSinkError } from '../errors.js'
import type { Delivery, SinkPlace } from '../types.js'
import { type DatabaseTransaction, insertRows, type Query } from './database.js'
import { toDelivery } from './readRows.js'

/** The findings that the sink $1 was not given yet. */
const waiting = `FROM findings f LEFT JOIN deliveries d ON d.finding = f.id AND d.sink = $1
  WHERE coalesce(d.is_delivered, 0) = 0`

export async function readOutbox(
  query: Query,
  { sink, limit, nowMs }: { sink: string; limit: number; nowMs: number },
): Promise<Delivery[]> {
  const rows = await query(
    `SELECT f.finding, f.state, coalesce(d.attempts, 0) AS attempts ${waiting} AND coalesce(d.due_at, 0) <= $2
     ORDER BY f.place LIMIT $3`,
    [sink, nowMs, limit],
  )
  return rows.map(toDelivery)
}

export async function readNextDeliveryMs(query: Query, sink: string): Promise<number | null> {
  const [row] = await query(`SELECT min(coalesce(d.due_at, 0)) AS due ${waiting}`, [sink])
  return row!.due === null ? null : Number(row!.due)
}

export async function markDelivered(query: Query, sink: string, ids: readonly Hex[]): Promise<void> {
  const rows = ids.map((finding) => ({ sink, finding, is_delivered: 1, attempts: 1, due_at: 0 }))
  const again = 'is_delivered = 1, attempts = deliveries.attempts + 1'
  await insertRows(query, 'deliveries', rows, `(sink, finding) DO UPDATE SET ${again}`)
}

export async function markFailed(
  query: Query,
  { sink, id, dueAtMs }: { sink: string; id: Hex; dueAtMs: number },
): Promise<void> {
  const row = { sink, finding: id, is_delivered: 0, attempts: 1, due_at: dueAtMs }
  const again = 'attempts = deliveries.attempts + 1, due_at = excluded.due_at'
  await insertRows(query, 'deliveries', [row], `(sink, finding) DO UPDATE SET ${again}`)
}

export async function readSinkPlace(query: Query, sink: string): Promise<SinkPlace> {
  const [row] = await query('SELECT length, last_id FROM sinks WHERE sink = $1', [sink])
  return { length: Number(row?.length ?? 0), lastId: (row?.last_id ?? null) as Hex | null }
}

/**
 * Stores how much of a sink is written, unless another worker has written to it since this one read or stored `known`:
 * a worker that loses its connection loses its lock on the sink.
 *
 * @throws {@link WatchSinkError}
 */
export async function storeSinkPlace(
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
