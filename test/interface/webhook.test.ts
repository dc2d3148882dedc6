import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { numberOf } from '../../scripts/interface/items.js'
import {
  createWebhookHandler,
  signWebhook,
  verifyWebhook,
  type WebhookEvent,
} from '../../src/webhooks/index.js'
import { thrown } from '../support/errors.js'

const apiKey = 'the API key of the owner'
const nowMs = 1784937600000
const requestId = `0x${'91'.repeat(32)}`

const payload = {
  event: 'request.status.updated',
  timestamp: nowMs,
  data: {
    status: 'success',
    inTxHashes: ['0x01'],
    txHashes: ['0x02', '0x03'],
    updatedAt: nowMs - 250,
    originChainId: 1337,
    destinationChainId: 8453,
    depositAddress: null,
    requestId,
    referrer: null,
    details: null,
    failReason: 'N/A',
    refundFailReason: 'N/A',
  },
}

async function receive(body: object): Promise<WebhookEvent> {
  const { body: text, headers } = await signWebhook({ body, apiKey, nowMs })
  return verifyWebhook({
    body: text,
    timestamp: headers['x-signature-timestamp'],
    signature: headers['x-signature-sha256'],
    apiKey,
    nowMs,
  }) as Promise<WebhookEvent>
}

const withData = (data: object) => ({ ...payload, data: { ...payload.data, ...data } })
const refusal = (body: object) => thrown(() => receive(body))

describe('interface: Webhook', () => {
  it('the payload of the specification is accepted as it is', async () => {
    expect(await receive(payload)).deep.equal(payload)
  })

  it('event: string, request.status.updated [189]', async () => {
    expect((await receive(payload)).event).equal('request.status.updated')
    expect(await refusal({ ...payload, event: 1 })).include({ path: 'event', value: 1 })
  })

  it('timestamp: integer, Unix milliseconds [190]', async () => {
    expect((await receive(payload)).timestamp).equal(1784937600000)
    for (const timestamp of ['1784937600000', 1.5]) {
      expect(await refusal({ ...payload, timestamp })).include({ path: 'timestamp', value: timestamp })
    }
  })

  const statuses = [
    'waiting',
    'depositing',
    'pending',
    'submitted',
    'success',
    'failure',
    'refund',
    'fallback',
  ]
  for (const status of statuses) {
    it(`data.status: ${status} [191]`, async () => {
      expect((await receive(withData({ status }))).data.status).equal(status)
    })
  }

  it('data.status: string [191]', async () => {
    expect(await refusal(withData({ status: 5 }))).include({ path: 'data.status', value: 5 })
  })

  for (const field of ['inTxHashes', 'txHashes'] as const) {
    it(`data.${field}: array of string [${numberOf('Webhook', `data.${field}`)}]`, async () => {
      expect((await receive(payload)).data[field]).deep.equal(payload.data[field])
      expect((await receive(withData({ [field]: [] }))).data[field]).deep.equal([])
      expect(await refusal(withData({ [field]: '0x01' }))).include({ path: `data.${field}`, value: '0x01' })
      expect(await refusal(withData({ [field]: ['0x01', 2] }))).include({
        path: `data.${field}[1]`,
        value: 2,
      })
    })
  }

  it('data.updatedAt: integer, Unix milliseconds [194]', async () => {
    expect((await receive(payload)).data.updatedAt).equal(1784937599750)
    expect((await receive(withData({ updatedAt: 'now' }))).data.updatedAt).equal(undefined)
  })

  for (const field of ['originChainId', 'destinationChainId'] as const) {
    it(`data.${field}: integer [${numberOf('Webhook', `data.${field}`)}]`, async () => {
      expect((await receive(payload)).data[field]).equal(payload.data[field])
      expect((await receive(withData({ [field]: '1' }))).data[field]).equal(1)
      expect(await refusal(withData({ [field]: 0 }))).include({ path: `data.${field}`, value: 0 })
    })
  }

  describe('data.depositAddress', () => {
    const address = {
      address: `0x${'12'.repeat(20)}`,
      depositAddressType: 'open',
      depositor: `0x${'34'.repeat(20)}`,
      depositTxHash: `0x${'56'.repeat(32)}`,
    }
    const receiveAddress = async (changes: object) =>
      (await receive(withData({ depositAddress: { ...address, ...changes } }))).data.depositAddress

    it('object or null [197]', async () => {
      expect((await receive(payload)).data.depositAddress).equal(null)
      expect(await receiveAddress({})).deep.equal(address)
    })

    it('address: string', async () => {
      expect((await receiveAddress({}))?.address).equal(address.address)
    })

    it('depositAddressType: open or strict', async () => {
      for (const depositAddressType of ['open', 'strict']) {
        expect(await receiveAddress({ depositAddressType })).include({ depositAddressType })
      }
    })

    it('depositor and depositTxHash: string or null', async () => {
      const none = { depositor: null, depositTxHash: null }
      expect(await receiveAddress(none)).deep.equal({ ...address, ...none })
    })
  })

  it('data.requestId: string, always present [198]', async () => {
    expect((await receive(payload)).data.requestId).equal(requestId)
    expect(await refusal(withData({ requestId: undefined }))).include({ path: 'data.requestId' })
  })

  it('data.referrer: string or null [199]', async () => {
    expect((await receive(payload)).data.referrer).equal(null)
    expect((await receive(withData({ referrer: 'a shop' }))).data.referrer).equal('a shop')
    expect((await receive(withData({ referrer: 1 }))).data.referrer).equal(1)
  })

  it('data.details: object or null [200]', async () => {
    expect((await receive(payload)).data.details).equal(null)
    expect((await receive(withData({ details: { revert: '0x' } }))).data.details).deep.equal({ revert: '0x' })
  })

  it('data.failReason and data.refundFailReason: N/A by default, otherwise the recorded reason [201, 202]', async () => {
    expect((await receive(payload)).data).include({ failReason: 'N/A', refundFailReason: 'N/A' })
    const failed = withData({ status: 'failure', failReason: 'DOUBLE_SPEND', refundFailReason: 'UNKNOWN' })
    expect((await receive(failed)).data).include({ failReason: 'DOUBLE_SPEND', refundFailReason: 'UNKNOWN' })
  })

  describe('verification headers', () => {
    const body = JSON.stringify(payload)
    const sign = (timestamp: string) =>
      createHmac('sha256', apiKey).update(`${timestamp}.${body}`).digest('hex')

    it('X-Signature-Timestamp: Unix timestamp of sending [203]', async () => {
      const { headers } = await signWebhook({ body, apiKey, nowMs })
      expect(headers['x-signature-timestamp']).equal('1784937600')
      for (const timestamp of ['1784937600', '1784937600000']) {
        const event = await verifyWebhook({ body, timestamp, signature: sign(timestamp), apiKey, nowMs })
        expect(event).deep.equal(payload)
      }
      const missing = { body, timestamp: null, signature: sign(''), apiKey, nowMs }
      expect(await thrown(() => verifyWebhook(missing))).include({ reason: 'timestampMissing' })
    })

    it('X-Signature-SHA256: HMAC-SHA256 signature, hex [204]', async () => {
      const { headers } = await signWebhook({ body, apiKey, nowMs })
      expect(headers['x-signature-sha256']).match(/^[0-9a-f]{64}$/)
      const missing = { body, timestamp: '1784937600', signature: undefined, apiKey, nowMs }
      expect(await thrown(() => verifyWebhook(missing))).include({ reason: 'signatureMissing' })
    })

    it('the signature covers timestamp, dot and body, keyed with the API key [209]', async () => {
      const { headers } = await signWebhook({ body: payload, apiKey, nowMs })
      expect(headers['x-signature-sha256']).equal(sign('1784937600'))
    })

    it('lengths are compared before the signature', async () => {
      const signature = sign('1784937600').slice(2)
      const error = await thrown(() =>
        verifyWebhook({ body, timestamp: '1784937600', signature, apiKey, nowMs }),
      )
      expect(error).include({ reason: 'signatureMalformed' })
    })
  })

  it('a receiver rejects a request that fails verification with a non-2xx status [208]', async () => {
    const handler = createWebhookHandler({ apiKey, onEvent: () => {}, now: () => nowMs })
    const { body, headers } = await signWebhook({ body: payload, apiKey: 'another key', nowMs })
    const response = await handler(new Request('https://example.org', { method: 'POST', headers, body }))
    expect(response.status).equal(401)
  })

  it('a repeated delivery is answered with 2xx and not processed again', async () => {
    const events: string[] = []
    const handler = createWebhookHandler({
      apiKey,
      onEvent: ({ data }) => events.push(data.status),
      now: () => nowMs,
    })
    for (let attempt = 0; attempt < 11; attempt++) {
      const { body, headers } = await signWebhook({ body: payload, apiKey, nowMs: nowMs + attempt * 1000 })
      const response = await handler(new Request('https://example.org', { method: 'POST', headers, body }))
      expect(response.status).equal(200)
    }
    expect(events).deep.equal(['success'])
  })
})

describe('interface: Authentication', () => {
  it('webhooks: the HMAC secret is the API key of the owner [185]', async () => {
    const { body, headers } = await signWebhook({ body: payload, apiKey, nowMs })
    const timestamp = headers['x-signature-timestamp']
    const signature = headers['x-signature-sha256']
    const known = createHmac('sha256', apiKey).update(`${timestamp}.${body}`).digest('hex')
    expect(signature).equal(known)
    const other = await thrown(() => verifyWebhook({ body, timestamp, signature, apiKey: 'other', nowMs }))
    expect(other).include({ reason: 'signatureMismatch' })
  })
})

describe('interface: Errors', () => {
  it('webhooks: a receiver answers a request that fails verification with 401 [216]', async () => {
    const handler = createWebhookHandler({ apiKey, onEvent: () => {} })
    const response = await handler(new Request('https://example.org', { method: 'POST', body: '{}' }))
    expect(response.status).equal(401)
  })
})
