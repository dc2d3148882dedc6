import { isUtf8 } from 'node:buffer'
import type { Address } from 'viem'
import type { Chunk } from '../../batch/chunk.js'
import { LineBuffer } from '../../batch/lineBuffer.js'
import { DuplicateRecipientError, RecipientFieldError } from '../../protocol/recipients/errors.js'
import type { Keccak256 } from '../../protocol/recipients/merkleTree.js'
import { createRecipientList, type RecipientList } from '../../protocol/recipients/recipientList.js'
import { UsageError } from '../errors.js'
import { type Input, openInput } from '../input/openInput.js'
import type { ChecksumOptions } from '../options.js'
import { printable } from '../output.js'

const headers = ['address', 'recipient']
const flags: Record<string, boolean> = { '': false, hook: true, true: true, false: false, 1: true, 0: false }

export type ReadRecipientFileOptions = ChecksumOptions & { receiver: Address; keccak256: Keccak256 }

/**
 * Reads a list of recipients, one address per line. `,hook` after an address marks a recipient whose hook is called.
 *
 * - Ignores blank lines, text after a `#`, and a first line of column names. Reads the file as a stream.
 *
 * @throws {@link UsageError} with the number of the first wrong line, or of both lines if a recipient occurs twice.
 */
export async function readRecipientFile(
  path: string,
  { receiver, keccak256, anyChecksum = false }: ReadRecipientFileOptions,
): Promise<RecipientList> {
  const list = createRecipientList(receiver)
  const lineNumbers: number[] = []
  let number = 0
  const refuse = (problem: string, metaMessages: readonly string[] = []) =>
    new UsageError(`Line ${number} of "${printable(path)}" ${problem}.`, { metaMessages })

  function read(line: string | undefined): void {
    number += 1
    if (line === undefined) throw refuse('is not UTF-8, or is too long')
    const text = line.replace(/#.*$/s, '').trim()
    if (text === '') return
    const [address = '', flag = '', ...others] = text.split(',').map(unquote)
    if (lineNumbers.length === 0 && isHeader(address, flag, others)) return
    const hook = Object.hasOwn(flags, flag.toLowerCase()) ? flags[flag.toLowerCase()] : undefined
    if (hook === undefined || others.length > 0) {
      throw refuse(`must be an address, or an address and ",hook", found "${printable(text)}"`)
    }
    try {
      list.add(address, hook, `line ${number}`)
    } catch (error) {
      if (!(error instanceof RecipientFieldError)) throw error
      throw refuse(
        `must have an address, hex of 20 bytes, other than zero and the receiver, found "${printable(address)}"`,
      )
    }
    if (!anyChecksum && !hasValidChecksum(address, keccak256)) {
      throw refuse(`must have a valid checksum, found "${printable(address)}"`, [
        'Compare it with its source. --any-checksum accepts the addresses of the list as they are.',
      ])
    }
    lineNumbers.push(number)
  }

  for await (const chunk of readChunks(await openInput(path)))
    for (const line of splitLines(chunk)) read(line)
  if (lineNumbers.length === 0) throw new UsageError(`"${printable(path)}" has no recipients.`)
  return sort(list, lineNumbers, path)
}

function sort(list: ReturnType<typeof createRecipientList>, lineNumbers: readonly number[], path: string) {
  try {
    return list.sort()
  } catch (error) {
    if (!(error instanceof DuplicateRecipientError)) throw error
    const [first, second] = error.positions.map((position) => lineNumbers[position])
    throw new UsageError(
      `Lines ${first} and ${second} of "${printable(path)}" are both ${error.recipient}.`,
      { metaMessages: ['List each recipient once.'] },
    )
  }
}

async function* readChunks({ read }: Input): AsyncGenerator<Chunk> {
  const lines = new LineBuffer()
  for await (const block of read()) yield* lines.put(block)
  yield* lines.endLine()
  yield* lines.flush()
}

/** Splits a chunk into lines; undefined for a line that is too long or not UTF-8. */
function* splitLines({ bytes, records }: Chunk): Generator<string | undefined> {
  if (records) yield undefined
  else {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let from = 0; from < buffer.length; ) {
      const to = buffer.indexOf('\n', from)
      const line = buffer.subarray(from, to)
      yield isUtf8(line) ? line.toString() : undefined
      from = to + 1
    }
  }
}

function unquote(cell: string): string {
  const text = cell.trim()
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1).trim() : text
}

/** Returns whether a line has column names, as spreadsheets write them. */
function isHeader(address: string, flag: string, others: readonly string[]): boolean {
  return (
    headers.includes(address.toLowerCase()) &&
    ['', 'hook'].includes(flag.toLowerCase()) &&
    others.length === 0
  )
}

const encoder = new TextEncoder()

/**
 * Returns whether the letters of an address match the ERC-55 checksum. An address in a single case has no checksum.
 *
 * - Gives the results of viem's `isAddress`, with a keccak that is fast enough for a million addresses.
 */
export function hasValidChecksum(address: string, keccak256: Keccak256): boolean {
  const digits = address.slice(2)
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return true
  const hash = keccak256(encoder.encode(lower))
  for (let index = 0; index < lower.length; index++) {
    const nibble = (hash[index >> 1]! >> (index % 2 === 0 ? 4 : 0)) & 0xf
    const digit = lower[index]!
    if (digits[index] !== (nibble > 7 ? digit.toUpperCase() : digit)) return false
  }
  return true
}
