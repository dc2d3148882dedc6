import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { describeFormat } from './describeFormat.js'
import type { Input } from './openInput.js'

/** Enough bytes to detect the format of a file. */
const headBytes = 2 ** 16
const lineFeed = 10

/**
 * Reads JSON lines, after checking the beginning of the input.
 *
 * - Waits for the first line only, or for up to 64 KiB if that line is not a record.
 *
 * @throws {@link UsageError} with the detected format, and the command that converts it.
 */
export async function readLines(path: string, input: Input): Promise<AsyncIterable<Uint8Array>> {
  const bytes = input.read()
  let head = Buffer.alloc(0)
  let isOver = false
  // Only the first shard starts at the beginning of the file.
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
