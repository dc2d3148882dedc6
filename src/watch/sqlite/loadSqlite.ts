type Sqlite = typeof import('node:sqlite')

/** Loads Node's SQLite without the warning that it is experimental. Other warnings are shown. */
export async function loadSqlite(): Promise<Sqlite> {
  const { emitWarning } = process
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!/^SQLite is an experimental feature/.test(String(warning))) emitWarning(warning, ...rest)
  }) as typeof emitWarning
  try {
    return await import('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}
