import type { Client } from 'pg'
import { WatchStoreError } from '../errors.js'

/** The meaning of the server's codes. */
const answers = [
  // A deadlock, and a transaction that others overtook: nothing was done, and it works the next time.
  ['clash', /^(40001|40P01)$/],
  // Wrong credentials, no such database, no rights, no such option: waiting does not help.
  ['refused', /^(28|3D|42)/],
  // It is shutting down or not ready, has no room, or the connection is broken.
  ['lost', /^(57P|53|08|25P03)/],
] as const

const silence = /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded|Client )/

export function classify(error: unknown): 'clash' | 'refused' | 'lost' | 'other' {
  if (!(error instanceof Error)) return 'other'
  const code = 'code' in error ? String(error.code) : ''
  // Only what the server said has a severity.
  if ('severity' in error) return answers.find(([, codes]) => codes.test(code))?.[0] ?? 'other'
  return /^E(?!RR_)[A-Z_]+$/.test(code) || silence.test(error.message) ? 'lost' : 'other'
}

/** Names a database, and takes its password out of whatever an error says. @throws {@link WatchStoreError} */
export function describeDatabase(PgClient: typeof Client, url: string) {
  try {
    const { host, port, database, password } = new PgClient({ connectionString: url })
    // Of a password with a slash, the rest would be taken for the database's name.
    if (`${host}${database}`.includes('@')) throw new Error('a password that is not encoded')
    const name = host.startsWith('/') ? `${host}/${database}` : `${host}:${port}/${database}`
    return {
      database: `PostgreSQL at ${name}`,
      clean(error: unknown): Error {
        const { message, errors } = error as AggregateError
        // A name with several addresses fails once for each, and the whole has no words.
        const text = message || String(errors?.[0]?.message ?? 'no reason given')
        return new Error(password ? text.replaceAll(password, '***') : text)
      },
    }
  } catch {
    // The reason would hold the URL, and so the password.
    throw new WatchStoreError({
      database: 'PostgreSQL',
      problem: 'the URL can not be read; encode what is special in its password',
    })
  }
}
