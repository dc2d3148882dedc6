import type { Hex } from 'viem'
import { suggest } from '../../base/suggest.js'
import { type ExpectedRecord, recordNames } from '../../protocol/attestation/checkExpected.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { mostBytes, readFileWithin } from '../readFileWithin.js'

type Read = (value: string, field: string) => unknown

/** The functions that parse the values of some fields. The values of all other fields stay text. */
const readers: Partial<Record<keyof ExpectedRecord, Read>> = {
  originChainId: readChainId,
  originAmount: readAmount,
  destinationChainId: readChainId,
  destinationUser: readList,
  deadline: readDeadline,
  minimumAmount: readAmount,
}

/**
 * Reads `--expect FIELD=VALUE`.
 *
 * - Amounts and `deadline` take a value or a range such as `100..200`, in which one end is optional. `destinationUser`
 *   takes a list, `A,B` or `@file` with one address per line. Each field can occur once.
 *
 * @throws {@link UsageError} if a value is malformed. The verifier checks whether the value fits the field.
 */
export async function readExpectations(expectations: readonly string[]): Promise<ExpectedRecord> {
  const expected: Record<string, unknown> = {}
  for (const expectation of expectations) {
    const [, field = expectation, value = ''] = /^([^=]*)=(.*)$/s.exec(expectation) ?? []
    const name = recordNames.find((known) => known === field)
    if (!name || value === '') {
      throw new UsageError(`--expect must be FIELD=VALUE, found "${printable(expectation)}".`, {
        metaMessages: [
          `FIELD is one of ${recordNames.join(', ')}.`,
          ...(name ? [] : suggest(field, recordNames)),
        ],
      })
    }
    if (field in expected) throw new UsageError(`--expect ${field} is given twice.`)
    expected[name] = (await readers[name]?.(value, name)) ?? value
  }
  return expected
}

function readChainId(value: string, field: string): number {
  if (/^[1-9]\d{0,15}$/.test(value)) return Number(value)
  throw new UsageError(`--expect ${field} must be a chain id, found "${printable(value)}".`)
}

type Range = { min?: bigint; max?: bigint }

function readDeadline(value: string, field: string): ExpectedRecord['deadline'] {
  const time = readAmount(value, field)
  if (typeof time === 'bigint') return Number(time)
  return Object.fromEntries(Object.entries(time).map(([end, seconds]) => [end, Number(seconds)]))
}

function readAmount(value: string, field: string): bigint | Range {
  const [, amount, min, max] = /^(?:(\d+)|(\d*)\.\.(\d*))$/.exec(value) ?? []
  if (amount) return BigInt(amount)
  if (!min && !max) {
    throw new UsageError(
      `--expect ${field} must be a number, or a range such as 100..200, found "${printable(value)}".`,
    )
  }
  if (min && max && BigInt(min) > BigInt(max)) {
    throw new UsageError(`--expect ${field} must not start above its end, found "${printable(value)}".`)
  }
  return { ...(min ? { min: BigInt(min) } : {}), ...(max ? { max: BigInt(max) } : {}) }
}

async function readList(value: string, field: string): Promise<Hex[]> {
  const items = value.startsWith('@') ? await readLines(value.slice(1), field) : value.split(',')
  return items.map((item) => item.trim()).filter((item) => item !== '') as Hex[]
}

async function readLines(path: string, field: string): Promise<string[]> {
  try {
    const text = String(await readFileWithin(path, mostBytes.list))
    return text.split('\n').filter((line) => !line.trim().startsWith('#'))
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError(`--expect ${field} can't read the file "${printable(path)}".`, { cause })
  }
}
