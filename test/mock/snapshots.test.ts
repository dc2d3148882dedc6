import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Hex } from 'viem'
import { zeroAddress } from 'viem'
import { WebSocket } from 'ws'
import { createServiceClient } from '../../src/client/index.js'
import { startMockService } from '../../src/mock/index.js'
import { thrown } from '../support/errors.js'
import {
  balanceOf,
  call,
  chainsOf,
  clientOf,
  depositNative,
  ether,
  freshAddress,
  getQuote,
  getStatus,
  pay,
  type Quote,
  quoteBody,
  request,
  setUpMock,
  waitFor,
} from './helpers.js'

const idOf = (quote: Quote): Hex => quote.steps[0]!.requestId

describe('snapshots of the mock', () => {
  const { mock } = setUpMock({ seed: 'snapshots', now: () => 1_800_000_000_000 })

  const buy = async (fields: Record<string, unknown> = {}) => {
    const quote = await getQuote(mock, fields)
    await pay(mock, quote)
    await waitFor(mock, idOf(quote), 'success')
    return quote
  }

  it('default: restores chains, requests, clock and random values, repeatedly', async () => {
    const [origin, destination] = chainsOf(mock)
    const recipient = freshAddress()
    const snapshot = await mock.control.snapshot()
    const seen: unknown[] = []
    for (let run = 0; run < 3; run++) {
      const quote = await buy({ recipient })
      await mock.control.increaseTime(destination.id, 5000)
      const later = await getQuote(mock)
      mock.control.faults.set('highS')
      const apiKey = mock.control.keys.create()
      seen.push({
        id: idOf(quote),
        deadline: later.protocol.v2.orderData.output.deadline,
        apiKey,
        paid: await balanceOf(destination, zeroAddress, recipient),
        requests: mock.control.requests().length,
        head: await clientOf(origin).getBlockNumber(),
      })
      await mock.control.restore(snapshot)
      expect(mock.control.requests()).deep.equal([])
      expect(mock.control.faults.list()).deep.equal([])
      expect(mock.control.keys.list().map((key) => key.apiKey)).deep.equal([mock.apiKey])
      expect(await balanceOf(destination, zeroAddress, recipient)).equal(0n)
    }
    expect(seen[1]).deep.equal(seen[0])
    expect(seen[2]).deep.equal(seen[0])
  })

  it('behavior: answers an open payment after the restore', async () => {
    await mock.control.pauseSolver()
    const [, destination] = chainsOf(mock)
    const recipient = freshAddress()
    const quote = await getQuote(mock, { recipient })
    await pay(mock, quote)
    const snapshot = await mock.control.snapshot()
    mock.control.resumeSolver()
    await waitFor(mock, idOf(quote), 'success')
    await mock.control.restore(snapshot)
    expect(await getStatus(mock, idOf(quote))).include({ status: 'waiting' })
    mock.control.resumeSolver()
    await waitFor(mock, idOf(quote), 'success')
    expect(await balanceOf(destination, zeroAddress, recipient)).equal(
      BigInt(quote.details.currencyOut.amount),
    )
  })

  it('behavior: waiters, streams and fills in progress end with a named error', async () => {
    const slow = await startMockService({ finality: { blocks: 1 } })
    try {
      const snapshot = await slow.control.snapshot()
      const quote = await getQuote(slow)
      await pay(slow, quote)
      await waitFor(slow, idOf(quote), ({ status }) => status === 'submitted')
      const client = createServiceClient({ profile: 'mock', baseUrl: slow.url, wsUrl: slow.wsUrl })
      const waiting = thrown(() => client.waitForRequest({ requestId: idOf(quote) }))
      const socket = new WebSocket(slow.wsUrl)
      await new Promise((resolve) => socket.once('message', resolve))
      const closed = new Promise((resolve) =>
        socket.once('close', (code, reason) => resolve([code, String(reason)])),
      )
      await slow.control.restore(snapshot)
      expect(await closed).deep.equal([4409, 'MockRestoredError'])
      expect(await waiting).include({ name: 'ServiceHttpError', status: 409 })
      const { status, body } = await request(slow, `/intents/status/v3?requestId=${idOf(quote)}`)
      expect(status).equal(409)
      expect(body).include({ name: 'MockRestoredError' })
      const again = await getQuote(slow)
      await pay(slow, again)
      await waitFor(slow, idOf(again), 'submitted')
    } finally {
      await slow.close()
    }
  })

  it('behavior: over HTTP', async () => {
    const at = (path: string) => `/_control/snapshots${path}`
    const { body } = await call(mock, at(''), { method: 'POST' })
    await buy()
    const requests = mock.control.requests().length
    const restored = await call(mock, at(`/${body.snapshot}/restore`), { method: 'POST' })
    expect(restored.status).equal(200)
    expect(mock.control.requests()).length(requests - 1)
    const unknown = await call(mock, at('/99/restore'), { method: 'POST' })
    expect(unknown.status).equal(400)
    expect(unknown.body.message).include('snapshot')
  })

  it('error: a later snapshot, or one reverted by others, is gone', async () => {
    const [origin] = chainsOf(mock)
    const client = clientOf(origin)
    const id = await client.snapshot()
    const older = await mock.control.snapshot()
    const later = await mock.control.snapshot()
    await mock.control.restore(older)
    expect(await thrown(() => mock.control.restore(later))).include({ name: 'MockOptionError' })
    await client.revert({ id })
    expect(await thrown(() => mock.control.restore(older))).include({ name: 'MockSnapshotError' })
  })
})

describe('a chain reverted by others', () => {
  const { mock } = setUpMock()

  const filled = async (fields: Record<string, unknown> = {}) => {
    const quote = await getQuote(mock, fields)
    await pay(mock, quote)
    return waitFor(mock, idOf(quote), 'success')
  }

  it('default: sees deposits again, even in blocks with already read numbers', async () => {
    const [origin] = chainsOf(mock)
    const client = clientOf(origin)
    for (const mined of [0, 1, 4]) {
      const id = await client.snapshot()
      await filled()
      await mock.control.mine(origin.id, 3)
      await sleep(60)
      await client.revert({ id })
      if (mined > 0) await client.mine({ blocks: mined })
      await filled()
    }
  })

  it('behavior: detects replaced blocks with the same numbers between two polls', async () => {
    const [origin] = chainsOf(mock)
    const client = clientOf(origin)
    const payer = mock.accounts[1]!.address
    const quotes = [await getQuote(mock), await getQuote(mock)]
    const depositFor = (quote: Quote) => depositNative(mock, origin, payer, quote.protocol.v2.orderId, ether)
    const id = await client.snapshot()
    await depositFor(quotes[0]!)
    await waitFor(mock, idOf(quotes[0]!), 'success')
    await mock.control.pauseSolver()
    await client.revert({ id })
    await depositFor(quotes[1]!)
    mock.control.resumeSolver()
    await waitFor(mock, idOf(quotes[1]!), 'success')
  })

  it('behavior: does not answer payments in remaining blocks twice', async () => {
    const [origin] = chainsOf(mock)
    const client = clientOf(origin)
    await mock.control.pauseSolver()
    const kept = await getQuote(mock, quoteBody(mock))
    await pay(mock, kept)
    const id = await client.snapshot()
    const lost = await getQuote(mock)
    await pay(mock, lost)
    mock.control.resumeSolver()
    await waitFor(mock, idOf(kept), 'success')
    await waitFor(mock, idOf(lost), 'success')
    await client.revert({ id })
    await filled()
    expect((await getStatus(mock, idOf(kept))).details?.doubleSpends).equal(undefined)
  })

  it('behavior: does not answer a payment that was reverted after it was read', async () => {
    const [origin] = chainsOf(mock)
    const client = clientOf(origin)
    await mock.control.pauseSolver()
    const id = await client.snapshot()
    const [first, second] = [await getQuote(mock), await getQuote(mock)]
    await pay(mock, first)
    await pay(mock, second)
    expect(await mock.control.stepSolver()).equal(idOf(first))
    await client.revert({ id })
    expect(await mock.control.stepSolver()).equal(undefined)
    expect(await getStatus(mock, idOf(second))).include({ status: 'waiting' })
    mock.control.resumeSolver()
  })
})
