import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { describeFormat } from './describeFormat.js'
import type { Input } from './openInput.js'

/** Enough to tell what a file is. */
const headBytes = 2 ** 16
const lineFeed = 10

/**
 * Reads JSON lines, once the beginning shows that they are some.
 *
 * - Rule: only the first line is waited for, or 64 KiB if that is no record.
 *
 * @throws {@link UsageError} that names what the file is in place of it, and the command that cures it.
 */
export async function readLines(path: string, input: Input): Promise<AsyncIterable<Uint8Array>> {
  const bytes = input.read()
  let head = Buffer.alloc(0)
  let isOver = false
  // A shard from within the file begins anywhere.
  while (input.from === 0 && !isOver && head.length < headBytes) {
    const { value, done } = await bytes.next()
    if (value) head = Buffer.concat([head, value])
    isOver = done === true
    if (head.includes(lineFeed) && !describeFormat(head)) break
  }
  const format = head.length > 0 && describeFormat(head)
  if (format) {
    input.stop()
    throw notLines(path, format)
  }
  return (async function* () {
    if (head.length > 0) yield head
    yield* bytes
  })()
}

function notLines(path: string, { name, cure }: NonNullable<ReturnType<typeof describeFormat>>): UsageError {
  const isStream = path === '-' || path.startsWith('/dev/')
  const file = isStream ? 'Standard input' : `The file ${printable(path)}`
  const from = isStream ? '… | ' : ''
  const to = isStream ? '' : ` < '${printable(path).replaceAll("'", "'\\''")}'`
  return new UsageError(`${file} is ${name}. Nothing was checked.`, {
    metaMessages:
      cure === undefined
        ? ['Write each record as JSON on one line.']
        : [`Convert it: ${from}${cure}${to} | fillproof check -`],
  })
}
