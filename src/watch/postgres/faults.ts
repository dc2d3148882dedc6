import type { Client } from 'pg'
import { WatchStoreError } from '../errors.js'

/** The meaning of the server's codes. */
const answers = [
  // A deadlock, or a conflict with another transaction: nothing was stored, and a retry works.
  ['clash', /^(40001|40P01)$/],
  // Wrong credentials, no such database, no rights, no such option: waiting does not help.
  ['refused', /^(28|3D|42)/],
  // The server is shutting down or not ready, has no space, or the connection is broken.
  ['lost', /^(57P|53|08|25P03)/],
] as const

const silence = /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded|Client )/

export function classify(error: unknown): 'clash' | 'refused' | 'lost' | 'other' {
  if (!(error instanceof Error)) return 'other'
  const code = 'code' in error ? String(error.code) : ''
  // Only the server's own errors have a severity.
  if ('severity' in error) return answers.find(([, codes]) => codes.test(code))?.[0] ?? 'other'
  return /^E(?!RR_)[A-Z_]+$/.test(code) || silence.test(error.message) ? 'lost' : 'other'
}

/** Names a database, and removes its password from error texts. @throws {@link WatchStoreError} */
export function describeDatabase(PgClient: typeof Client, url: string) {
  try {
    const { host, port, database, password } = new PgClient({ connectionString: url })
    // If a password has a slash that is not encoded, the rest of it would be taken for the database's name and printed.
    if (`${host}${database}`.includes('@')) throw new Error('a password that is not encoded')
    const name = host.startsWith('/') ? `${host}/${database}` : `${host}:${port}/${database}`
    return {
      database: `PostgreSQL at ${name}`,
      clean(error: unknown): Error {
        const { message, errors } = error as AggregateError
        // A name with several addresses fails once for each, and the combined error has no message.
        const text = message || String(errors?.[0]?.message ?? 'no reason given')
        return new Error(password ? text.replaceAll(password, '***') : text)
      },
    }
  } catch {
    // The error's message would contain the URL, and so the password.
    throw new WatchStoreError({
      database: 'PostgreSQL',
      problem: 'the URL can not be read; percent-encode special characters in the password',
    })
  }
}
