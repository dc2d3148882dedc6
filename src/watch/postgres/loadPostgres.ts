import { WatchStoreError } from '../errors.js'

export type PostgresModules = {
  Client: typeof import('pg').Client
  PgBoss: typeof import('pg-boss').PgBoss
}

/**
 * Loads the packages that PostgreSQL needs and that nobody else does.
 *
 * @throws {@link WatchStoreError} when they are not installed.
 */
export async function loadPostgres(): Promise<PostgresModules> {
  try {
    const [{ default: pg }, { PgBoss }] = await Promise.all([import('pg'), import('pg-boss')])
    return { Client: pg.Client, PgBoss }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new WatchStoreError({
      database: 'PostgreSQL',
      problem: 'the packages pg and pg-boss are not installed: npm install pg pg-boss',
    })
  }
}
