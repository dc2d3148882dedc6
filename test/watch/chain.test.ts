import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { concatHex, encodeEventTopics, zeroAddress } from 'viem'
import { attestedOrderReceiverAbi as abi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { type ConnectedChain, connectChain, readChainId } from '../../src/watch/chain.js'
import type { Clock } from '../../src/watch/clock.js'
import { createPace } from '../../src/watch/createPace.js'
import type { ReceiverLog } from '../../src/watch/readReceiverEvents.js'
import { thrown } from '../support/errors.js'
import {
  answer,
  drop,
  type HttpServer,
  hang,
  inTurn,
  type Respond,
  setUpHttpServer,
  startHttpServer,
} from '../support/httpServer.js'
import { bytes32, job } from './fills.js'

const result =
  (value: unknown): Respond =>
  (request, response) =>
    answer(200, { jsonrpc: '2.0', id: (request.body as { id: number }).id, result: value })(request, response)
const refusal =
  (code: number, message: string): Respond =>
  (request, response) =>
    answer(200, { jsonrpc: '2.0', id: (request.body as { id: number }).id, error: { code, message } })(
      request,
      response,
    )

const block = { number: '0x2', hash: bytes32(2), parentHash: bytes32(1), timestamp: '0x1', transactions: [] }
const range = { receivers: [job.receiver], fromBlock: 1n, toBlock: 2n }

/** Has every block, and answers what else is asked. */
const withBlocks =
  (respond: Respond): Respond =>
  (request, response) => {
    const { method } = request.body as { method: string }
    return (method === 'eth_getBlockByNumber' ? result(block) : respond)(request, response)
  }

describe('connectChain', () => {
  const server = setUpHttpServer()
  let told: string[]
  beforeEach(() => {
    told = []
  })

  async function connect(urls = [`${server.url}/key-of-mine`], signal = new AbortController().signal) {
    server.respondWith(result('0x7'))
    let now = 0
    const clock: Clock = {
      now: () => now,
      async sleep(ms, signal) {
        signal?.throwIfAborted()
        now += ms
      },
    }
    const parameters = {
      nodes: urls.map((url) => ({ url, pace: createPace(clock) })),
      clock,
      tell: (_: string, text: string) => void told.push(text),
      signal,
    }
    const id = await readChainId(parameters)
    const chain = connectChain({ ...parameters, id, timeoutMs: 500 })
    const { receiver } = job
    await chain.readHead().catch(() => {})
    told = []
    server.requests.length = 0
    const advance = (ms: number) => {
      now += ms
    }
    return { ...chain, ...chain.view({ receiver }), advance }
  }

  async function readLogs(chain: Pick<ConnectedChain, 'readEvents'>) {
    const found = await chain.readEvents(range)
    return typeof found === 'string' ? found : found.logs
  }

  it('behavior: reads balances of inboxes at one block, one by one where the batcher has no answer', async () => {
    const { readBalances } = await connect()
    const inbox = { inboxHash: bytes32(1), inbox: job.receiver, terms: { token: zeroAddress } }
    const node: Respond = (request, response) => {
      const { method } = request.body as { method: string }
      return result(method === 'eth_getBalance' ? '0x5' : '0x')(request, response)
    }
    server.respondWith(withBlocks(node))
    const found = await readBalances([inbox], { number: 2n, hash: block.hash })
    expect(found).to.deep.equal(new Map([[inbox.inboxHash, 5n]]))
    const asked = server.requests.map(({ body }) => body as { method: string; params: unknown[] })
    const reads = asked.filter(({ method }) => method !== 'eth_getBlockByNumber')
    expect(reads.map(({ method, params }) => [method, params[1]])).to.deep.equal([
      ['eth_call', '0x2'],
      ['eth_getBalance', '0x2'],
    ])
    expect(await readBalances([inbox], { number: 2n, hash: bytes32(3) })).to.equal('missing')
    server.respondWith(withBlocks(refusal(-32000, 'missing trie node')))
    expect(await readBalances([inbox], { number: 2n, hash: block.hash })).to.deep.equal(new Map())
  })

  it('default: retries failed requests', async () => {
    const chain = await connect()
    expect(chain.id).to.equal(7)
    server.respondWith(inTurn(drop(), answer(503, 'busy'), refusal(-32603, 'internal'), result('0x20')))
    expect(await chain.readHead()).to.equal(32n)
    expect(told).to.have.length(3)
    expect(told.join()).not.to.include('key-of-mine')
  })

  it('error: gives up a request that the node keeps refusing, without showing its URL', async () => {
    const chain = await connect()
    server.respondWith(refusal(-32603, 'see http://127.0.0.1/key-of-mine'))
    const error = await thrown(() => chain.readHead())
    expect(error).to.include({ name: 'ChainUnreachableError', origin: server.url })
    expect(error.message).not.to.include('key-of-mine')
    expect(server.requests).to.have.length(5)
  })

  it('behavior: repeats a request until a node answers', async () => {
    const chain = await connect()
    const busy = Array.from({ length: 20 }, () => answer(503, 'busy'))
    server.respondWith(inTurn(...busy, result('0x20')))
    expect(await chain.readHead()).to.equal(32n)
  })

  it('behavior: treats an unreadable answer like no answer', async () => {
    const chain = await connect()
    const unreadable = [answer(200, {}), answer(200, '"ok"'), result(null), result('ok')]
    server.respondWith(inTurn(...unreadable, ...unreadable, result('0x20')))
    expect(await chain.readHead()).to.equal(32n)
    server.respondWith(withBlocks(inTurn(result({}), result([{}]), result([]))))
    expect(await readLogs(chain)).to.deep.equal([])
    expect(told.join()).to.include("the answer to eth_blockNumber can't be read. Trying again.")
  })

  it('behavior: too large numbers and a wrong block do not count as answers', async () => {
    const chain = await connect()
    server.respondWith(inTurn(result(`0x1${'0'.repeat(20)}`), result('0x20')))
    expect(await chain.readHead()).to.equal(32n)
    const odd = [{ timestamp: `0x1${'0'.repeat(20)}` }, { number: '0x3' }, { hash: '0x2' }]
    server.respondWith(inTurn(...odd.map((changes) => result({ ...block, ...changes })), result(block)))
    expect(await chain.readBlock({ number: 2n })).to.include({ number: 2n, timestamp: 1 })
    expect(told.join()).to.include("the answer to eth_getBlock can't be read. Trying again.")
  })

  it('behavior: an unreadable event, or one of another range, does not count as an answer', async () => {
    const chain = await connect()
    const log = {
      address: job.receiver,
      topics: [...encodeEventTopics({ abi, eventName: 'FillAccepted' }), bytes32(1), bytes32(2), bytes32(3)],
      data: concatHex([bytes32(4), bytes32(5), bytes32(6)]),
      ...{ blockNumber: '0x2', blockHash: bytes32(2), transactionHash: bytes32(7), logIndex: '0x1' },
    }
    const first = { ...log, logIndex: '0x0' }
    const others = { ...log, address: `0x${'ab'.repeat(20)}`, data: '0x' }
    const odd = [
      ...[{ data: '0x' }, { topics: log.topics.slice(0, 3) }, { blockNumber: '0x3' }, { removed: true }],
      ...[{ blockHash: null }, { transactionHash: null }, { logIndex: null }],
    ]
    server.respondWith(
      withBlocks(
        inTurn(...odd.map((changes) => result([{ ...log, ...changes }])), result([log, others, first, log])),
      ),
    )
    const found = await readLogs(chain)
    expect(found).to.have.length(2)
    expect((found as ReceiverLog[]).map(({ logIndex }) => logIndex)).to.deep.equal([0, 1])
  })

  it('behavior: waits after too many requests, however reported, and does not halve the range', async () => {
    const chain = await connect()
    const words = 'query rate limit exceeded'
    server.respondWith(
      withBlocks(
        inTurn(
          answer(429, { jsonrpc: '2.0', id: 1, error: { code: -32005, message: words } }),
          answer(429, 'slow down', { 'retry-after': '0.01' }),
          refusal(429, 'compute units'),
          refusal(-32005, words),
          result([]),
        ),
      ),
    )
    expect(await readLogs(chain)).to.deep.equal([])
    expect(server.requests).to.have.length(10)
  })

  it('behavior: a range that keeps hitting a limit counts as refused, because some providers limit blocks', async () => {
    const chain = await connect()
    server.respondWith(withBlocks(refusal(-32005, 'limit exceeded')))
    expect(await readLogs(chain)).to.equal('refused')
    server.respondWith(withBlocks(answer(429, { error: { code: -32005, message: 'block range too large' } })))
    expect(await readLogs(chain)).to.equal('refused')
    expect(server.requests).to.have.length(2)
  })

  it('behavior: events count only from a node that has the last block', async () => {
    const behind = await startHttpServer()
    try {
      const chain = await connect([server.url, behind.url])
      behind.respondWith((request, response) => {
        const { method } = request.body as { method: string }
        const answers: Record<string, unknown> = { eth_chainId: '0x7', eth_getLogs: [] }
        return result(answers[method] ?? null)(request, response)
      })
      server.respondWith(withBlocks(answer(502, 'Bad gateway')))
      expect(await chain.readEvents(range)).to.equal('missing')
    } finally {
      await behind.close()
    }
  })

  it('behavior: uses the next node while the first is silent, fails or lags', async () => {
    const other = await startHttpServer()
    try {
      const chain = await connect([server.url, other.url])
      const respond = (to: HttpServer, head: Respond) =>
        to.respondWith((request, response) =>
          ((request.body as { method: string }).method === 'eth_chainId' ? result('0x7') : head)(
            request,
            response,
          ),
        )
      respond(other, result('0x40'))
      respond(server, hang)
      expect(await chain.readHead()).to.equal(64n)
      respond(server, result('0x10'))
      const readLater = async () => {
        chain.advance(15_000)
        await chain.readHead()
        await sleep(100)
        return chain.readHead()
      }
      expect(await readLater()).to.equal(64n)
      expect(told.join()).to.include('is 48 blocks behind another node.')
      respond(other, answer(502, 'Bad gateway'))
      expect(await chain.readHead()).to.equal(16n)
      respond(server, result('0x41'))
      respond(other, result('0x41'))
      expect(await readLater()).to.equal(65n)
      expect(server.requests.length).to.be.above(other.requests.length)
    } finally {
      await other.close()
    }
  })

  it('behavior: refusing many blocks is a limit, refusing one block is a fault', async () => {
    const chain = await connect()
    for (const refuse of [
      refusal(-32005, 'query returned more than 10000 results'),
      answer(413, 'too large'),
    ]) {
      server.respondWith(withBlocks(refuse))
      expect(await chain.readEvents(range)).to.equal('refused')
      expect(await thrown(() => chain.readEvents({ ...range, fromBlock: 2n }))).to.include({
        name: 'ChainUnreachableError',
      })
    }
    server.respondWith(withBlocks(inTurn(drop(), result([]))))
    expect(await readLogs(chain)).to.deep.equal([])
  })

  it('attack: does not use a node that switched chains until it is back', async () => {
    const chain = await connect()
    await chain.checkId()
    server.respondWith(withBlocks(result('0x8')))
    let isBack = false
    const checking = chain.checkId().then(() => {
      isBack = true
    })
    await sleep(100)
    expect(isBack).to.equal(false)
    server.respondWith(withBlocks(result('0x7')))
    await checking
    expect(await chain.readBlock({ number: 2n })).to.include({ hash: block.hash })
  })

  it('behavior: returns null for what the chain does not have', async () => {
    const chain = await connect()
    server.respondWith(result(null))
    expect(await chain.readBlock({ number: 1n })).to.equal(null)
    expect(await chain.readBlock({ hash: bytes32(1) })).to.equal(null)
    expect(await chain.readTransaction(bytes32(1))).to.equal(null)
    expect(await chain.readReceipt(bytes32(1))).to.equal(null)
    expect(told).to.deep.equal([])
  })

  it('behavior: returns null or false for pruned state and a refusing contract', async () => {
    const chain = await connect()
    server.respondWith(refusal(-32000, 'missing trie node'))
    expect(await chain.readAccount({ address: job.receiver, blockNumber: 1n })).to.equal(null)
    server.respondWith(refusal(3, 'execution reverted'))
    expect(await chain.isAuthorized(bytes32(1))).to.equal(false)
  })

  it('behavior: stops at the signal without a retry', async () => {
    const controller = new AbortController()
    const chain = await connect(undefined, controller.signal)
    server.respondWith(answer(503, 'busy'))
    controller.abort()
    expect(await thrown(() => chain.readHead())).to.include({ name: 'AbortError' })
    expect(server.requests).to.deep.equal([])
  })
})
