import { expect } from 'chai'
import { createPublicClient, custom, numberToHex, zeroAddress } from 'viem'
import { readAtOneBlock } from '../../../src/client/steps/readAtOneBlock.js'
import { waitForReceipt } from '../../../src/contract/rpc/waitForReceipt.js'
import { thrown } from '../../support/errors.js'
import { setUpFastClock } from '../../support/fastClock.js'

/** Nodes whose heads are these, one after the other; the last one stays. */
function nodesAt(...heads: number[]) {
  const request = async ({ method }: { method: string }) => {
    expect(method).equal('eth_getBlockByNumber')
    const number = heads.length > 1 ? heads.shift()! : heads[0]!
    return { number: numberToHex(number), timestamp: '0x1', transactions: [] }
  }
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
}

describe('readAtOneBlock', () => {
  setUpFastClock()
  const failing = (times: number, seen: bigint[]) => async (block: { number: bigint }) => {
    seen.push(block.number)
    if (seen.length <= times) throw new Error('header not found')
    return 'read'
  }

  it('behavior: a failed read is repeated at the same block', async () => {
    const seen: bigint[] = []
    const result = await readAtOneBlock(nodesAt(5, 9, 8), { read: failing(2, seen), mayMend: () => false })
    expect([result, seen]).deep.equal(['read', [5n, 5n, 5n]])
  })

  it('behavior: a possibly outdated read is repeated, never at an earlier block', async () => {
    const seen: bigint[] = []
    const read = failing(0, seen)
    await readAtOneBlock(nodesAt(5, 4, 7), { read, mayMend: () => seen.length < 3 })
    expect(seen).deep.equal([5n, 5n, 7n])
  })

  it('error: gives up after a few seconds', async () => {
    const seen: bigint[] = []
    const start = Date.now()
    const read = failing(1000, seen)
    const error = await thrown(() => readAtOneBlock(nodesAt(5), { read, mayMend: () => true }))
    expect(error.message).equal('header not found')
    expect(await readAtOneBlock(nodesAt(5), { read: async () => 'old', mayMend: () => true })).equal('old')
    expect(Date.now() - start).within(5900, 12_000)
  }).timeout(20_000)
})

describe('waitForReceipt', () => {
  setUpFastClock()
  const hash = `0x${'12'.repeat(32)}` as const
  const at = { blockNumber: '0x5', blockHash: hash }
  const transaction = {
    ...at,
    hash,
    from: zeroAddress,
    to: zeroAddress,
    nonce: '0x1',
    value: '0x0',
    input: '0x',
  }

  /** A node that has the block with the transaction, and its receipt after so many questions. */
  function lagging(questions: number) {
    let left = questions
    const answers: Record<string, () => unknown> = {
      eth_blockNumber: () => '0x5',
      eth_getBlockByNumber: () => ({ number: '0x5', timestamp: '0x1', transactions: [transaction] }),
      eth_getTransactionByHash: () => transaction,
      eth_getTransactionReceipt: () =>
        left-- > 0 ? null : { ...at, transactionHash: hash, status: '0x1', logs: [], type: '0x2' },
    }
    const request = async ({ method }: { method: string }) => answers[method]!()
    return createPublicClient({ transport: custom({ request }), pollingInterval: 10, cacheTime: 0 })
  }

  it('default: a receipt that comes after its block', async () => {
    expect((await waitForReceipt(lagging(3), { hash })).status).equal('success')
  })

  it('error: one that does not come in ten seconds', async () => {
    const start = Date.now()
    const error = await thrown(() => waitForReceipt(lagging(1e9), { hash }))
    expect(error.name).equal('TransactionReceiptNotFoundError')
    expect(Date.now() - start).within(9900, 20_000)
  }).timeout(30_000)
})
