import type { RequestRecord } from '../ledger.js'

/** The name of every event, by webhook and by websocket. */
export const statusUpdated = 'request.status.updated'

/** What an event tells of a request: the specification's table, every field of it. */
export function toStatusEvent(record: RequestRecord) {
  const { terms, request } = record
  return {
    status: record.status,
    inTxHashes: record.inTxHashes,
    txHashes: record.txHashes,
    updatedAt: record.updatedAt,
    originChainId: terms.originChainId,
    destinationChainId: terms.destinationChainId,
    depositAddress: terms.depositAddress
      ? {
          address: terms.depositAddress.toLowerCase(),
          depositAddressType: terms.isStrict ? 'strict' : 'open',
          depositor: record.depositAddressPayment?.depositor.toLowerCase() ?? null,
          depositTxHash: record.depositAddressPayment?.txHash ?? null,
        }
      : null,
    requestId: record.id,
    referrer: typeof request.referrer === 'string' ? request.referrer : null,
    details: record.details,
    failReason: record.failReason,
    refundFailReason: record.refundFailReason,
  }
}
