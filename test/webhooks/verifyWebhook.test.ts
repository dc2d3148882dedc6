import { inspect } from 'node:util'
import { expect } from 'chai'
import fc from 'fast-check'
import {
  isStatusEvent,
  signWebhook,
  type VerifyWebhookParameters,
  verifyWebhook,
  type WebhookEvent,
} from '../../src/webhooks/index.js'
import { thrown } from '../support/errors.js'
import { mistyped } from '../support/mistyped.js'
import { apiKey, delivery, hmac, nowMs, payload, requestId } from './support.js'

const refused = (changes: object) => thrown(() => verifyWebhook({ ...delivery(), ...changes }))

describe('verifyWebhook', () => {
  it('default', async () => {
    expect(await verifyWebhook(delivery())).deep.equal(payload)
  })

  it('behavior: known answer', async () => {
    const known = { body: '{"a":1}', timestamp: '1784937600', apiKey: 'Jefe-key', nowMs }
    const signature = '333213abeea320bbe030ae843caf66e82d467ca403cc93ee058458adc99edcbe'
    const error = await thrown(() => verifyWebhook({ ...known, signature }))
    expect(error).include({ name: 'WebhookPayloadError', path: 'event' })
  })

  it('behavior: counts the age from the clock unless a time is given', async () => {
    const { nowMs: _, ...fresh } = delivery(undefined, String(Date.now()))
    expect(await verifyWebhook(fresh)).deep.equal(payload)
    const { nowMs: __, ...old } = delivery(undefined, String(Date.now() - 300_100))
    expect(await thrown(() => verifyWebhook(old))).include({ reason: 'timestampTooOld' })
  })

  it('behavior: verifies bytes as bytes', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(payload))
    expect(await verifyWebhook(delivery(bytes))).deep.equal(payload)
    expect(await verifyWebhook(delivery(Buffer.from(bytes)))).deep.equal(payload)
    const inside = Buffer.concat([Buffer.from('xx'), bytes, Buffer.from('yy')]).subarray(2, -2)
    expect(await verifyWebhook(delivery(inside))).deep.equal(payload)
  })

  it('behavior: a signature may be in upper case', async () => {
    const { signature } = delivery()
    expect(await verifyWebhook({ ...delivery(), signature: signature.toUpperCase() })).deep.equal(payload)
  })

  it('behavior: keeps unknown fields and members', async () => {
    const later = {
      ...payload,
      extra: 1,
      data: { ...payload.data, status: 'delayed', depositAddress: null, details: 'text', other: [1] },
    }
    expect(await verifyWebhook(delivery(JSON.stringify(later)))).deep.equal(later)
  })

  it('behavior: optional fields may be absent', async () => {
    const least = { event: 'request.status.updated', timestamp: 1, data: { status: 'waiting', requestId } }
    expect(await verifyWebhook(delivery(JSON.stringify(least)))).deep.equal(least)
  })

  it('behavior: text beyond ASCII', async () => {
    const body = JSON.stringify({ ...payload, data: { ...payload.data, referrer: 'Käse 🧀' } })
    const event = (await verifyWebhook(delivery(body))) as WebhookEvent
    expect(event.data.referrer).equal('Käse 🧀')
  })

  describe('an event of another kind', () => {
    const others = [
      { event: 'request.created', timestamp: nowMs, data: { requestId } },
      { event: 'key.limit.reached' },
      { event: '', data: null },
      { event: 'Request.Status.Updated', timestamp: 'soon', data: [7] },
    ]

    it('behavior: is returned as it was signed', async () => {
      for (const other of others) {
        const event = await verifyWebhook(delivery(JSON.stringify(other)))
        expect(event).deep.equal(other)
        expect(isStatusEvent(event)).equal(false)
      }
      expect(isStatusEvent(await verifyWebhook(delivery()))).equal(true)
    })

    it('error: is not genuine, or too old', async () => {
      for (const other of others) {
        const genuine = delivery(JSON.stringify(other))
        const forged = await thrown(() => verifyWebhook({ ...genuine, signature: '0'.repeat(64) }))
        expect(forged).include({ reason: 'signatureMismatch' })
        const replayed = await thrown(() => verifyWebhook({ ...genuine, nowMs: nowMs + 300_001 }))
        expect(replayed).include({ reason: 'timestampTooOld' })
      }
    })
  })

  describe('several keys', () => {
    const { apiKey: _, ...one } = delivery()
    const keys = { first: 'key 1', second: apiKey, third: 'key 3' }

    it('behavior: returns the name of the matching key, at any position', async () => {
      for (const names of [['second'], ['second', 'third'], ['first', 'third', 'second']] as const) {
        const apiKeys = Object.fromEntries(names.map((name) => [name, keys[name]]))
        expect(await verifyWebhook({ ...one, apiKeys })).deep.equal({ event: payload, key: 'second' })
      }
    })

    it('behavior: tries every key, whichever matches', async () => {
      const verify = crypto.subtle.verify
      const tries: number[] = []
      crypto.subtle.verify = (...values) => {
        tries[tries.length - 1]!++
        return Reflect.apply(verify, crypto.subtle, values)
      }
      try {
        for (const fitting of ['first', 'second', 'third', 'none']) {
          tries.push(0)
          const apiKeys = { first: 'key 1', second: 'key 2', third: 'key 3', [fitting]: apiKey }
          if (fitting === 'none') delete (apiKeys as Record<string, string>).none
          const outcome = verifyWebhook({ ...one, apiKeys })
          if (fitting === 'none') expect(await thrown(() => outcome)).include({ reason: 'signatureMismatch' })
          else expect(await outcome).include({ key: fitting })
        }
      } finally {
        crypto.subtle.verify = verify
      }
      expect(tries).deep.equal([3, 3, 3, 3])
    })

    it('error: no key matches, or the delivery is too old', async () => {
      const wrong = await thrown(() => verifyWebhook({ ...one, apiKeys: { first: 'key 1', third: 'key 3' } }))
      expect(wrong).include({ name: 'WebhookVerificationError', reason: 'signatureMismatch' })
      const late = { ...one, apiKeys: keys, nowMs: nowMs + 300_001 }
      expect(await thrown(() => verifyWebhook(late))).include({ reason: 'timestampTooOld' })
    })

    it('error: no key, an empty key, a duplicate key, and apiKey next to apiKeys', async () => {
      const several = 'apiKeys must be an object with one or more named keys, instead of apiKey.'
      const rows: [object, string][] = [
        [{ apiKeys: {} }, several],
        [{ apiKeys: [] }, several],
        [{ apiKeys: [apiKey] }, several],
        [{ apiKeys: null }, several],
        [{ apiKeys: apiKey }, several],
        [{ apiKeys: keys, apiKey }, several],
        [
          { apiKeys: { old: apiKey, next: undefined } },
          'apiKeys.next must be the API key to which the webhook belongs.',
        ],
        [{ apiKeys: { old: ' ' } }, 'apiKeys.old must be the API key to which the webhook belongs.'],
        [{ apiKeys: { old: apiKey, next: apiKey } }, 'apiKeys.next must be another key than apiKeys.old.'],
      ]
      for (const [given, shortMessage] of rows) {
        const error = await thrown(() =>
          verifyWebhook(mistyped<VerifyWebhookParameters>({ ...one, ...given })),
        )
        expect(error).include({ name: 'WebhookOptionError', shortMessage })
        expect(inspect(error, { depth: 9 })).not.include(apiKey)
      }
    })
  })

  describe('age', () => {
    // The header's text, its time, and whether it is in seconds.
    const forms = [
      ['milliseconds', String(nowMs), nowMs],
      ['seconds', String(nowMs / 1000), nowMs],
      ['seconds just below the threshold', '99999999999', 99999999999000],
      ['milliseconds just above the threshold', '100000000000', 100000000000],
    ] as const
    for (const [name, timestamp, sentMs] of forms) {
      it(`behavior: ${name}, at both limits`, async () => {
        const at = (ageMs: number) =>
          verifyWebhook({ ...delivery(undefined, timestamp), toleranceMs: 1000, nowMs: sentMs + ageMs })
        for (const ageMs of [-1000, -999, 0, 999, 1000]) expect(await at(ageMs)).deep.equal(payload)
        const limits = { timestamp, toleranceMs: 1000 }
        expect(await thrown(() => at(1001))).include({ reason: 'timestampTooOld', ageMs: 1001, ...limits })
        expect(await thrown(() => at(-1001))).include({
          reason: 'timestampInFuture',
          ageMs: -1001,
          ...limits,
        })
      })
    }

    it('behavior: 5 minutes by default', async () => {
      for (const ageMs of [-300_000, 300_000]) {
        expect(await verifyWebhook({ ...delivery(), nowMs: nowMs + ageMs })).deep.equal(payload)
      }
      const late = await thrown(() => verifyWebhook({ ...delivery(), nowMs: nowMs + 300_001 }))
      expect(late).include({
        name: 'WebhookVerificationError',
        reason: 'timestampTooOld',
        toleranceMs: 300_000,
      })
      expect(late.shortMessage).equal(
        'The webhook is not genuine: it was sent longer ago than is allowed (its age is 300001 ms, the limit 300000 ms).',
      )
      expect(late.metaMessages).deep.equal(['It may be a replay. If not, allow more with toleranceMs.'])
      const early = await thrown(() => verifyWebhook({ ...delivery(), nowMs: nowMs - 300_001 }))
      expect(early).include({
        reason: 'timestampInFuture',
        ageMs: -300_001,
        shortMessage:
          'The webhook is not genuine: its timestamp is further ahead of the clock than is allowed (its age is -300001 ms, the limit 300000 ms).',
      })
      expect(early.metaMessages).deep.equal(['Check the clock of this machine.'])
    })

    it('behavior: a tolerance of zero, and an infinite one', async () => {
      expect(await verifyWebhook({ ...delivery(), toleranceMs: 0 })).deep.equal(payload)
      expect(await refused({ toleranceMs: 0, nowMs: nowMs + 1 })).include({ reason: 'timestampTooOld' })
      expect(await verifyWebhook({ ...delivery(), toleranceMs: Infinity, nowMs: 9e15 })).deep.equal(payload)
    })
  })

  describe('forgeries', () => {
    it('error: a body that was parsed and serialized again', async () => {
      const pretty = await refused({ body: JSON.stringify(payload, null, 2) })
      expect(pretty).include({ name: 'WebhookVerificationError', reason: 'signatureMismatch' })
      expect(pretty.shortMessage).equal(
        'The webhook is not genuine: the signature is for another body, timestamp or key.',
      )
      expect(pretty.metaMessages).deep.equal([
        'Pass the raw body: parsing and serializing it again changes its bytes.',
        'The key is the API key to which the webhook belongs.',
      ])
    })

    it('error: any change of one byte of the body', async () => {
      const bytes = new TextEncoder().encode(JSON.stringify(payload))
      const genuine = delivery(bytes)
      await fc.assert(
        fc.asyncProperty(
          fc.nat(bytes.length - 1),
          fc.integer({ min: 1, max: 255 }),
          async (index, change) => {
            const body = bytes.slice()
            body[index]! ^= change
            const error = await thrown(() => verifyWebhook({ ...genuine, body }))
            expect(error).include({ reason: 'signatureMismatch' })
          },
        ),
        { numRuns: 200 },
      )
    })

    it('error: any change of one digit of the signature or of the timestamp', async () => {
      const { signature, timestamp } = delivery()
      for (let index = 0; index < 64; index++) {
        const other = signature[index] === '0' ? '1' : '0'
        const changed = signature.slice(0, index) + other + signature.slice(index + 1)
        expect(await refused({ signature: changed })).include({ reason: 'signatureMismatch' })
      }
      expect(await refused({ timestamp: String(nowMs + 1) })).include({ reason: 'signatureMismatch' })
      expect(await refused({ timestamp: `0${timestamp}` })).include({ reason: 'signatureMismatch' })
    })

    it('error: another key, a longer and a shorter body', async () => {
      const { body } = delivery()
      expect(await refused({ apiKey: 'another key' })).include({ reason: 'signatureMismatch' })
      expect(await refused({ body: `${body} ` })).include({ reason: 'signatureMismatch' })
      expect(await refused({ body: '' })).include({ reason: 'signatureMismatch' })
    })

    it('error: a dot moved between the timestamp and the body', async () => {
      const signature = hmac('1784937600', '1.{}')
      expect(await refused({ timestamp: '1784937600.1', body: '{}', signature })).include({
        reason: 'timestampMalformed',
      })
    })

    it('error: a stranger learns neither the age nor the content', async () => {
      const signature = '0'.repeat(64)
      expect(await refused({ signature, nowMs: nowMs * 2 })).include({ reason: 'signatureMismatch' })
      expect(await refused({ signature, body: 'no JSON' })).include({ reason: 'signatureMismatch' })
    })
  })

  const header = 'The webhook is not genuine: the header'
  const messages: Record<string, string> = {
    timestampMissing: `${header} x-signature-timestamp is missing.`,
    timestampMalformed: `${header} x-signature-timestamp is not a Unix timestamp in seconds or milliseconds.`,
    signatureMissing: `${header} x-signature-sha256 is missing.`,
    signatureMalformed: `${header} x-signature-sha256 is not hex of 32 bytes.`,
  }
  const malformed: Record<string, [string, unknown[]]> = {
    timestampMissing: ['timestamp', [undefined, null, '']],
    timestampMalformed: [
      'timestamp',
      [
        'x',
        '-1',
        '+1',
        '1.5',
        '1e9',
        '0x10',
        ' 1784937600',
        '1784937600 ',
        '1784937600, 1784937600',
        '1'.repeat(16),
      ],
    ],
    signatureMissing: ['signature', [undefined, null, '']],
    signatureMalformed: [
      'signature',
      [
        'x',
        '0'.repeat(63),
        '0'.repeat(65),
        'g'.repeat(64),
        `sha256=${'0'.repeat(64)}`,
        `0x${'0'.repeat(64)}`,
      ],
    ],
  }
  for (const [reason, [field, values]] of Object.entries(malformed)) {
    it(`error: ${reason}`, async () => {
      for (const value of values) {
        const timestamp = field === 'timestamp' ? value : String(nowMs)
        expect(await refused({ [field]: value })).include({
          name: 'WebhookVerificationError',
          reason,
          shortMessage: messages[reason],
          ...(timestamp ? { timestamp } : {}),
        })
      }
    })
  }

  it('error: an empty key', async () => {
    for (const key of ['', ' ', undefined, null, 5]) {
      const error = await refused({ apiKey: key, signature: hmac(String(nowMs), delivery().body, '') })
      expect(error).include({ name: 'WebhookOptionError', option: 'apiKey' })
    }
    const first = await refused({ apiKey: '', timestamp: null })
    expect(first).include({ name: 'WebhookOptionError', option: 'apiKey' })
  })

  it('error: an already parsed body', async () => {
    for (const body of [payload, [], null, undefined, 5]) {
      const error = await refused({ body })
      const shortMessage = 'body must be the raw text or bytes, not a parsed value.'
      expect(error).include({ name: 'WebhookOptionError', option: 'body', shortMessage })
      expect(error.metaMessages).deep.equal([
        'Read it with request.text(), or keep JSON parsers away from the path of the webhook.',
      ])
    }
  })

  it('error: invalid options', async () => {
    for (const toleranceMs of [-1, Number.NaN, '5', null]) {
      expect(await refused({ toleranceMs })).include({ name: 'WebhookOptionError', option: 'toleranceMs' })
    }
    for (const now of [Number.NaN, Infinity, '5', null]) {
      expect(await refused({ nowMs: now })).include({
        name: 'WebhookOptionError',
        option: 'nowMs',
        shortMessage: 'nowMs must be Unix milliseconds.',
      })
    }
  })

  it('error: a genuine body that is not JSON in UTF-8', async () => {
    const bodies = ['', 'text', '{"a":', Uint8Array.of(0xff, 0xfe), Buffer.from('"caf\xe9"', 'latin1')]
    for (const body of bodies) {
      const error = await thrown(() => verifyWebhook(delivery(body)))
      expect(error).include({ name: 'WebhookPayloadError', path: '' })
      expect(error.shortMessage).contain(
        "The signature is right, but the webhook's body must be JSON in UTF-8, found ",
      )
    }
  })

  it('error: a genuine body with a wrong field', async () => {
    const rows: [string, unknown, (body: typeof payload, value: never) => void][] = [
      ['event', 5, (body, value) => (body.event = value)],
      ['timestamp', '1', (body, value) => (body.timestamp = value)],
      ['data', null, (body, value) => (body.data = value)],
      ['data.requestId', '0x12', (body, value) => (body.data.requestId = value)],
      ['data.status', undefined, (body, value) => (body.data.status = value)],
      ['data.txHashes[0]', 7, (body, value) => (body.data.txHashes[0] = value)],
    ]
    for (const [path, value, change] of rows) {
      const body = structuredClone(payload)
      change(body, mistyped(value))
      const error = await thrown(() => verifyWebhook(delivery(JSON.stringify(body))))
      expect(error).include({ name: 'WebhookPayloadError', path, value })
      expect(error.shortMessage).contain(`The signature is right, but ${path} of the webhook's body must be `)
    }
    for (const body of ['null', '[]', '"text"']) {
      expect(await thrown(() => verifyWebhook(delivery(body)))).include({
        name: 'WebhookPayloadError',
        path: '',
      })
    }
  })

  it('error: no error contains the key or the signature', async () => {
    const { signature } = delivery()
    const other = hmac(String(nowMs), 'other')
    const errors = [
      await refused({ body: 'other text' }),
      await refused({ signature: other }),
      await refused({ signature: `${signature}0` }),
      await refused({ timestamp: 'x' }),
      await refused({ nowMs: 0 }),
      await refused({ body: payload }),
      await refused({ toleranceMs: -1 }),
    ]
    for (const error of errors) {
      const all = inspect(error, { depth: 9 }) + JSON.stringify(error)
      expect(all).not.include(apiKey).not.include(signature).not.include(other)
    }
  })

  it('property: what is signed verifies', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.string({ minLength: 1 }).filter((key) => key.trim() !== ''),
        fc.nat(),
        async (referrer, key, seconds) => {
          const body = { ...payload, data: { ...payload.data, referrer } }
          const signed = await signWebhook({ body, apiKey: key, timestamp: seconds })
          const event = await verifyWebhook({
            body: signed.body,
            timestamp: signed.headers['x-signature-timestamp'],
            signature: signed.headers['x-signature-sha256'],
            apiKey: key,
            nowMs: seconds * 1000,
          })
          expect(event).deep.equal(body)
        },
      ),
      { numRuns: 50 },
    )
  })
})
