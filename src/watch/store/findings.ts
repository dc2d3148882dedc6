import type { Hex } from 'viem'
import type { Finding } from '../types.js'
import { insertRows, type Query, queryIds } from './database.js'

/** Stores the findings of a fill, and withdraws findings of it that were in doubt and are missing. */
export async function storeFillFindings(
  query: Query,
  job: number,
  fill: string,
  findings: readonly Finding[],
): Promise<void> {
  const back = await storeFindings(query, job, fill, findings)
  const gone = await query(
    `UPDATE findings SET state = 'withdrawn' WHERE state = 'doubted' AND fill = $1 RETURNING id`,
    [fill],
  )
  await deliverAgain(query, [...back, ...gone.map(({ id }) => id as Hex)])
}

/** Stores the findings about money that waits. Withdraws all others of the job, except `keptIds`. */
export async function storeWaitFindings(
  query: Query,
  job: number,
  findings: readonly Finding[],
  keptIds: readonly Hex[],
): Promise<void> {
  const rows = await query(
    `SELECT id FROM findings WHERE job = ${job} AND kind = 'moneyWaits' AND state <> 'withdrawn'`,
  )
  const known = new Set(rows.map(({ id }) => id as Hex))
  const others = findings.filter(({ id }) => !known.has(id))
  const back = await storeFindings(query, job, null, others)
  const valid = new Set<unknown>(keptIds)
  const gone = [...known].filter((id) => !valid.has(id))
  await queryIds(query, gone, (places) => `UPDATE findings SET state = 'withdrawn' WHERE id IN (${places})`)
  await deliverAgain(query, [...back, ...gone])
}

/** Stores findings, each id once, and returns the ids of those that had been withdrawn. */
async function storeFindings(
  query: Query,
  job: number,
  fill: string | null,
  findings: readonly Finding[],
): Promise<Hex[]> {
  const ids = findings.map(({ id }) => id)
  const back = await queryIds(
    query,
    ids,
    (places) => `SELECT id FROM findings WHERE state = 'withdrawn' AND id IN (${places})`,
  )
  const rows = findings.map((finding) => {
    return {
      job,
      id: finding.id,
      kind: finding.kind,
      finding: JSON.stringify(finding),
      fill,
      state: 'stands',
    }
  })
  await insertRows(query, 'findings', rows, `(id) DO UPDATE SET state = 'stands', fill = excluded.fill`)
  return back.map(({ id }) => id as Hex)
}

async function deliverAgain(query: Query, ids: readonly Hex[]): Promise<void> {
  await queryIds(query, ids, (places) => `DELETE FROM deliveries WHERE finding IN (${places})`)
}
