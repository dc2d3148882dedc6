import type { Address } from 'viem'
import { DuplicateRecipientError, RecipientFieldError } from '../../protocol/recipients/errors.js'
import { createRecipientList, type RecipientList } from '../../protocol/recipients/recipientList.js'
import { openInput } from '../check/openInput.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { createLineSplitter, type Line } from './createLineSplitter.js'

const headers = ['address', 'recipient']
const flags: Record<string, boolean> = { '': false, hook: true, true: true, false: false, 1: true, 0: false }

/**
 * Reads a list of recipients, one per line: an address, followed by `,hook` for a recipient whose hook is called.
 *
 * - Rule: blank lines, text after a `#`, and a first line of column names are ignored. The file is read as a stream.
 *
 * @throws {@link UsageError} with the number of the first wrong line, or of both lines with the same recipient.
 */
export async function readRecipientFile(path: string, receiver: Address): Promise<RecipientList> {
  const list = createRecipientList(receiver)
  const lineNumbers: number[] = []
  const lines = createLineSplitter()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 0

  function read(line: Line): void {
    number += 1
    const text = decode(line).replace(/#.*$/s, '').trim()
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
    lineNumbers.push(number)
  }

  function decode({ bytes, isTooLong }: Line): string {
    try {
      if (!isTooLong) return decoder.decode(bytes)
    } catch {
      // Not UTF-8.
    }
    throw refuse('is not UTF-8, or is too long')
  }

  const refuse = (problem: string) => new UsageError(`Line ${number} of "${printable(path)}" ${problem}.`)

  const input = await openInput(path)
  for await (const block of input.read(0)) for (const line of lines.split(block)) read(line)
  for (const line of lines.end()) read(line)
  if (lineNumbers.length === 0) throw new UsageError(`"${printable(path)}" has no recipients.`)
  try {
    return list.sort()
  } catch (error) {
    if (!(error instanceof DuplicateRecipientError)) throw error
    const [first, second] = error.positions.map((position) => lineNumbers[position])
    throw new UsageError(
      `Lines ${first} and ${second} of "${printable(path)}" are both ${error.recipient}.`,
      {
        metaMessages: ['List each recipient once.'],
      },
    )
  }
}

function unquote(cell: string): string {
  const text = cell.trim()
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1).trim() : text
}

/** The column names that spreadsheets write. */
function isHeader(address: string, flag: string, others: readonly string[]): boolean {
  return (
    headers.includes(address.toLowerCase()) &&
    ['', 'hook'].includes(flag.toLowerCase()) &&
    others.length === 0
  )
}
