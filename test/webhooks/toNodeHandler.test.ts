import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type Server, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import {
  createWebhookHandler,
  signWebhook,
  toNodeHandler,
  type WebhookEvent,
  type WebhookHandler,
} from '../../src/webhooks/index.js'
import { fake } from '../support/fake.js'
import { apiKey, nowMs, payload } from './support.js'

type Prepare = (incoming: IncomingMessage & { body?: unknown }) => unknown

describe('toNodeHandler', () => {
  const servers: Server[] = []
  const events: WebhookEvent[] = []
  const errors: unknown[] = []
  let fail = false

  const onEvent = (event: WebhookEvent) => {
    if (fail) throw new Error('not now')
    events.push(event)
  }

  async function listen(prepare: Prepare = () => {}): Promise<string> {
    const now = () => nowMs
    const handler = createWebhookHandler({ apiKey, now, onEvent, onError: (error) => errors.push(error) })
    const listener = toNodeHandler(handler)
    const server = createServer(async (incoming, outgoing) => {
      await prepare(incoming)
      await listener(incoming, outgoing)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?a=1`
  }

  const deliver = async (url: string, body: string | Uint8Array | object = payload) => {
    const signed = await signWebhook({ body, apiKey, nowMs })
    return fetch(url, { method: 'POST', ...signed })
  }

  beforeEach(() => {
    events.length = 0
    errors.length = 0
    fail = false
  })

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close()
      server.closeAllConnections()
    }
  })

  it('default', async () => {
    const response = await deliver(await listen())
    expect(response.status).equal(200)
    expect(response.headers.get('content-type')).include('application/json')
    expect(response.headers.get('connection')).equal('keep-alive')
    expect(await response.json()).deep.equal({})
    expect(events).deep.equal([payload])
  })

  it('behavior: passes method, URL, headers and body to the handler', async () => {
    const seen: Request[] = []
    const listener = toNodeHandler(async (request) => {
      seen.push(request)
      return Response.json({})
    })
    const headers = { ':path': '/x', 'x-one': '1', 'x-list': ['a', 'b'], 'x-none': undefined }
    for (const [method, url] of [
      ['POST', '/hooks?a=1'],
      ['POST', '*'],
      ['POST', 'http://example.org/'],
      [undefined, undefined],
    ]) {
      const incoming = { method, url, headers, body: 'text', complete: true }
      const response = { writeHead: () => {}, end: () => {} }
      await listener(fake(incoming), fake(response))
    }
    expect(seen.map(({ method, url }) => [method, url])).deep.equal([
      ['POST', 'http://localhost/hooks?a=1'],
      ['POST', 'http://localhost/'],
      ['POST', 'http://localhost/'],
      ['GET', 'http://localhost/'],
    ])
    const { headers: got } = seen[0]!
    expect(['x-one', 'x-list', 'x-none'].map((name) => got.get(name))).deep.equal(['1', 'a,b', null])
    expect(await seen[0]!.text()).equal('text')
  })

  it('error: a handler that throws', async () => {
    const answers: unknown[] = []
    const response = {
      writeHead: (...head: unknown[]) => answers.push(head),
      end: (body: string) => answers.push(JSON.parse(body)),
    }
    const incoming = { method: 'POST', url: '/', headers: {}, body: 'text', complete: true }
    await toNodeHandler(() => Promise.reject(new Error('secret')))(fake(incoming), fake(response))
    expect(answers).deep.equal([
      [500, { 'content-type': 'application/json' }],
      { message: 'The delivery could not be processed.' },
    ])
  })

  it('behavior: processes a failed delivery when it is repeated', async () => {
    const url = await listen()
    fail = true
    expect((await deliver(url)).status).equal(500)
    fail = false
    expect((await deliver(url)).status).equal(200)
    expect((await deliver(url)).status).equal(200)
    expect(events).length(1)
  })

  it('behavior: a body in many pieces', async () => {
    const referrer = 'x'.repeat(900_000)
    const body = { ...payload, data: { ...payload.data, referrer } }
    expect((await deliver(await listen(), body)).status).equal(200)
    expect(events[0]?.data.referrer).equal(referrer)
  })

  it("behavior: returns the handler's refusals", async () => {
    const url = await listen()
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).equal(401)
    expect((await fetch(url)).status).equal(405)
    expect((await fetch(url, { method: 'HEAD' })).status).equal(405)
    expect((await deliver(url, 'text')).status).equal(400)
    expect(events).deep.equal([])
  })

  it('behavior: uses the raw body that a parser kept', async () => {
    const asText: Prepare = async (incoming) => {
      incoming.body = await text(incoming)
    }
    const asBytes: Prepare = async (incoming) => {
      incoming.body = Buffer.from(await text(incoming))
    }
    for (const prepare of [asText, asBytes]) expect((await deliver(await listen(prepare))).status).equal(200)
    expect(events).length(2)
  })

  it('behavior: reads a body that a parser did not touch', async () => {
    const empty: Prepare = (incoming) => {
      incoming.body = {}
    }
    expect((await deliver(await listen(empty))).status).equal(200)
  })

  it('error: an already parsed body', async () => {
    const asJson: Prepare = async (incoming) => {
      incoming.body = JSON.parse(await text(incoming))
    }
    const read: Prepare = text
    for (const prepare of [asJson, read]) {
      const response = await deliver(await listen(prepare))
      expect(response.status).equal(500)
      expect(((await response.json()) as { message: string }).message).include('before the body parser')
    }
    expect(events).deep.equal([])
  })

  it('error: answers a too large body before its end', async () => {
    const url = new URL(await listen())
    const outgoing = send(url, { method: 'POST', headers: { 'transfer-encoding': 'chunked' } })
    outgoing.on('error', () => {})
    const answered = new Promise<IncomingMessage>((resolve) => outgoing.on('response', resolve))
    const piece = Buffer.alloc(65_536)
    for (let count = 0; count < 20; count++) outgoing.write(piece)
    const response = await answered
    for (let count = 0; count < 20; count++) outgoing.write(piece)
    expect(response.statusCode).equal(413)
    expect(response.headers.connection).equal('close')
    await new Promise((resolve) => setTimeout(resolve, 50))
    outgoing.destroy()
  })

  it('behavior: a slow reader slows the sender', async () => {
    let incoming: IncomingMessage | undefined
    let size = 0
    const handler: WebhookHandler = async ({ body }) => {
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        size += chunk.length
        if (size > chunk.length) continue
        await new Promise((resolve) => setTimeout(resolve, 50))
        expect(incoming?.isPaused()).equal(true)
      }
      return Response.json({})
    }
    const listener = toNodeHandler(handler)
    const server = createServer((request, response) => {
      incoming = request
      return listener(request, response)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const response = await fetch(url, { method: 'POST', body: new Uint8Array(500_000) })
    expect(response.status).equal(200)
    expect(size).equal(500_000)
  })

  it('behavior: keeps an answer that was already sent', async () => {
    const listener = toNodeHandler(async () => Response.json({}))
    let rejected: unknown
    const server = createServer(async (request, response) => {
      response.writeHead(202).end('mine')
      await listener(request, response).catch((error) => {
        rejected = error
      })
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const response = await fetch(url)
    expect([response.status, await response.text()]).deep.equal([202, 'mine'])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(rejected).equal(undefined)
  })

  it('error: a stream that ends early, with an error or without one', async () => {
    for (const reason of [undefined, new Error('reset')]) {
      const request = Object.assign(new PassThrough(), { method: 'POST', url: '/', headers: {} })
      const response = Object.assign(new EventEmitter(), { writeHead: () => {}, end: () => {} })
      let failure: unknown
      const reading = toNodeHandler(async (request) => {
        failure = await request.text().catch((error: unknown) => error)
        return Response.json({})
      })(fake(request), fake(response))
      request.write('half')
      setTimeout(() => request.destroy(reason), 10)
      await reading
      expect(String(failure)).include('broken off')
    }
  })

  it('error: a sender that disconnects', async () => {
    const { hostname, port } = new URL(await listen())
    const socket = connect(Number(port), hostname)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{"half"')
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    while (errors.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(String(errors[0])).include('broken off')
  })

  it('error: a closed request or a sent response leaves nothing pending', async () => {
    let gone = false
    const url = await listen(async (incoming) => {
      incoming.destroy()
      await new Promise((resolve) => setTimeout(resolve, 20))
      gone = true
    })
    await fetch(url, { method: 'POST', body: 'x' }).catch(() => {})
    while (!gone || errors.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(String(errors[0])).include('broken off')
  })
})
