import type { LedgerRequest } from '../ledger.js'
import { describeDepositAddress, referrerOf, statusOf } from '../record.js'

/** Creates an event's data, with every field of the specification's table. */
export function toStatusEvent(record: LedgerRequest) {
  const { terms } = record
  return {
    status: statusOf(record),
    inTxHashes: record.inTxHashes,
    txHashes: record.txHashes,
    updatedAt: record.updatedAt,
    originChainId: terms.originChainId,
    destinationChainId: terms.destinationChainId,
    depositAddress: describeDepositAddress(record),
    requestId: record.id,
    referrer: referrerOf(record),
    details: record.details,
    failReason: record.failReason,
    refundFailReason: record.refundFailReason,
  }
}
