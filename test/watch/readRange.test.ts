import { expect } from 'chai'
import { type Hash, zeroHash } from 'viem'
import { type RangeContext, readBlocks } from '../../src/watch/readRange.js'
import { blockHash, job } from './fills.js'

describe('readBlocks: blocks without parents', () => {
  let followed: bigint[]
  beforeEach(() => {
    followed = []
  })

  /** Reads blocks of the second branch; those from `first` to `last` name no parent. */
  async function read(fromBlock: bigint, previous: Hash, [first, last]: readonly [bigint, bigint]) {
    const chain: Partial<RangeContext['chain']> = {
      async readBlock(block) {
        const number = 'number' in block ? block.number : BigInt(block.hash) / 1000n
        const isOrphan = number === 0n || (number >= first && number <= last)
        const parentHash = isOrphan ? zeroHash : blockHash(number - 1n, 1)
        return { number, hash: blockHash(number, 1), parentHash, timestamp: 1 }
      },
      readBlockEvents: async () => [],
    }
    const context = {
      chain: chain as RangeContext['chain'],
      times: new Map(),
      onTime: () => {},
      onOrphan: (number: bigint) => void followed.push(number),
    }
    const range = { receivers: [job.receiver], fromBlock, toBlock: fromBlock + 3n }
    const found = await readBlocks(context, range, { number: fromBlock - 1n, hash: previous })
    return typeof found === 'string' ? found : Number(found.last.number)
  }

  it('default: follows several consecutive ones by their numbers', async () => {
    expect(await read(6n, blockHash(5n, 1), [5n, 20n])).to.equal(9)
    expect(followed).to.deep.equal([6n, 7n, 8n, 9n])
    expect(await read(6n, blockHash(5n, 1), [7n, 8n])).to.equal(9)
  })

  it('attack: a single one among others with parents', async () => {
    expect(await read(6n, blockHash(5n, 1), [8n, 8n])).to.equal('changed')
    expect(await read(1n, blockHash(0n, 1), [1n, 1n])).to.equal('changed')
    expect(followed).to.deep.equal([])
  })

  it('attack: do not hide that the block before them was replaced', async () => {
    expect(await read(6n, blockHash(5n, 0), [5n, 20n])).to.equal('changed')
  })
})
