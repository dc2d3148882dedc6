import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { systemClock } from '../../src/watch/clock.js'
import { createBell } from '../../src/watch/createBell.js'
import { createWebhookSink } from '../../src/watch/sinks/createWebhookSink.js'
import { openFileSink } from '../../src/watch/sinks/openFileSink.js'
import { runDelivery } from '../../src/watch/sinks/runDelivery.js'
import type { Delivery, Finding, Outbox, SinkPlace } from '../../src/watch/types.js'
import { thrown } from '../support/errors.js'
import { answer, drop, hang, inTurn, setUpHttpServer } from '../support/httpServer.js'
import { setUpFolder } from '../support/makeFolder.js'
import { createFill, createFinding } from './fills.js'

const makeFinding = (block: number) => createFinding(createFill(BigInt(block)))
const delivery = (id: number, attempts = 0): Delivery => ({ finding: makeFinding(id), attempts })
const line = (id: number) => `${JSON.stringify(makeFinding(id))}\n`

describe('openFileSink', () => {
  const folder = setUpFolder({ isForEach: true })
  let place: SinkPlace
  let marked: string[]
  let hasLock: boolean
  beforeEach(async () => {
    hasLock = true
    place = { length: 0, lastId: null }
    marked = []
  })

  const path = () => folder.path('out.ndjson')
  const read = () => readFile(path(), 'utf8')
  /** A store in which these wait. */
  const open = (...waiting: number[]) => openAt(path(), waiting)
  const openAt = (path: string, waiting: readonly number[] = []) =>
    openFileSink({
      path,
      store: {
        lock: async () => hasLock,
        readSinkPlace: async () => place,
        readOutbox: async () => waiting.map((id) => delivery(id)),
        markDelivered: async ({ ids, place: kept }) => {
          marked.push(...ids)
          place = kept!
        },
      },
    })

  it('default: appends lines and stores the position', async () => {
    const sink = await open(1, 2, 3)
    await sink.deliver([delivery(1), delivery(2)])
    await sink.deliver([delivery(3)])
    await sink.close!()
    expect(await read()).to.equal(line(1) + line(2) + line(3))
    expect(marked).to.deep.equal([1, 2, 3].map((id) => makeFinding(id).id))
    expect(place).to.deep.equal({ length: (await read()).length, lastId: makeFinding(3).id })
  })

  it('error: a device or a pipe', async () => {
    execFileSync('mkfifo', [path()])
    for (const special of [path(), '/dev/null']) {
      const error = await thrown(() => openAt(special))
      expect(error).to.include({ name: 'WatchFileError', path: special })
      expect(error.message).to.include('must be a regular file')
    }
  })

  it('behavior: cuts off lines written beyond the stored position, wherever the process ended', async () => {
    const sink = await open(1)
    await sink.deliver([delivery(1)])
    await sink.close!()
    const rest = line(2) + line(3)
    for (let length = 0; length <= rest.length; length += length < 12 ? 1 : 37) {
      await writeFile(path(), line(1) + rest.slice(0, length))
      const again = await open(2, 3)
      expect(await read(), `${length} bytes`).to.equal(line(1))
      await again.close!()
    }
    await writeFile(path(), line(1) + rest)
    const again = await open(2, 3)
    await again.deliver([delivery(2), delivery(3)])
    await again.close!()
    expect(await read()).to.equal(line(1) + rest)
  })

  it('behavior: a worker without the lock leaves the file alone until it has it', async () => {
    const first = await open(1)
    await first.deliver([delivery(1)])
    await first.close!()
    await writeFile(path(), line(1) + line(2))
    hasLock = false
    const sink = await open(2)
    expect(await read(), 'what another worker writes just now').to.equal(line(1) + line(2))
    await sink.deliver([delivery(2)])
    await sink.close!()
    expect(await read()).to.equal(line(1) + line(2))
    expect(marked).to.deep.equal([1, 2].map((id) => makeFinding(id).id))
  })

  it('error: leaves a foreign file unchanged', async () => {
    const sink = await open(1)
    await sink.deliver([delivery(1)])
    await sink.close!()
    const refuse = async (text: string, problem: string) => {
      await writeFile(path(), text)
      expect(await thrown(() => open(2))).to.include({
        name: 'WatchFileError',
        shortMessage: `The file of findings ${path()} ${problem}.`,
      })
      expect(await read()).to.equal(text)
    }
    await refuse(line(1).slice(0, -1), 'is shorter than what was written to it')
    await refuse(line(4), 'does not end with the finding that was written last')
    await refuse(`${line(1)}text\n`, 'holds other content')
    await refuse(`${line(1)}${line(4)}`, 'holds other content')
    await refuse(`${line(1)}text`, 'holds other content')
    await rm(path())
    expect(await thrown(() => open(2))).to.include({ name: 'WatchFileError' })
    place = { length: 0, lastId: null }
    await appendFile(path(), 'notes')
    expect(await thrown(() => open(1))).to.include({ name: 'WatchFileError' })
  })
})

describe('runDelivery', () => {
  it('behavior: in a bounded run, gives up after five failures, however slow the endpoint', async () => {
    let attempts = 0
    const outbox = {
      readOutbox: async () => [delivery(1, attempts)],
      readNextDeliveryMs: async () => 0,
    } as unknown as Outbox
    const deliver = async () => {
      attempts += 1
      if (attempts > 5) throw new Error('asked too often')
      return 0
    }
    await runDelivery({
      sink: { name: 'webhook', deliver },
      stores: [],
      database: { createOutbox: () => outbox, lockJobs: async () => [] },
      clock: systemClock,
      bell: createBell(systemClock),
      signal: new AbortController().signal,
      draining: AbortSignal.abort(),
    })
    expect(attempts).to.equal(5)
  })
})

describe('createWebhookSink', () => {
  const server = setUpHttpServer()
  let marked: string[]
  let failed: [string, number][]
  beforeEach(() => {
    marked = []
    failed = []
  })

  const create = (key?: string, url = server.url, timeoutMs?: number) =>
    createWebhookSink({
      url,
      key,
      timeoutMs,
      signal: new AbortController().signal,
      now: () => 1_700_000_000_000,
      onFailure: () => {},
      store: {
        markDelivered: async ({ ids }) => void marked.push(...ids),
        markFailed: async ({ id, dueAtMs }) => void failed.push([id, dueAtMs - 1_700_000_000_000]),
      },
    })
  const [one, two] = [makeFinding(1), makeFinding(2)]

  it('default: posts each finding with its id and stores the position', async () => {
    server.respondWith(answer(204, ''))
    expect(await create().deliver([delivery(1), delivery(2)])).to.equal(2)
    expect(marked).to.have.members([one.id, two.id])
    expect(failed).to.deep.equal([])
    const [first, second] = [one, two].map(({ id }) =>
      server.requests.find(({ headers }) => headers['idempotency-key'] === id),
    )
    expect(first).to.deep.include({
      method: 'POST',
      body: { event: 'watch.contradiction', timestamp: 1_700_000_000_000, data: one },
    })
    expect(first!.headers).to.include({ 'idempotency-key': one.id, 'content-type': 'application/json' })
    expect(first!.headers).not.to.have.property('x-signature-sha256')
    expect(second!.body).to.deep.include({ data: two })
  })

  it('behavior: signs time and body with a key', async () => {
    server.respondWith(answer(200, {}))
    await create('the key').deliver([delivery(1)])
    const { headers, text } = server.requests[0]!
    const signature = createHmac('sha256', 'the key').update(`1700000000.${text}`).digest('hex')
    expect(headers).to.include({ 'x-signature-timestamp': '1700000000', 'x-signature-sha256': signature })
  })

  it('behavior: retries a rejected finding after growing waits', async () => {
    server.respondWith(
      inTurn(answer(500, {}), drop(), answer(302, {}, { location: `${server.url}/other` }), answer(200, {})),
    )
    for (const one of [delivery(1), delivery(1, 1), delivery(1, 20), delivery(2)])
      await create().deliver([one])
    expect(failed).to.deep.equal([
      [one.id, 1_000],
      [one.id, 2_000],
      [one.id, 300_000],
    ])
    expect(marked).to.deep.equal([two.id])
    expect(server.requests).to.have.length(4)
  })

  it('behavior: several unanswered posts delay the others no longer than one does', async () => {
    server.respondWith((request, response) =>
      (request.body as { data: Finding }).data.id === two.id
        ? answer(200, {})(request, response)
        : hang(request, response),
    )
    const hanging = Array.from({ length: 9 }, (_, index) => delivery(index + 3))
    await create(undefined, server.url, 500).deliver([...hanging, delivery(2)])
    expect(marked).to.deep.equal([two.id])
    expect(failed).to.have.length(9)
    expect(server.requests).to.have.length(10)
  })

  it('behavior: the name in the database does not contain the URL', () => {
    const name = create(undefined, 'https://alerts.example/secret').name
    expect(name).to.match(/^webhook:0x[0-9a-f]{64}$/)
    expect(name).not.to.equal(create(undefined, 'https://alerts.example/other').name)
  })
})
