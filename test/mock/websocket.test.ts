import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { statusEventSchema } from '../../src/service/resources/status.js'
import { newRequest, nowMs, otherId, requestId, startEvents, until } from './parts.js'

const event = 'request.status.updated'
const txHash = `0x${'aa'.repeat(32)}` as const

// biome-ignore lint/suspicious/noExplicitAny: what came is what is looked at.
type Messages = any[]

describe('websocket of the mock', () => {
  let mock: Awaited<ReturnType<typeof startEvents>>
  const sockets: WebSocket[] = []

  beforeEach(async () => {
    mock = await startEvents()
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.terminate()
    await mock.close()
  })

  async function open(path = '', options: { autoPong?: boolean } = {}) {
    const socket = new WebSocket(`${mock.wsUrl}${path}`, options)
    sockets.push(socket)
    const messages: Messages = []
    socket.on('message', (data) => messages.push(JSON.parse(data.toString())))
    socket.on('error', () => {})
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await until(() => messages.length > 0, 'ready')
    return { socket, messages, closed }
  }

  async function ask(connection: Awaited<ReturnType<typeof open>>, message: object | string | Uint8Array) {
    const { socket, messages } = connection
    const count = messages.length
    socket.send(
      typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message),
    )
    await until(() => messages.length > count, 'an answer')
    return messages[count]
  }

  const subscribe = (id: string) => ({ type: 'subscribe', event, filters: { id } })

  /** The HTTP status with which an upgrade is refused. */
  const refusal = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(`${mock.wsUrl}${path}`)
      socket.on('unexpected-response', (_request, { statusCode }) => {
        resolve(statusCode!)
        socket.terminate()
      })
      socket.on('open', () => reject(new Error('It was taken.')))
      socket.on('error', () => {})
    })

  it('default', async () => {
    const connection = await open(`?apiKey=${mock.apiKey}`)
    const { messages } = connection
    expect(messages).deep.equal([{ type: 'connection', status: 'ready', data: { id: messages[0].data.id } }])
    expect(messages[0].data.id).match(/^0x[0-9a-f]{64}$/)
    mock.ledger.open(newRequest())
    expect(await ask(connection, subscribe(requestId))).deep.equal({
      type: 'subscribe',
      status: 'success',
      data: { event, filters: { id: requestId } },
    })
    mock.ledger.move(requestId, 'pending', { inTxHashes: [txHash] })
    await until(() => messages.length === 3, 'an event')
    expect(messages[2]).deep.equal({
      event,
      data: {
        status: 'pending',
        inTxHashes: [txHash],
        txHashes: [],
        updatedAt: nowMs,
        originChainId: 31101,
        destinationChainId: 31102,
        depositAddress: null,
        requestId,
        referrer: null,
        details: null,
        failReason: 'N/A',
        refundFailReason: 'N/A',
      },
      publishedAt: nowMs,
    })
    expect(statusEventSchema.parse(messages[2].data)).deep.equal(messages[2].data)
  })

  it('behavior: a subscription reports later changes, not the current status', async () => {
    const connection = await open()
    mock.ledger.open(newRequest())
    mock.ledger.move(requestId, 'pending')
    await ask(connection, subscribe(requestId))
    mock.ledger.move(requestId, 'submitted')
    await until(() => connection.messages.length === 3, 'an event')
    expect(connection.messages[2].data.status).equal('submitted')
  })

  it('behavior: notifies each subscriber of a request and no other connection', async () => {
    const [one, two, other] = [await open(), await open(), await open()]
    await ask(one, subscribe(requestId))
    await ask(two, subscribe(requestId.toUpperCase().replace('0X', '0x')))
    await ask(other, subscribe(otherId))
    mock.ledger.open(newRequest())
    mock.ledger.open(newRequest({ id: otherId }))
    await until(() => [one, two, other].every(({ messages }) => messages.length === 3), 'an event each')
    await sleep(20)
    expect(
      [one, two, other].map(({ messages }) => messages.slice(2).map(({ data }) => data.requestId)),
    ).deep.equal([[requestId], [requestId], [otherId]])
  })

  it('behavior: subscribing twice reports once', async () => {
    const connection = await open()
    await ask(connection, subscribe(requestId))
    await ask(connection, subscribe(requestId))
    mock.ledger.open(newRequest())
    mock.ledger.move(requestId, 'pending')
    await until(() => connection.messages.length === 5, 'two events')
    await sleep(20)
    expect(connection.messages.slice(3).map(({ data }) => data.status)).deep.equal(['waiting', 'pending'])
  })

  it('behavior: unsubscribes from one request, or from all', async () => {
    const connection = await open()
    await ask(connection, subscribe(requestId))
    await ask(connection, subscribe(otherId))
    const success = { type: 'unsubscribe', status: 'success', data: { event } }
    expect(await ask(connection, { type: 'unsubscribe', event, filters: { id: requestId } })).deep.equal(
      success,
    )
    mock.ledger.open(newRequest())
    mock.ledger.open(newRequest({ id: otherId }))
    await until(() => connection.messages.length === 5, 'an event')
    expect(connection.messages[4].data.requestId).equal(otherId)
    expect(await ask(connection, { type: 'unsubscribe', event })).deep.equal(success)
    mock.ledger.move(otherId, 'pending')
    expect(await ask(connection, subscribe(otherId))).include({ type: 'subscribe' })
  })

  for (const [name, message] of [
    ['no JSON', 'subscribe'],
    ['JSON that is not an object', '[]'],
    ['null', 'null'],
    ['another type', { type: 'toString', event }],
    ['another event', { type: 'subscribe', event: 'balance', filters: { id: requestId } }],
    ['no filters', { type: 'subscribe', event }],
    ['an id of 31 bytes', subscribe(`0x${'11'.repeat(31)}`)],
    ['an id that is not text', { type: 'subscribe', event, filters: { id: 1 } }],
    ['bytes', new TextEncoder().encode(JSON.stringify(subscribe(requestId)))],
    ['a name of the prototype', `{"__proto__":{"type":"subscribe"},"type":"constructor"}`],
  ] as const) {
    it(`error: ${name} gets an error, and the connection stays open`, async () => {
      const connection = await open()
      const error = await ask(connection, message)
      expect(error).include({ type: 'error', status: 'error' })
      expect(error.message).to.be.a('string')
      expect(await ask(connection, subscribe(requestId))).include({ status: 'success' })
    })
  }

  it('error: a too large message closes only its connection', async () => {
    const [large, other] = [await open(), await open()]
    large.socket.send('x'.repeat(16 * 1024 + 1))
    expect(await large.closed).equal(1009)
    expect(await ask(other, 'x'.repeat(16 * 1024))).include({ type: 'error' })
    expect(await ask(other, subscribe(requestId))).include({ status: 'success' })
  })

  it('error: more than 1000 subscriptions', async () => {
    const connection = await open()
    const { socket, messages } = connection
    const id = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
    for (let index = 1; index <= 1000; index++) socket.send(JSON.stringify(subscribe(id(index))))
    await until(() => messages.length === 1001, 'all answers')
    expect(messages.at(-1)).include({ status: 'success' })
    const error = await ask(connection, subscribe(id(1001)))
    expect(error).deep.include({ type: 'subscribe', status: 'error' })
    expect(error.data.filters).deep.equal({ id: id(1001) })
    expect(await ask(connection, subscribe(id(1000)))).include({ status: 'success' })
    await ask(connection, { type: 'unsubscribe', event, filters: { id: id(1) } })
    expect(await ask(connection, subscribe(id(1001)))).include({ status: 'success' })
  })

  it('error: rejects an unknown key or path, and accepts no key', async () => {
    expect(await refusal('?apiKey=stranger')).equal(401)
    expect(await refusal('?apiKey=')).equal(401)
    expect(await refusal('/elsewhere')).equal(404)
    expect(await refusal('//')).equal(404)
    expect((await open()).messages[0]).include({ status: 'ready' })
  })

  it('error: rejects an upgrade that is not a handshake, and keeps serving', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const upgrade = httpRequest({
        port: mock.port,
        headers: { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'short' },
      })
      upgrade.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject)
      upgrade.end()
    })
    expect(status).equal(400)
    const raw = connect(mock.port, '127.0.0.1')
    raw.on('error', () => {})
    raw.write('GET http://[ HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
    const answer = await new Promise<string>((resolve) =>
      raw.once('data', (data) => resolve(data.toString())),
    )
    raw.destroy()
    expect(answer).match(/^HTTP\/1.1 4\d\d /)
    expect((await open()).messages[0]).include({ status: 'ready' })
  })

  it('error: a frame that breaks the protocol closes the connection', async () => {
    const connection = await open()
    // biome-ignore lint/suspicious/noExplicitAny: below the protocol, as an attacker is.
    ;(connection.socket as any)._socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]))
    expect(await connection.closed).equal(1002)
    expect((await open()).messages[0]).include({ status: 'ready' })
  })

  it('behavior: drops a peer that does not answer pings and keeps one that does', async () => {
    await mock.close()
    mock = await startEvents({ websocketPingMs: 50 })
    const [alive, dead] = [await open(), await open('', { autoPong: false })]
    expect(await dead.closed).equal(1006)
    await sleep(150)
    expect(alive.socket.readyState).equal(WebSocket.OPEN)
    expect(mock.events.connections()).equal(1)
  })

  it('behavior: drops connections without a close frame', async () => {
    const [one, two] = [await open(), await open()]
    mock.events.dropConnections()
    expect(await Promise.all([one.closed, two.closed])).deep.equal([1006, 1006])
    await until(() => mock.events.connections() === 0, 'no connection')
    const again = await open()
    mock.ledger.open(newRequest())
    expect(await ask(again, subscribe(requestId))).include({ status: 'success' })
  })

  it('behavior: a restart is announced, and rejects connections while it is down', async () => {
    const connection = await open()
    mock.events.restartStream(3_600_000)
    expect(await connection.closed).equal(1012)
    expect(await refusal('')).equal(503)
    mock.events.restartStream()
    await sleep(10)
    expect((await open()).messages[0]).include({ status: 'ready' })
  })

  it('behavior: close ends every connection, even if the peer does not', async () => {
    const { socket, closed } = await open()
    socket.pause()
    await mock.close()
    expect(mock.events.connections()).equal(0)
    socket.resume()
    expect(await closed).equal(1006)
    mock = await startEvents()
  })
})
