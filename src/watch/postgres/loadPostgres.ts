import type { Client } from 'pg'
import { WatchStoreError } from '../errors.js'

/** @throws {@link WatchStoreError} if the package is not installed. */
export async function loadPostgres(): Promise<typeof Client> {
  try {
    const { default: pg } = await import('pg')
    return pg.Client
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    const problem = 'the package pg is not installed: npm install pg'
    throw new WatchStoreError({ database: 'PostgreSQL', problem })
  }
}
