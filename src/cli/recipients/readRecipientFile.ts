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
 * Reads a list of recipients, one a line: an address, and `,hook` behind it for one that is told of its payments.
 *
 * - Rule: blank lines and what follows a `#` are left out, and so is a first line of names. It is read as a stream.
 *
 * @throws {@link UsageError} with the number of the first line that is wrong, or of both that name one recipient.
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
      // Told below.
    }
    throw refuse('is no text, or is too long')
  }

  const refuse = (problem: string) => new UsageError(`Line ${number} of "${printable(path)}" ${problem}.`)

  const input = await openInput(path)
  for await (const block of input.read(0)) for (const line of lines.split(block)) read(line)
  for (const line of lines.end()) read(line)
  if (lineNumbers.length === 0) throw new UsageError(`"${printable(path)}" names no recipient.`)
  try {
    return list.sort()
  } catch (error) {
    if (!(error instanceof DuplicateRecipientError)) throw error
    const [first, second] = error.positions.map((position) => lineNumbers[position])
    throw new UsageError(
      `Lines ${first} and ${second} of "${printable(path)}" are both ${error.recipient}.`,
      {
        metaMessages: ['Name each recipient once.'],
      },
    )
  }
}

function unquote(cell: string): string {
  const text = cell.trim()
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1).trim() : text
}

/** The names of the columns, as spreadsheets write them. */
function isHeader(address: string, flag: string, others: readonly string[]): boolean {
  return (
    headers.includes(address.toLowerCase()) &&
    ['', 'hook'].includes(flag.toLowerCase()) &&
    others.length === 0
  )
}
