import { expect } from 'chai'
import { signWebhook } from '../../src/webhooks/index.js'
import { thrown } from '../support/errors.js'
import { apiKey, hmac, nowMs } from './support.js'

describe('signWebhook', () => {
  it('default', async () => {
    expect(await signWebhook({ body: { a: [1, 2] }, apiKey, nowMs: nowMs + 999 })).deep.equal({
      body: '{"a":[1,2]}',
      headers: {
        'content-type': 'application/json',
        'x-signature-timestamp': '1784937600',
        'x-signature-sha256': hmac('1784937600', '{"a":[1,2]}'),
      },
    })
  })

  it('behavior: signs text and bytes unchanged', async () => {
    const text = '{ "a": 1 }\n'
    const bytes = Uint8Array.of(0xff, 0x00)
    for (const body of [text, bytes]) {
      const signed = await signWebhook({ body, apiKey, timestamp: '7' })
      expect(signed.body).equal(body)
      expect(signed.headers['x-signature-sha256']).equal(hmac('7', body))
    }
  })

  it('behavior: signs the timestamp as the text that is sent', async () => {
    for (const timestamp of ['0', '007', nowMs]) {
      const { headers } = await signWebhook({ body: 'x', apiKey, timestamp })
      expect(headers['x-signature-timestamp']).equal(String(timestamp))
      expect(headers['x-signature-sha256']).equal(hmac(String(timestamp), 'x'))
    }
  })

  it('behavior: defaults to the clock, in seconds', async () => {
    const before = Math.floor(Date.now() / 1000)
    const { headers } = await signWebhook({ body: 'x', apiKey })
    expect(Number(headers['x-signature-timestamp'])).within(before, Math.ceil(Date.now() / 1000))
  })

  it('error: invalid options', async () => {
    const key = await thrown(() => signWebhook({ body: 'x', apiKey: '' }))
    expect(key).include({ name: 'WebhookOptionError', option: 'apiKey' })
    for (const timestamp of ['', 'x', 1.5, -1, Number.NaN, '1'.repeat(16), 'x1', '1x']) {
      const error = await thrown(() => signWebhook({ body: 'x', apiKey, timestamp }))
      expect(error).include({
        name: 'WebhookOptionError',
        option: 'timestamp',
        shortMessage: 'timestamp must be whole seconds or milliseconds.',
      })
    }
  })
})
