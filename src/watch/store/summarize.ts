import type { FindingKind, JobState } from '../types.js'
import type { DatabaseRow, Query } from './database.js'

/** Reads the states of some jobs. */
export async function readStates(query: Query, jobs: readonly number[]): Promise<Map<number, JobState>> {
  const among = (column: string) => `${column} IN (${jobs.join(', ') || 'NULL'})`
  const counts = await query(
    `SELECT job, sum(count) FILTER (WHERE is_live = 1 AND is_returned = 0) AS fills,
       sum(count) FILTER (WHERE is_live = 1 AND is_returned = 0 AND stage = 'settled') AS checked,
       sum(count) FILTER (WHERE stage <> 'settled') AS waiting,
       sum(count) FILTER (WHERE is_live = 1 AND is_returned = 1) AS returned
     FROM (SELECT job, is_live, is_returned, stage, count(*) AS count FROM fills
       WHERE ${among('job')} GROUP BY job, is_live, is_returned, stage) AS states GROUP BY job`,
  )
  const unchecked = await query(
    `SELECT job, reason AS name, count(*) AS count FROM unchecked JOIN fills ON fill = key
     WHERE is_live = 1 AND ${among('job')} GROUP BY job, reason ORDER BY reason`,
  )
  const findings = await query(
    `SELECT job, kind AS name, state = 'withdrawn' AS is_withdrawn, count(*) AS count FROM findings
     WHERE ${among('job')} GROUP BY job, kind, state = 'withdrawn' ORDER BY kind`,
  )
  const rows = await query(
    `SELECT job, fills_from, scanned_to, scanned_time, head FROM jobs WHERE ${among('job')}`,
  )
  const states = rows.map((row): [number, JobState] => {
    const { job, fills_from, scanned_to, scanned_time, head } = row
    const isMine = (other: DatabaseRow) => Number(other.job) === Number(job)
    const mine = findings.filter(isMine)
    const withdrawn = mine.filter(({ is_withdrawn }) => Number(is_withdrawn) === 1)
    const count = counts.find(isMine)
    return [
      Number(job),
      {
        fillsFrom: BigInt(String(fills_from)),
        scannedTo: BigInt(String(scanned_to)),
        scannedTime: scanned_time === null ? null : Number(scanned_time),
        head: head === null ? null : BigInt(String(head)),
        fills: Number(count?.fills ?? 0),
        checked: Number(count?.checked ?? 0),
        waiting: Number(count?.waiting ?? 0),
        returned: Number(count?.returned ?? 0),
        unchecked: readCounts(unchecked.filter(isMine)),
        findings: readCounts<FindingKind>(mine.filter((row) => !withdrawn.includes(row))),
        ...(withdrawn.length > 0 && { withdrawn: readCounts<FindingKind>(withdrawn) }),
      },
    ]
  })
  return new Map(states)
}

function readCounts<name extends string>(rows: readonly DatabaseRow[]): Record<name, number> {
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)])) as Record<name, number>
}
