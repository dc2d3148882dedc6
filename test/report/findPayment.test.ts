import { expect } from 'chai'
import {
  createPublicClient,
  custom,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  numberToHex,
  pad,
  RpcRequestError,
  TimeoutError,
  zeroHash,
} from 'viem'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { findPayment } from '../../src/report/receiver/findPayment.js'

const abi = attestedOrderReceiverAbi
const receiver = '0x1234567890123456789012345678901234567890'
const recipient = '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'
const id = `0x${'12'.repeat(32)}` as const
const callHash = `0x${'34'.repeat(32)}` as const
const latest = 50_000n

type Log = { block: bigint; topics: Hex[]; data: Hex; address?: string }

const accepted = (of: Hex, block: bigint): Log => ({
  block,
  topics: encodeEventTopics({
    abi,
    eventName: 'FillAccepted',
    args: { id: of, recipient, solver: receiver },
  }) as Hex[],
  data: encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }],
    [recipient, receiver, 5n],
  ),
})
const authorized = (block: bigint): Log => ({
  block,
  topics: encodeEventTopics({ abi, eventName: 'FillAuthorized', args: { id, callHash } }) as Hex[],
  data: encodeAbiParameters([{ type: 'uint48' }], [7]),
})

type Filter = { address: Hex; topics: [Hex[], Hex]; fromBlock: Hex; toBlock: Hex; blockHash?: Hex }

/** A node with these logs that searches at most so many blocks at once. */
function createNode(logs: readonly Log[], { most = 1_000_000n, silent = false } = {}) {
  const ranges: [number, number][] = []
  const request = async ({ method, params }: { method: string; params?: [Filter & Hex] }) => {
    if (method === 'eth_blockNumber') return numberToHex(latest)
    if (method === 'eth_getBlockByNumber')
      return { timestamp: numberToHex(1_700_000_000), hash: pad(params![0]) }
    const [{ address, topics, fromBlock, toBlock, blockHash }] = params!
    const [from, to] = [BigInt(blockHash ?? fromBlock), BigInt(blockHash ?? toBlock)]
    if (!blockHash) ranges.push([Number(from), Number(to)])
    if (silent) throw new TimeoutError({ body: {}, url: 'http://node.example/key' })
    if (to - from + 1n > most) {
      throw new RpcRequestError({
        body: {},
        url: 'http://node.example/key',
        error: { code: -32005, message: 'too many blocks' },
      })
    }
    return logs
      .filter(({ block }) => block >= from && block <= to)
      .filter(({ topics: [signature, first] }) => topics[0].includes(signature!) && topics[1] === first)
      .map(({ block, topics, data, ...log }) => ({
        address,
        ...log,
        topics,
        data,
        blockNumber: numberToHex(block),
        transactionHash: pad(numberToHex(block)),
        logIndex: '0x0',
        transactionIndex: '0x0',
        blockHash: zeroHash,
        removed: false,
      }))
  }
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  const find = (options: object = {}) => findPayment({ client, receiver, id, ...options })
  return { find, ranges }
}

describe('findPayment', () => {
  const payment = {
    timestamp: 1_700_000_000,
    payer: recipient,
    recipient,
    solver: receiver,
    token: receiver,
    amount: 5n,
  }

  it('default: searches from the newest block backwards', async () => {
    const { find, ranges } = createNode([accepted(id, 45_000n)])
    expect(await find()).to.deep.equal({
      payment: { ...payment, id, block: 45_000n, transactionHash: pad(numberToHex(45_000)) },
      evidencedIn: pad(numberToHex(45_000)),
    })
    expect(ranges).to.deep.equal([
      [40_001, 50_000],
      // The list may have been cut.
      [40_001, 44_999],
      [45_001, 50_000],
    ])
  })

  it('behavior: finds an authorized fill by the hash of its call', async () => {
    const { find } = createNode([authorized(100n), accepted(callHash, 40_000n), accepted(zeroHash, 49_000n)])
    expect(await find()).to.deep.include({
      payment: {
        ...payment,
        authorizedAt: payment.timestamp,
        ...{ id: callHash, block: 40_000n, transactionHash: pad(numberToHex(40_000)) },
      },
      evidencedIn: pad(numberToHex(100)),
    })
  })

  it('behavior: halves a refused range and grows it again after an answer', async () => {
    const { find, ranges } = createNode([accepted(id, 1n)], { most: 3_000n })
    expect(await find()).to.have.nested.property('payment.block', 1n)
    expect(ranges.slice(0, 4)).to.deep.equal([
      [40_001, 50_000],
      [45_001, 50_000],
      [47_501, 50_000],
      [43_751, 47_500],
    ])
    // Nothing is left out.
    const pages = ranges.slice(0, ranges.findIndex(([from]) => from === 0) + 1)
    const answered = pages.filter(([from, to]) => to - from < 3_000).reverse()
    answered.forEach(([from], index) => {
      expect(from).to.equal(index === 0 ? 0 : answered[index - 1]![1] + 1)
    })
  })

  it('behavior: ends at fromBlock, both ends included', async () => {
    const { find } = createNode([accepted(id, 100n)])
    expect(await find({ fromBlock: 101n })).to.deep.equal({ searchedFrom: 101n })
    expect(await find({ fromBlock: 100n })).to.have.nested.property('payment.block', 100n)
    expect(await find({ fromBlock: 99n })).to.have.nested.property('payment.block', 100n)
    expect(await find({ fromBlock: latest + 1n })).to.deep.equal({ searchedFrom: latest + 1n })
    const newest = createNode([accepted(id, latest)])
    expect(await newest.find({ fromBlock: latest })).to.have.nested.property('payment.block', latest)
  })

  it('behavior: without fromBlock, limits the number of requests', async () => {
    const { find, ranges } = createNode([accepted(id, 1n)])
    const searchedFrom = latest - 22_501n + 1n
    expect(await find({ pageSize: 10_000n, maxPages: 2 })).to.deep.equal({ searchedFrom })
    expect(ranges).to.have.length(2)
  })

  it('error: a node that refuses a single block, or does not answer', async () => {
    const refusing = createNode([], { most: 0n })
    const found = await refusing.find()
    expect(found).to.deep.include({ searchedFrom: latest + 1n })
    expect(found).to.have.property('refusal').that.is.a('string').and.does.not.include('key')
    const silent = createNode([], { silent: true })
    expect(await silent.find()).to.have.property('refusal')
    expect(silent.ranges).to.have.length(3)
  })

  it('error: logs of another contract from a faulty node', async () => {
    const { find } = createNode([{ ...accepted(id, 45_000n), address: recipient }])
    expect(await find()).to.deep.equal({ searchedFrom: 0n })
  })
})
