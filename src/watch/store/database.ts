export type Value = string | number | bigint | null

/** Whole numbers are numbers, bigints or decimal strings. Booleans are 0 and 1. */
export type DatabaseRow = Record<string, unknown>

/** Runs one statement of a transaction; `$1` is its first value. */
export type Query = (text: string, values?: readonly Value[]) => Promise<DatabaseRow[]>

export type DatabaseTransaction = {
  query: Query
  /** The number of this worker. No other worker has it. */
  worker: number
  /** Whether the connection was lost before. An earlier attempt of the transaction may have been committed. */
  isRepeat: boolean
}

/** The differences between SQLite and PostgreSQL. All other SQL works in both. */
export type Database = {
  /** Runs `work` as one transaction, one at a time. */
  transact<result>(work: (transaction: DatabaseTransaction) => Promise<result>): Promise<result>
  /** Takes locks, and returns the locks that this process holds. */
  lock(names: readonly string[]): Promise<Set<string>>
  /** Releases all locks except the worker's own. */
  unlock(): Promise<void>
  close(): Promise<void>
  /** SQL: whether the worker that holds a row of `fills` has ended. */
  isWorkerGone: string
  /** SQL: ends a SELECT that must not wait for rows that others lock. */
  skipLocked: string
}

/** The most rows per statement. More rows take longer to bind, and the number of values in a statement is limited. */
const mostRows = 100

/** Inserts rows with the same columns. */
export async function insertRows(
  query: Query,
  table: string,
  rows: readonly Record<string, Value>[],
  onConflict: string,
): Promise<void> {
  for (let at = 0; at < rows.length; at += mostRows) {
    const some = rows.slice(at, at + mostRows)
    const columns = Object.keys(some[0]!)
    const tuples = some.map((_, row) => `(${listPlaces(columns.length, row * columns.length)})`)
    await query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples.join(', ')} ON CONFLICT ${onConflict}`,
      some.flatMap((row) => columns.map((column) => row[column]!)),
    )
  }
}

/** Runs a statement for some ids at a time, because the number of values in a statement is limited. */
export async function queryIds(
  query: Query,
  ids: readonly string[],
  write: (places: string) => string,
): Promise<DatabaseRow[]> {
  const rows: DatabaseRow[] = []
  for (let at = 0; at < ids.length; at += mostRows) {
    const some = ids.slice(at, at + mostRows)
    rows.push(...(await query(write(listPlaces(some.length)), some)))
  }
  return rows
}

/** Writes `$1, $2, $3` for a list of values, or NULL for no values. SQL has no empty list, and no value equals NULL. */
export function listPlaces(count: number, after = 0): string {
  return Array.from({ length: count }, (_, index) => `$${after + index + 1}`).join(', ') || 'NULL'
}
