import { formatUnits, zeroAddress } from 'viem'
import type { ReceiverReport } from '../receiver/receiverReport.js'
import type { ServiceRecord } from './fetchRecord.js'

/**
 * Writes the amounts of a `PaymentTooLow` that the service reports in whole units. Changes nothing if the error's minimum is not
 * the minimum of the terms.
 */
export function nameRevert(record: ServiceRecord, terms: ReceiverReport['terms']): ServiceRecord {
  const { revert } = record
  const { symbol, decimals, token, minimum } = terms ?? {}
  if (revert?.name !== 'PaymentTooLow' || !revert.message.endsWith(` ${minimum}.`)) return record
  if (typeof symbol !== 'string' || typeof decimals !== 'number') return record
  const write = (amount: string) => `${formatUnits(BigInt(amount), decimals)} ${symbol}`
  const message = revert.message.replace(/\d+/g, write)
  const native = token === zeroAddress && { remedy: 'The fill must pay at least the minimum.' }
  return { ...record, revert: { ...revert, message, ...native } }
}
