import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { FillproofError } from '../../src/base/FillproofError.js'
import { createPace } from '../../src/watch/createPace.js'
import { createPeer, type Peer } from '../../src/watch/createPeer.js'
import { createTeller } from '../../src/watch/createTeller.js'
import { thrown } from '../support/errors.js'
import { answer, hang, late, setUpHttpServer } from '../support/httpServer.js'
import { countInSecond, createFakeClock, type FakeClock } from './fakeClock.js'

class Fault extends FillproofError<'Fault'> {
  constructor() {
    super('Fault', 'It fails.')
  }
}

describe('createPeer', () => {
  let clock: FakeClock
  let peer: Peer
  let told: string[]
  const server = setUpHttpServer()
  let stop: AbortController
  /** When something was asked. */
  let asked: number[]
  let isOutage: boolean
  beforeEach(() => {
    clock = createFakeClock()
    told = []
    asked = []
    isOutage = true
    stop = new AbortController()
    peer = createPeer({
      endpoints: [{ name: 'The service', origin: server.url, pace: createPace(clock) }],
      clock,
      tell: createTeller((_, text) => void told.push(text), clock.now),
      signal: stop.signal,
      explain: (error) => (error instanceof Fault ? { error, reason: 'It fails.', isOutage } : undefined),
    })
  })

  const fetchText = async () => (await peer.fetches[0]!(server.url)).text()

  /** Asks until a time, with requests at once, of which all fail before it. */
  async function askUntil(end: number, atOnce: number): Promise<void> {
    server.respondWith(answer(200, {}))
    await fetchText()
    const call = async () => {
      asked.push(clock.now())
      if (clock.now() < end) throw new Fault()
    }
    await clock.run(Promise.all(Array.from({ length: atOnce }, () => peer.ask(call))))
  }

  it('default: retries a silent peer after growing waits, and reports it', async () => {
    const start = clock.now()
    await askUntil(start + 60_000, 1)
    const waits = asked.slice(1).map((at, index) => at - asked[index]!)
    expect(waits[0]).to.equal(1000)
    expect(waits.at(-1)).to.equal(10_000)
    expect(asked.length).to.be.within(8, 14)
    expect(new Set(told)).to.deep.equal(new Set(['The service: It fails. Trying again.']))
    expect(told.length).to.be.within(4, 7)
  })

  it('behavior: sends at most three of many waiting requests per second', async () => {
    const start = clock.now()
    await askUntil(start + 60_000, 16)
    const waiting = asked.filter((at) => at > start && at < start + 60_000)
    expect(countInSecond(waiting)).to.be.within(1, 3)
    expect(asked.filter((at) => at >= start + 60_000)).to.have.length(16)
  })

  it('behavior: every request honors Retry-After', async () => {
    const start = clock.now()
    server.respondWith(answer(429, {}, { 'retry-after': '120' }))
    await fetchText()
    await clock.run(
      peer.ask(async () => {
        asked.push(clock.now() - start)
      }),
    )
    expect(asked).to.deep.equal([120_000])
  })

  it('error: gives up after five attempts unless it is an outage, and after three for a URL without a listener', async () => {
    const call = async () => {
      asked.push(clock.now())
      throw new Fault()
    }
    expect(await thrown(() => clock.run(peer.ask(call)))).to.be.instanceOf(Fault)
    expect(asked).to.have.length(3)
    isOutage = false
    server.respondWith(answer(200, {}))
    await fetchText()
    expect(await thrown(() => clock.run(peer.ask(call)))).to.be.instanceOf(Fault)
    expect(asked).to.have.length(8)
  })

  it('behavior: reports a silent peer after two seconds, even within an answer', async () => {
    server.respondWith(late(100, answer(200, {})))
    await fetchText()
    server.respondWith(hang)
    const silent = peer.fetches[0]!(server.url).catch((error: Error) => error.name)
    await sleep(1900)
    expect(told).to.deep.equal([])
    await sleep(300)
    expect(told).to.deep.equal(['The service has not answered for 2 s.'])
    stop.abort()
    expect(await silent).to.equal('AbortError')
  })
})
