import { WatchStoreError } from '../errors.js'
import { openSqlite } from '../sqlite/openSqlite.js'
import type { WatchDatabase } from '../types.js'

/**
 * Opens a database.
 *
 * @param database - A file, also as `sqlite:FILE`, or `postgresql://user:password@host:port/database`.
 * @throws {@link WatchStoreError}, among others.
 */
export async function openDatabase(database: string): Promise<WatchDatabase> {
  if (/^postgres(ql)?:/i.test(database)) {
    const { openPostgres } = await import('../postgres/openPostgres.js')
    return openPostgres({ url: database })
  }
  const [, scheme] = /^([a-z][a-z0-9+.-]+):/i.exec(database) ?? []
  if (scheme !== undefined && scheme !== 'sqlite') {
    throw new WatchStoreError({
      database: `${scheme}:…`,
      problem: 'databases of this kind are not supported',
    })
  }
  return openSqlite(database.replace(/^sqlite:(\/\/)?/, ''))
}
