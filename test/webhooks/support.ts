import { createHmac } from 'node:crypto'

export const apiKey = 'the key of the webhook'
export const requestId = '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a'
export const nowMs = 1784937600000

/** The specification's payload, with every field. */
export const payload = {
  event: 'request.status.updated',
  timestamp: nowMs,
  data: {
    status: 'failure',
    inTxHashes: [`0x${'11'.repeat(32)}`],
    txHashes: [`0x${'22'.repeat(32)}`],
    updatedAt: nowMs - 1,
    originChainId: 8453,
    destinationChainId: 10,
    depositAddress: {
      address: `0x${'33'.repeat(20)}`,
      depositAddressType: 'strict',
      depositor: `0x${'44'.repeat(20)}`,
      depositTxHash: `0x${'55'.repeat(32)}`,
    },
    requestId,
    referrer: 'a shop',
    details: { reason: 'reverted' },
    failReason: 'DOUBLE_SPEND',
    refundFailReason: 'N/A',
  },
}

/** The rule, by another implementation than the package's. */
export function hmac(timestamp: string, body: string | Uint8Array, key = apiKey): string {
  return createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex')
}

/** Makes the parameters of `verifyWebhook` for a genuine delivery. */
export function delivery(body: string | Uint8Array = JSON.stringify(payload), timestamp = String(nowMs)) {
  return { body, timestamp, signature: hmac(timestamp, body), apiKey, nowMs }
}
