import type { FindingKind, WatchSummary } from '../types.js'
import type { Query } from './database.js'
import { readCounts } from './readRows.js'

export async function summarize(query: Query): Promise<WatchSummary> {
  const [counts] = await query(
    `SELECT count(*) FILTER (WHERE is_live = 1 AND is_returned = 0) AS fills,
       count(*) FILTER (WHERE is_live = 1 AND is_returned = 0 AND stage = 'settled') AS checked,
       count(*) FILTER (WHERE stage <> 'settled') AS waiting,
       count(*) FILTER (WHERE is_live = 1 AND is_returned = 1) AS returned FROM fills`,
  )
  const unchecked = await query(
    `SELECT reason AS name, count(*) AS count FROM unchecked JOIN fills ON fill = key
     WHERE is_live = 1 GROUP BY reason ORDER BY reason`,
  )
  const findings = (state: string) =>
    query(`SELECT kind AS name, count(*) AS count FROM findings WHERE ${state} GROUP BY kind ORDER BY kind`)
  const withdrawn = await findings("state = 'withdrawn'")
  const [job] = await query('SELECT fills_from, scanned_to FROM job')
  return {
    fillsFrom: BigInt(String(job!.fills_from)),
    scannedTo: BigInt(String(job!.scanned_to)),
    fills: Number(counts!.fills),
    checked: Number(counts!.checked),
    waiting: Number(counts!.waiting),
    returned: Number(counts!.returned),
    unchecked: readCounts(unchecked),
    findings: readCounts<FindingKind>(await findings("state <> 'withdrawn'")),
    ...(withdrawn.length > 0 && { withdrawn: readCounts<FindingKind>(withdrawn) }),
  }
}
