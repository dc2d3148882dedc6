import { FillproofError } from '../../base/FillproofError.js'
import { type OrderFile, parseOrderFile } from '../../inspect/order/givenOrder.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { readJsonObject } from '../readJsonFile.js'

/** Reads the file of `--order`. @throws {@link UsageError} */
export async function readOrderFile(path: string): Promise<OrderFile> {
  return parseOrder(await readJsonObject('--order', path), path)
}

/** Parses what was read from the file at `path`. @throws {@link UsageError} */
export function parseOrder(record: Record<string, unknown>, path: string): OrderFile {
  try {
    return parseOrderFile(record)
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    throw new UsageError(
      `The file ${printable(path)} has no order that can be read: ${printable(error.shortMessage)}`,
      { metaMessages: ["Save the service's quote as it is, or its protocol.v2.orderData."] },
    )
  }
}
