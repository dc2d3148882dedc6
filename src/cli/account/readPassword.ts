import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { decodeText } from '../../base/decodeText.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { mostBytes, readFileWithin } from '../readFileWithin.js'

/**
 * Reads the line of a password file, without the line break.
 *
 * @throws {@link UsageError} if the file can't be read, or every user of the machine can open it.
 */
export async function readPasswordFile(path: string): Promise<string> {
  const name = `--password-file ${printable(path)}`
  try {
    const { mode } = await stat(path)
    if (process.platform !== 'win32' && mode & 0o007) {
      throw new UsageError(`${name} is open to every user of this machine.`, {
        metaMessages: [`Change the password, or run: chmod 600 ${printable(path)}`],
      })
    }
    const password = decodeText(await readFileWithin(path, mostBytes.json)).replace(/\r?\n$/, '')
    if (!/[\r\n]/.test(password)) return password
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    const { code = 'no text' } = cause as NodeJS.ErrnoException
    throw new UsageError(
      `--password-file cannot be read (${code}). Its path is not shown: it may be the password.`,
    )
  }
  throw new UsageError(`${name} must have one line, the password.`)
}

/** Asks for a line that the terminal does not show. @throws {@link UsageError} if there is no terminal. */
export async function askPassword(
  question: string,
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<string> {
  if (!input.isTTY) {
    throw new UsageError('There is no terminal to ask for the password.', {
      metaMessages: ['Pass --password-file FILE.'],
    })
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal: true, historySize: 0 })
  output.write(question)
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('close', () => reject(new UsageError('No password was given.')))
      // In raw mode, Ctrl-C reaches this process as a key and not as a signal.
      lines.once('SIGINT', () => {
        lines.close()
        process.exit(130)
      })
    })
  } finally {
    lines.close()
    output.write('\n')
  }
}
