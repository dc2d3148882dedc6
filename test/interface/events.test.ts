import { expect } from 'chai'
import { readStreamMessage } from '../../src/client/follow/readStreamMessage.js'
import { signWebhook, verifyWebhook } from '../../src/webhooks/index.js'

const data = {
  status: 'success',
  inTxHashes: ['0x12'],
  txHashes: ['0x34'],
  updatedAt: 1_700_000_000_000,
  originChainId: 1,
  destinationChainId: 8453,
  requestId: `0x${'56'.repeat(32)}`,
} as const

describe('interface: Events', () => {
  it('a webhook and the websocket report a change of status with the same statuses [188]', async () => {
    const event = { event: 'request.status.updated', timestamp: 1_700_000_000_000, data }
    const apiKey = 'key'
    const { body, headers } = await signWebhook({ body: event, apiKey })
    const webhook = await verifyWebhook({
      body,
      apiKey,
      timestamp: headers['x-signature-timestamp'],
      signature: headers['x-signature-sha256'],
    })
    expect(webhook.data).deep.equal(data)
    const message = readStreamMessage(JSON.stringify({ event: event.event, data, publishedAt: 1 }))
    expect(message).deep.include({ type: 'event', event: data })
  })
})
