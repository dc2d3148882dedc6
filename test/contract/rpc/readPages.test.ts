import { expect } from 'chai'
import { type BaseError, type Client, createPublicClient, http, type PublicClient, zeroAddress } from 'viem'
import { describeFault, readFault } from '../../../src/contract/rpc/faults.js'
import { nodeHttp } from '../../../src/contract/rpc/nodeHttp.js'
import { readLogs } from '../../../src/contract/rpc/readLogs.js'
import { type BlockRange, readPages } from '../../../src/contract/rpc/readPages.js'
import { thrown } from '../../support/errors.js'
import { setUpFastClock } from '../../support/fastClock.js'
import { setUpHttpServer } from '../../support/httpServer.js'
import { limitLogs, logRefusals, type RpcRule, refusals, startRpcProxy } from '../../support/rpcProxy.js'

const log = (block: bigint) => ({
  address: zeroAddress,
  blockNumber: `0x${block.toString(16)}`,
  logIndex: '0x0',
  topics: [],
  data: '0x',
})

describe('the reader of logs', () => {
  setUpFastClock()
  const node = setUpHttpServer()
  const events = [7n, 77n, 500n, 12_345n]
  let asked: BlockRange[] = []
  beforeEach(() => {
    asked = []
    node.respondWith(({ body }, response) => {
      const { id, method, params } = body as {
        id: number
        method: string
        params: [{ fromBlock: string; toBlock: string }]
      }
      const answer = (result: unknown) =>
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      if (method === 'eth_blockNumber') return answer('0xffffff')
      const page = { fromBlock: BigInt(params[0].fromBlock), toBlock: BigInt(params[0].toBlock) }
      asked.push(page)
      answer(events.filter((at) => at >= page.fromBlock && at <= page.toBlock).map(log))
    })
  })

  async function through<result>(
    rule: RpcRule,
    work: (client: PublicClient) => Promise<result>,
    timeout = 5_000,
  ): Promise<result> {
    const proxy = await startRpcProxy(node.url, (call) =>
      call.method === 'eth_blockNumber' ? call.forward() : rule(call),
    )
    try {
      return await work(createPublicClient({ transport: nodeHttp(proxy.url, { timeout }) }))
    } finally {
      await proxy.close()
    }
  }

  async function readBlocks(client: Client, { fromBlock, toBlock }: BlockRange): Promise<bigint[]> {
    const range = { fromBlock: `0x${fromBlock.toString(16)}`, toBlock: `0x${toBlock.toString(16)}` } as const
    const logs = await client.request({ method: 'eth_getLogs', params: [range] })
    return logs.map(({ blockNumber }) => BigInt(blockNumber!))
  }

  const readAll = (client: PublicClient) => readLogs(client, { fromBlock: 0n, toBlock: 600n }, readBlocks)

  for (const [name, refusal] of Object.entries(logRefusals)) {
    it(`default: reads every log, and every block once, from a node that serves at most 10 blocks: ${name}`, async () => {
      expect(await through(limitLogs(10, refusal), readAll)).deep.equal([7n, 77n, 500n])
      // What follows a page with a log looks for more in its blocks.
      const pages = asked.filter(({ toBlock }, index) =>
        asked.slice(0, index).every((one) => one.toBlock < toBlock),
      )
      const read = pages.map(({ fromBlock }, index) => [fromBlock, pages[index - 1]?.toBlock ?? -1n])
      for (const [from, before] of read) expect(from).equal(before! + 1n)
      expect(pages.at(-1)!.toBlock).equal(600n)
      expect(asked.length).below(100)
    }).timeout(20_000)
  }

  it('behavior: reads with limits of 10, 1,000 and 10,000 blocks, with viem’s own transport too', async () => {
    for (const most of [10, 1_000, 10_000]) {
      const range = { fromBlock: 12_000n, toBlock: 12_400n }
      const read = async (client: PublicClient) =>
        readLogs(createPublicClient({ transport: http(client.transport.url) }), range, readBlocks)
      expect(await through(limitLogs(most), read), `${most}`).deep.equal([12_345n])
    }
  })

  it('behavior: from the newest block to the oldest', async () => {
    const found: bigint[] = []
    await through(limitLogs(10), async (client) => {
      for await (const page of readPages(
        client,
        { fromBlock: 0n, toBlock: 600n, isBackward: true },
        readBlocks,
      )) {
        found.push(...page.found)
      }
    })
    expect(found).deep.equal([500n, 77n, 7n])
  })

  it('behavior: waits until a request limit ends', async () => {
    let left = 3
    const rule: RpcRule = ({ forward }) => (left-- > 0 ? refusals['status 429'].answer : forward())
    expect(await through(rule, readAll)).deep.equal([7n, 77n, 500n])
  })

  it('behavior: retries after a connection breaks once', async () => {
    const rule: RpcRule = ({ count, forward }) => (count === 1 ? 'break' : forward())
    expect(await through(rule, readAll)).deep.equal([7n, 77n, 500n])
    // The page, and what is before and after its logs.
    expect(asked.length).equal(3)
  })

  for (const [name, { answer, says }] of Object.entries(refusals)) {
    it(`error: stops and reports the node's message: ${name}`, async () => {
      let requests = 0
      const rule: RpcRule = () => {
        requests += 1
        return answer
      }
      const error = await through(rule, (client) => thrown<BaseError>(() => readAll(client)))
      expect(describeFault(error)).include(says)
      expect(requests).below(20)
    }).timeout(20_000)
  }

  it('error: a single block with too many results', async () => {
    const rule: RpcRule = () => logRefusals['results, -32005']
    const error = await through(rule, (client) => thrown<BaseError>(() => readAll(client)))
    expect([readFault(error), describeFault(error)]).deep.equal([
      'refused',
      'query returned more than 10000 results',
    ])
  })

  it('error: a node that is silent for three page sizes', async () => {
    let requests = 0
    const rule: RpcRule = () => {
      requests += 1
      return 'silence'
    }
    const error = await through(rule, (client) => thrown<BaseError>(() => readAll(client)), 100)
    expect([readFault(error), requests]).deep.equal(['unanswered', 3])
  })
})
