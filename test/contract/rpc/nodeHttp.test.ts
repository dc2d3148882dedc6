import { expect } from 'chai'
import { type BaseError, createPublicClient, zeroAddress, zeroHash } from 'viem'
import { describeFault, readFault } from '../../../src/contract/rpc/faults.js'
import { nodeHttp } from '../../../src/contract/rpc/nodeHttp.js'
import { thrown } from '../../support/errors.js'
import { answer, setUpHttpServer } from '../../support/httpServer.js'

const log = {
  ...{ address: zeroAddress, topics: [zeroHash], data: '0x', blockHash: zeroHash, blockNumber: '0x1' },
  ...{ transactionHash: zeroHash, transactionIndex: '0x0', logIndex: '0x0', removed: false },
}
const block = { number: '0x1', hash: zeroHash, parentHash: zeroHash, timestamp: '0x2', transactions: [] }
const transaction = { hash: zeroHash, input: '0x', to: zeroAddress, value: '0x0', type: '0x2' }
const receipt = { blockHash: zeroHash, status: '0x1', logs: [log], l1FeeScalar: '0.684' }

describe('nodeHttp', () => {
  const server = setUpHttpServer()

  const connect = () =>
    createPublicClient({ transport: nodeHttp(`${server.url}/key-of-mine`, { retryCount: 0 }), cacheTime: 0 })
  const [address, hash] = [zeroAddress, zeroHash] as const
  const reads = {
    eth_chainId: () => connect().getChainId(),
    eth_blockNumber: () => connect().getBlockNumber(),
    eth_getBalance: () => connect().getBalance({ address }),
    eth_getTransactionCount: () => connect().getTransactionCount({ address }),
    eth_getCode: () => connect().getCode({ address }),
    eth_call: () => connect().call({ to: address }),
    eth_getLogs: () => connect().getLogs({ address }),
    eth_getBlockByNumber: () => connect().getBlock({ blockNumber: 1n }),
    eth_getBlockByHash: () => connect().getBlock({ blockHash: hash }),
    eth_getTransactionByHash: () => connect().getTransaction({ hash }),
    eth_getTransactionReceipt: () => connect().getTransactionReceipt({ hash }),
  }
  const answerWith = (result: unknown) => server.respondWith(answer(200, { jsonrpc: '2.0', id: 1, result }))

  async function expectUnreadable(method: keyof typeof reads): Promise<void> {
    const error = await thrown<BaseError>(reads[method])
    expect(readFault(error)).to.equal('unanswered')
    expect(describeFault(error)).to.equal(`the answer to ${method} can't be read.`)
  }

  it('error: an endless answer is cut off, and a dripping one ends with the timeout', async () => {
    server.respondWith((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const block = Buffer.alloc(2 ** 20, ' ')
      const write = () => {
        while (!response.destroyed && response.write(block));
      }
      response.on('drain', write)
      write()
    })
    const endless = await thrown<BaseError>(reads.eth_chainId)
    expect(readFault(endless)).to.equal('unanswered')
    expect(describeFault(endless)).to.include('more than 64 MiB')

    server.respondWith((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    const transport = nodeHttp(server.url, { retryCount: 0, timeout: 200 })
    const started = Date.now()
    const dripping = await thrown(() => createPublicClient({ transport }).getChainId())
    expect(readFault(dripping)).to.equal('unanswered')
    expect(Date.now() - started).to.be.below(5_000)
  })

  it("default: a node's answer passes unchanged", async () => {
    for (const [method, result] of [
      ['eth_chainId', '0x7'],
      ['eth_getCode', '0x'],
      ['eth_call', '0x'],
      ['eth_getLogs', [log]],
      ['eth_getBlockByNumber', block],
      ['eth_getTransactionByHash', transaction],
      ['eth_getTransactionReceipt', receipt],
    ] as const) {
      answerWith(result)
      await reads[method]()
    }
  })

  for (const body of [
    {},
    '"ok"',
    null,
    [],
    { result: null },
    { result: 'ok' },
    { result: { status: 'ok' } },
  ]) {
    it(`error: ${JSON.stringify(body)} is not an answer`, async () => {
      server.respondWith(answer(200, body))
      const isNull = Object(body).result === null
      const methods = Object.keys(reads) as (keyof typeof reads)[]
      // Null is a block or a transaction that the node does not have.
      for (const method of methods.filter((name) => !isNull || !/ByNumber|Hash|Receipt/.test(name))) {
        await expectUnreadable(method)
      }
    })
  }

  it('error: an unreadable field', async () => {
    for (const [method, result] of [
      ['eth_chainId', '0x'],
      ['eth_getLogs', [{ ...log, topics: undefined }]],
      ['eth_getLogs', [{ ...log, logIndex: 'first' }]],
      ['eth_getBlockByNumber', { ...block, timestamp: undefined }],
      ['eth_getBlockByNumber', { ...block, gasUsed: 'much' }],
      ['eth_getTransactionByHash', { ...transaction, input: undefined }],
      ['eth_getTransactionReceipt', { ...receipt, logs: [{}] }],
    ] as const) {
      answerWith(result)
      await expectUnreadable(method)
    }
  })

  it("error: a node's refusal passes unchanged", async () => {
    server.respondWith(answer(200, { jsonrpc: '2.0', id: 1, error: { code: 3, message: 'reverted' } }))
    const error = await thrown(reads.eth_call)
    expect(readFault(error)).to.equal('reverted')
  })
})
