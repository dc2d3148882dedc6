import { WatchStoreError } from '../errors.js'
import { openSqliteStore } from '../sqlite/openSqliteStore.js'
import type { WatchJob, WatchStore } from '../types.js'

export type OpenStoreParameters = {
  /** A file, also as `sqlite:FILE`, or `postgresql://user:password@host:port/database`. */
  database: string
  job: WatchJob
  /** Takes other options than the stored ones, and judges every fill again. */
  isRejudged?: boolean
}

/** Opens the database that a URL names. @throws {@link WatchStoreError}, among others */
export async function openStore({ database, ...job }: OpenStoreParameters): Promise<WatchStore> {
  if (/^postgres(ql)?:/i.test(database)) {
    const { openPostgresStore } = await import('../postgres/openPostgresStore.js')
    return openPostgresStore({ url: database, ...job })
  }
  const [, scheme] = /^([a-z][a-z0-9+.-]+):/i.exec(database) ?? []
  if (scheme !== undefined && scheme !== 'sqlite') {
    throw new WatchStoreError({
      database: `${scheme}:…`,
      problem: 'databases of this kind are not supported',
    })
  }
  return openSqliteStore({ path: database.replace(/^sqlite:(\/\/)?/, ''), ...job })
}
