import { FillproofError } from '../../base/FillproofError.js'
import { toRecord } from '../../base/values.js'
import { type OrderFile, parseOrderFile } from '../../report/order/givenOrder.js'
import { readKeptOrder } from '../../service/orders/keptOrder.js'
import { UsageError } from '../errors.js'
import { listOrderFiles, readRecords } from '../orders/readRecords.js'
import { printable } from '../output.js'

const metaMessages = ["Save the service's quote as it is, or its protocol.v2.orderData."]

/** Reads the path of `--order`: one order, or several stored quotes to search. @throws {@link UsageError} */
export async function readOrderFile(path: string): Promise<OrderFile> {
  const { isFolder, files } = await listOrderFiles(path)
  const records = (await Promise.all(files.map(readRecords))).flat()
  const isCollection = isFolder || records.length > 1 || /\.(ndjson|jsonl)$/.test(path)
  if (!isCollection) return parseOrderOption(requireObject(records[0], path), path)
  const kept = records.filter((record) => readKeptOrder(record) !== undefined)
  if (kept.length > 0) return { kept }
  throw new UsageError(`--order ${printable(path)} has no order that can be read.`, { metaMessages })
}

function requireObject(value: unknown, path: string): Record<string, unknown> {
  const record = toRecord(value)
  if (record) return record
  throw new UsageError(`The file ${printable(path)} of --order is not an object in JSON.`)
}

/** Parses the record from the file at `path`. @throws {@link UsageError} */
function parseOrderOption(record: Record<string, unknown>, path: string): OrderFile {
  try {
    return parseOrderFile(record)
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    throw new UsageError(
      `The file ${printable(path)} has no order that can be read: ${printable(error.shortMessage)}`,
      { metaMessages },
    )
  }
}
