import { expect } from 'chai'
import type { Hex } from 'viem'
import { startMockService } from '../../src/mock/index.js'
import {
  call,
  chainsOf,
  freshAddress,
  getQuote,
  pay,
  type Quote,
  quoteBody,
  request,
  send,
  setUpMock,
  tokenOf,
  usdc,
  waitFor,
} from './helpers.js'

const maxRequests = 20

describe('maxRequests', () => {
  const { mock } = setUpMock({ maxRequests })

  const idOf = ({ steps }: Quote): Hex => steps[0]!.requestId
  const keptIds = () => mock.control.requests().map(({ id }) => id)
  const openMany = async (count: number) => {
    const ids: Hex[] = []
    for (let index = 0; index < count; index++) ids.push(idOf(await getQuote(mock)))
    return ids
  }

  it('default: the oldest finished request is dropped first, then the oldest', async () => {
    const waiting = await openMany(3)
    const paid = await getQuote(mock)
    await pay(mock, paid)
    await waitFor(mock, idOf(paid), 'success')
    const newer = await openMany(maxRequests - 4)
    expect(keptIds()).deep.equal([...waiting, idOf(paid), ...newer])
    const [next] = await openMany(1)
    expect(keptIds()).deep.equal([...waiting, ...newer, next])
    const [last] = await openMany(1)
    expect(keptIds()).deep.equal([...waiting.slice(1), ...newer, next, last])

    for (const dropped of [idOf(paid), waiting[0]!]) {
      const unknown = `0x${'11'.repeat(32)}`
      for (const path of ['/intents/status/v3?requestId=', '/intents/status?requestId=']) {
        const answer = await request(mock, path + dropped)
        const expected = await request(mock, path + unknown)
        expect(JSON.stringify(answer).replaceAll(dropped, unknown)).equal(JSON.stringify(expected))
      }
      expect((await request(mock, `/requests/${dropped}/signature`)).status).equal(400)
      const { body } = await call(mock, `/requests/v3?id=${dropped}`, { apiKey: mock.apiKey })
      expect(body.requests).deep.equal([])
    }
  })

  it('behavior: keeps an ended request of the newer half, for clients that wait for it', async () => {
    await openMany(maxRequests)
    const paid = await getQuote(mock)
    await pay(mock, paid)
    await waitFor(mock, idOf(paid), 'success')
    await openMany(maxRequests / 2 - 1)
    expect(keptIds()).include(idOf(paid))
    await openMany(2)
    expect(keptIds()).not.include(idOf(paid))
  })

  it('behavior: pages continue at their position', async () => {
    const { apiKey } = mock
    const first = (await call(mock, '/requests/v3?limit=10', { apiKey })).body
    await openMany(2)
    const path = `/requests/v3?limit=50&continuation=${first.continuation}`
    const second = (await call(mock, path, { apiKey })).body
    const ids = [...first.requests, ...second.requests].map(({ id }: { id: Hex }) => id)
    expect(new Set(ids).size).equal(ids.length)
    expect(second.requests).length(8)
  })

  it('behavior: ignores payments of every kind to dropped requests, and the solver continues', async () => {
    const [origin, destination] = chainsOf(mock)
    const user = mock.accounts[1]!.address
    const token = {
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      amount: String(100n * usdc),
    }
    const address = await getQuote(mock, { useDepositAddress: true, refundTo: user })
    const deposit = await getQuote(mock, token)
    const transfer = await getQuote(mock, {
      destinationChainId: origin.id,
      recipient: freshAddress(),
    })
    const known = address.steps[0]!.items[0]!.data
    const byAddress = `/deposit-addresses/v1?address=${known.to}`
    expect((await call(mock, byAddress, { apiKey: mock.apiKey })).status).equal(200)
    await openMany(maxRequests)
    expect((await call(mock, byAddress, { apiKey: mock.apiKey })).status).equal(404)
    for (const quote of [deposit, transfer]) await pay(mock, quote)
    await send(mock, origin, user, { to: known.to, value: BigInt(known.value) })
    const reindex = await call(mock, '/transactions/deposit-address/reindex', {
      body: { chainId: origin.id, depositAddress: known.to },
    })
    expect(reindex.status).equal(404)

    const next = await getQuote(mock)
    await pay(mock, next)
    await waitFor(mock, idOf(next), 'success')
    expect(keptIds()).length(maxRequests)
  })

  it('behavior: an open deposit address stays known through its later requests', async () => {
    const [origin] = chainsOf(mock)
    const user = mock.accounts[1]!.address
    const quote = await getQuote(mock, { useDepositAddress: true, refundTo: user })
    const { to, value } = quote.steps[0]!.items[0]!.data
    const payOnce = (factor: bigint) => send(mock, origin, user, { to, value: BigInt(value) * factor })
    await payOnce(1n)
    await waitFor(mock, idOf(quote), 'success')
    await payOnce(2n)
    const findLatest = async () =>
      (await call(mock, `/deposit-addresses/v1?address=${to}`, { apiKey: mock.apiKey })).body.requestId as Hex
    while ((await findLatest()) === idOf(quote)) await new Promise((resolve) => setTimeout(resolve, 20))
    const second = await findLatest()
    await waitFor(mock, second, 'success')
    while (keptIds().includes(idOf(quote))) await openMany(1)
    expect(keptIds()).include(second)
    await payOnce(3n)
    while ((await findLatest()) === second) await new Promise((resolve) => setTimeout(resolve, 20))
    await waitFor(mock, await findLatest(), 'success')
  })

  it('behavior: a request may be dropped while the solver fills it', async () => {
    const small = await startMockService({ maxRequests: 2, statusDelayMs: 100, webhookRetry: { limit: 0 } })
    try {
      const { apiKey } = small
      small.control.events.registerWebhook({ apiKey, url: 'http://127.0.0.1:1/' })
      const open = async (): Promise<Quote> =>
        (await call(small, '/quote/v2', { apiKey, body: quoteBody(small) })).body
      const inFlight = await open()
      await pay(small, inFlight)
      await waitFor(small, idOf(inFlight), 'pending')
      await open()
      await open()
      expect((await request(small, `/intents/status/v3?requestId=${idOf(inFlight)}`)).status).equal(400)
      const next = await open()
      await pay(small, next)
      await waitFor(small, idOf(next), 'success')
      const kept = small.control.requests().map(({ id }) => id)
      const logged = small.control.events.deliveries().map(({ requestId }) => requestId)
      expect(kept).include.members(logged)
      expect(logged).include(idOf(next))
    } finally {
      await small.close()
    }
  })

  it('error: not a number of requests', async () => {
    const error = await startMockService({ maxRequests: 0 }).catch((thrown: unknown) => thrown)
    expect(error).property('name', 'MockOptionError')
  })
})
