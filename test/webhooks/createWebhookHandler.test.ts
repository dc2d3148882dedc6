import { expect } from 'chai'
import {
  type CreateWebhookHandlerParameters,
  createMemoryWebhookStore,
  createWebhookHandler,
  signWebhook,
  type WebhookEvent,
} from '../../src/webhooks/index.js'
import { thrown } from '../support/errors.js'
import { mistyped } from '../support/mistyped.js'
import { apiKey, nowMs, payload } from './support.js'

const url = 'https://example.org/webhook'

function start(options: Partial<CreateWebhookHandlerParameters> = {}) {
  const events: WebhookEvent[] = []
  const errors: unknown[] = []
  const handler = createWebhookHandler({
    ...(options.apiKeys ? {} : { apiKey }),
    onEvent: (event: WebhookEvent) => events.push(event),
    onError: (error: unknown) => errors.push(error),
    now: () => nowMs,
    ...options,
  } as CreateWebhookHandlerParameters)
  return { handler, events, errors }
}

async function signed(body: string | Uint8Array | object = payload, timestamp = nowMs): Promise<Request> {
  const { body: raw, headers } = await signWebhook({ body, apiKey, timestamp })
  return new Request(url, { method: 'POST', headers, body: raw })
}

async function read(response: Response) {
  return { status: response.status, body: await response.json() }
}

const change = (data: object) => ({ ...payload, data: { ...payload.data, ...data } })

describe('createWebhookHandler', () => {
  it('default', async () => {
    const { handler, events, errors } = start()
    const response = await handler(await signed())
    expect(response.headers.get('content-type')).include('application/json')
    expect(await read(response)).deep.equal({ status: 200, body: {} })
    expect(events).deep.equal([payload])
    expect(errors).deep.equal([])
  })

  it("behavior: uses the machine's clock unless another is given", async () => {
    const { handler, events } = start({ now: undefined })
    expect((await handler(await signed(payload, Date.now()))).status).equal(200)
    expect((await handler(await signed(payload, Date.now() - 300_100))).status).equal(401)
    expect(events).length(1)
  })

  it('behavior: processes a repeated delivery once', async () => {
    const { handler, events } = start()
    await handler(await signed())
    const again = await signed({ ...payload, timestamp: nowMs + 5 }, nowMs + 1000)
    expect(await read(await handler(again))).deep.equal({ status: 200, body: {} })
    expect(events).length(1)
  })

  it('behavior: another status, time or request is another delivery', async () => {
    const { handler, events } = start()
    const bodies = [
      payload,
      change({ status: 'refund' }),
      change({ updatedAt: nowMs }),
      change({ requestId: `0x${'77'.repeat(32)}` }),
    ]
    for (const body of bodies) expect((await handler(await signed(body))).status).equal(200)
    expect(events).length(bodies.length)
  })

  describe('an event of another kind', () => {
    const other = { event: 'request.created', timestamp: nowMs, data: { requestId: 7 } }

    it('behavior: is acknowledged, but not treated as a change of status', async () => {
      const { handler, events, errors } = start()
      for (const body of [other, other, { event: 'key.limit.reached' }]) {
        expect(await read(await handler(await signed(body)))).deep.equal({ status: 200, body: {} })
      }
      expect([events, errors]).deep.equal([[], []])
    })

    it('behavior: is handed on once, and again if the handler threw', async () => {
      const seen: unknown[] = []
      let failures = 1
      const { handler, events } = start({
        onUnknownEvent: (event, { key }) => {
          if (failures-- > 0) throw new Error('the database is away')
          seen.push([event, key])
        },
      })
      const answers: number[] = []
      for (const body of [other, other, other, { ...other, data: { requestId: 8 } }]) {
        answers.push((await handler(await signed(body))).status)
      }
      expect(answers).deep.equal([500, 200, 200, 200])
      expect(seen).deep.equal([
        [other, undefined],
        [{ ...other, data: { requestId: 8 } }, undefined],
      ])
      expect(events).deep.equal([])
    })

    it('error: is not genuine, too old, or not an event', async () => {
      const seen: unknown[] = []
      const { handler } = start({ onUnknownEvent: (event) => seen.push(event) })
      const { headers } = await signed(other)
      const forged = new Request(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...other, event: 'x' }),
      })
      expect((await handler(forged)).status).equal(401)
      expect((await handler(await signed(other, nowMs - 300_001))).status).equal(401)
      for (const body of [{}, { event: null }, { ...payload, data: {} }, 'text']) {
        expect((await handler(await signed(body))).status).equal(400)
      }
      expect(seen).deep.equal([])
    })
  })

  it('behavior: with several keys, the handler gets the name of the matching one', async () => {
    const named: unknown[] = []
    const { handler } = start({
      apiKeys: { old: 'the key before', next: apiKey },
      onEvent: (_, { key }) => named.push(key),
      onUnknownEvent: (_, { key }) => named.push(key),
    })
    expect((await handler(await signed())).status).equal(200)
    expect((await handler(await signed({ event: 'request.created' }))).status).equal(200)
    expect(named).deep.equal(['next', 'next'])
    const { handler: other } = start({ apiKeys: { old: 'the key before' } })
    expect((await other(await signed())).status).equal(401)
  })

  it('behavior: without updatedAt the time of sending counts', async () => {
    const { handler, events } = start()
    const bodies = [1, 2, 2].map((timestamp) => ({ ...change({ updatedAt: undefined }), timestamp }))
    for (const body of bodies) expect((await handler(await signed(body))).status).equal(200)
    expect(events.map(({ timestamp }) => timestamp)).deep.equal([1, 2])
  })

  it('behavior: processes one of several concurrent duplicates, and the others are retried', async () => {
    let finish = () => {}
    const waiting = new Promise<void>((resolve) => {
      finish = resolve
    })
    let calls = 0
    const { handler } = start({
      onEvent: async () => {
        calls++
        await waiting
      },
    })
    const requests = await Promise.all(Array.from({ length: 10 }, () => signed()))
    const answers = requests.map((request) => handler(request))
    const refused: Response[] = []
    for (const answer of answers) answer.then((response) => response.status === 409 && refused.push(response))
    while (refused.length < 9) await new Promise((resolve) => setTimeout(resolve, 1))
    finish()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.sort()).deep.equal([200, ...Array(9).fill(409)])
    expect(await refused[0]!.json()).deep.equal({ message: 'This delivery is being processed.' })
    expect(calls).equal(1)
    expect((await handler(await signed())).status).equal(200)
    expect(calls).equal(1)
  })

  it('behavior: an event whose handler threw is delivered again', async () => {
    let calls = 0
    const failure = new Error('the database is away')
    const { handler, errors } = start({
      onEvent: async () => {
        if (++calls < 3) throw failure
      },
    })
    for (const status of [500, 500, 200, 200]) {
      const body = status === 500 ? { message: 'The delivery could not be processed.' } : {}
      expect(await read(await handler(await signed()))).deep.equal({ status, body })
    }
    expect(calls).equal(3)
    expect(errors).deep.equal([failure, failure])
  })

  it('behavior: onEvent may throw synchronously', async () => {
    let calls = 0
    const { handler } = start({
      onEvent: () => {
        if (++calls === 1) throw new Error('x')
      },
    })
    expect((await handler(await signed())).status).equal(500)
    expect((await handler(await signed())).status).equal(200)
  })

  it('behavior: handlers that share a store share its memory', async () => {
    const store = createMemoryWebhookStore()
    const [one, two] = [start({ store }), start({ store })]
    await one.handler(await signed())
    expect((await two.handler(await signed())).status).equal(200)
    expect([one.events.length, two.events.length]).deep.equal([1, 0])
  })

  it('behavior: a listener that throws changes nothing', async () => {
    const onError = () => {
      throw new Error('x')
    }
    const { handler } = start({ onError })
    expect((await handler(new Request(url, { method: 'POST', body: '{}' }))).status).equal(401)
  })

  it('error: a store that fails', async () => {
    const fail = () => Promise.reject(new Error('the store is away'))
    const working = createMemoryWebhookStore()
    expect((await start({ store: { ...working, claim: fail } }).handler(await signed())).status).equal(500)
    expect((await start({ store: { ...working, complete: fail } }).handler(await signed())).status).equal(500)
    const { handler, errors } = start({
      store: { ...createMemoryWebhookStore(), release: fail },
      onEvent: () => {
        throw new Error('the reason')
      },
    })
    expect((await handler(await signed())).status).equal(500)
    expect(errors.map((error) => (error as Error).message)).deep.equal(['the store is away', 'the reason'])
    const { handler: other, errors: seen } = start({ store: { ...working, claim: () => mistyped(true) } })
    expect((await other(await signed(change({ status: 'x' })))).status).equal(500)
    expect(seen[0]).include({
      name: 'WebhookOptionError',
      option: 'store.claim',
      shortMessage: 'store.claim must be a function that answers claimed, busy or done.',
    })
  })

  it('error: answers every forgery alike', async () => {
    const { handler, events, errors } = start()
    const genuine = await signed()
    const { headers } = genuine
    const requests = [
      new Request(url, { method: 'POST', headers, body: JSON.stringify(payload, null, 2) }),
      new Request(url, { method: 'POST', body: JSON.stringify(payload) }),
      new Request(url, { method: 'POST', headers }),
      await signed(payload, nowMs - 300_001),
      await signed(payload, nowMs + 300_001),
    ]
    for (const request of requests) {
      expect(await read(await handler(request))).deep.equal({
        status: 401,
        body: { message: 'The signature could not be verified.' },
      })
    }
    expect(errors.map((error) => (error as { reason: string }).reason)).deep.equal([
      'signatureMismatch',
      'timestampMissing',
      'signatureMismatch',
      'timestampTooOld',
      'timestampInFuture',
    ])
    expect(events).deep.equal([])
    expect((await handler(genuine)).status).equal(200)
  })

  it('error: a genuine but malformed body', async () => {
    const { handler, events } = start()
    for (const body of ['text', '{}', Uint8Array.of(0xff)]) {
      expect(await read(await handler(await signed(body)))).deep.equal({
        status: 400,
        body: { message: 'The body is not a webhook of this service.' },
      })
    }
    expect(events).deep.equal([])
  })

  it('error: other methods', async () => {
    const { handler } = start()
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await handler(new Request(url, { method }))
      expect(response.headers.get('allow')).equal('POST')
      expect(await read(response)).deep.equal({ status: 405, body: { message: 'Send a POST request.' } })
    }
  })

  it('error: a body above the limit, at the limit and below', async () => {
    const size = new TextEncoder().encode(JSON.stringify(payload)).length
    for (const [maxBodyBytes, status] of [
      [size - 1, 413],
      [size, 200],
      [size + 1, 200],
    ] as const) {
      expect((await start({ maxBodyBytes }).handler(await signed())).status).equal(status)
    }
    const large = await signed('x'.repeat(1_048_577))
    expect(await read(await start().handler(large))).deep.equal({
      status: 413,
      body: { message: 'The body is too large.' },
    })
    const largest = await signed('x'.repeat(1_048_576))
    expect((await start().handler(largest)).status).equal(400)
  })

  it('error: a body without end is not read to the end', async () => {
    let sent = 0
    let cancelled = false
    const body = new ReadableStream({
      pull(controller) {
        sent++
        controller.enqueue(new Uint8Array(1000))
      },
      cancel() {
        cancelled = true
      },
    })
    const request = new Request(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect((await start({ maxBodyBytes: 5000 }).handler(request)).status).equal(413)
    expect(sent).below(20)
    expect(cancelled).equal(true)
  })

  it('error: does not read a body whose declared length is too large', async () => {
    const request = new Request(url, { method: 'POST', headers: { 'content-length': '1048577' }, body: 'x' })
    expect((await start().handler(request)).status).equal(413)
    expect(request.bodyUsed).equal(false)
  })

  it('behavior: a declared length at the limit', async () => {
    const { body, headers } = await signWebhook({ body: payload, apiKey, timestamp: nowMs })
    const size = String(new TextEncoder().encode(body).length)
    const request = new Request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': size },
      body,
    })
    expect((await start({ maxBodyBytes: Number(size) }).handler(request)).status).equal(200)
  })

  it('error: an interrupted body', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) })
    const { handler, errors } = start()
    const response = await handler(new Request(url, { method: 'POST', body, duplex: 'half' } as RequestInit))
    expect(await read(response)).deep.equal({ status: 400, body: { message: 'The body broke off.' } })
    expect(errors).length(1)
  })

  it('error: an already read body', async () => {
    const { handler, errors } = start()
    const request = await signed()
    await request.text()
    expect((await handler(request)).status).equal(500)
    expect(errors[0]).include({
      name: 'WebhookOptionError',
      option: 'request',
      shortMessage: 'request must be one whose body was not read yet.',
    })
  })

  it('error: invalid options', async () => {
    const rows: [string, object, string][] = [
      ['apiKey', { apiKey: '' }, 'the API key to which the webhook belongs'],
      ['apiKeys', { apiKeys: {} }, 'an object with one or more named keys, instead of apiKey'],
      ['onEvent', { onEvent: undefined }, 'a function'],
      ['onUnknownEvent', { onUnknownEvent: 5 }, 'a function'],
      ['toleranceMs', { toleranceMs: -1 }, 'milliseconds, 0 or more'],
      ['maxBodyBytes', { maxBodyBytes: 0 }, 'a number above 0'],
      ['maxBodyBytes', { maxBodyBytes: Number.NaN }, 'a number above 0'],
    ]
    for (const [option, options, requirement] of rows) {
      const shortMessage = `${option} must be ${requirement}.`
      expect(await thrown(() => start(options))).include({ name: 'WebhookOptionError', option, shortMessage })
    }
  })
})
