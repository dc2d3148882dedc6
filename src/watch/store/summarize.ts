import type { FindingKind, WatchSummary } from '../types.js'
import type { Query } from './database.js'
import { readScannedTo } from './ranges.js'
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
  const findings = await query(
    'SELECT kind AS name, count(*) AS count FROM findings GROUP BY kind ORDER BY kind',
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
}
