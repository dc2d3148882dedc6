import { readFile } from 'node:fs/promises'
import type { Hex } from 'viem'
import { FillproofError } from '../../base/FillproofError.js'
import { toBytes, toRecord, toUint256 } from '../../base/values.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import type { OrderData } from '../../protocol/order/types.js'
import { toContractTerms } from '../../protocol/registrar/toContractTerms.js'
import type { RegisteredTerms } from '../../protocol/registrar/types.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'

/** An order with what was said of it. */
export type GivenOrder = {
  orderData: OrderData
  orderSignature?: Hex | undefined
  /** The requests that the quote says it is for; undefined without a quote. */
  requestIds?: readonly Hex[] | undefined
}

/** Terms that a registrar signed. */
export type GivenTerms = { terms: RegisteredTerms; termsSignature: Hex }

/** What `--order` gives: one of the two. */
export type OrderFile = { order?: GivenOrder; terms?: GivenTerms }

/**
 * Reads a quote, its `protocol.v2`, its `orderData` alone, or a registrar's `{terms, termsSignature}` with amounts as
 * decimal strings.
 *
 * @throws {@link UsageError}
 */
export async function readOrderFile(path: string): Promise<OrderFile> {
  return readOrderRecord(await readJsonFile('--order', path), path)
}

/** As {@link readOrderFile}, of what was read from a file. @throws {@link UsageError} */
export function readOrderRecord(record: Record<string, unknown>, path: string): OrderFile {
  try {
    if (record.terms !== undefined) return { terms: readTerms(record, path) }
    const order = readOrder(record)
    // What the library can't read, nothing after this could.
    hashOrder(order.orderData)
    return { order }
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof FillproofError)) throw error
    throw new UsageError(
      `The file ${printable(path)} holds no order that can be read: ${printable(error.shortMessage)}`,
      { metaMessages: ["Save the service's quote as it is, or its protocol.v2.orderData."] },
    )
  }
}

/** Reads a file with an object in JSON. @throws {@link UsageError} */
export async function readJsonFile(option: string, path: string): Promise<Record<string, unknown>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    throw new UsageError(`${option} must be a file that can be read, found "${printable(path)}".`, { cause })
  }
  const record = toRecord(parse(text))
  if (record) return record
  throw new UsageError(`The file ${printable(path)} of ${option} is not an object in JSON.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readOrder(record: Record<string, unknown>): GivenOrder {
  const protocol = toRecord(toRecord(record.protocol)?.v2) ?? record
  const { orderData = record } = protocol
  return {
    orderData: orderData as OrderData,
    orderSignature: readSignature(protocol.orderSignature),
    requestIds: Array.isArray(record.steps) ? readRequestIds(record.steps) : undefined,
  }
}

function readSignature(value: unknown): Hex | undefined {
  if (value === undefined || value === null) return undefined
  const signature = toBytes(value)
  if (signature !== undefined) return signature
  throw new UsageError('The orderSignature in the file must be hex of whole bytes.')
}

function readRequestIds(steps: readonly unknown[]): Hex[] {
  const ids = steps.map((step) => toBytes(toRecord(step)?.requestId, [32]))
  return [...new Set(ids.filter((id) => id !== undefined))]
}

function readTerms(record: Record<string, unknown>, path: string): GivenTerms {
  const { minimum, maximum, ...rest } = toRecord(record.terms) ?? {}
  const terms = {
    ...rest,
    minimum: toUint256(minimum),
    ...(maximum !== undefined && { maximum: toUint256(maximum) }),
  } as RegisteredTerms
  toContractTerms(terms)
  const termsSignature = toBytes(record.termsSignature)
  if (termsSignature !== undefined) return { terms, termsSignature }
  throw new UsageError(`The file ${printable(path)} has terms and no termsSignature in hex.`)
}
