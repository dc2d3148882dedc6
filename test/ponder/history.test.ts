import { expect } from 'chai'
import { chainsOf, clientOf, type Quote } from '../mock/helpers.js'
import { fillByHand, kindsOf, quoteFill, setUpLiar } from '../watch/support.js'
import { type Indexer, startIndexer } from './support.js'

describe('the history of fillproof init ponder', () => {
  const { mock, liar, folder } = setUpLiar({ pollingIntervalMs: 20 })
  let indexer: Indexer
  afterEach(() => indexer.end('SIGKILL'))

  const readFindings = async () => {
    const head = await clientOf(chainsOf(mock)[1]).getBlockNumber()
    return indexer.readFindings({ [chainsOf(mock)[1].id]: head })
  }

  async function scriptShort(): Promise<Quote> {
    const quote = await quoteFill(mock, liar.address)
    await liar.script(quote, { paid: 1n })
    return quote
  }

  it('behavior: follows reorganizations of 1, 3 and 20 blocks', async function () {
    this.timeout(180_000)
    const client = clientOf(chainsOf(mock)[1])
    const { id, rpcUrl } = chainsOf(mock)[1]
    const chains = [{ id, rpcUrl, fromBlock: 0, receivers: [liar.address] }]
    indexer = await startIndexer(folder.path('ponder'), { profile: 'mock', solvers: [mock.solver], chains })
    const stays = await fillByHand(mock, liar.address, await scriptShort())
    const before = kindsOf(await readFindings())
    expect(before).to.deep.equal([`amountShort ${stays}`])
    for (const depth of [1, 3, 20]) {
      const quote = await scriptShort()
      const snapshot = await client.snapshot()
      const gone = await fillByHand(mock, liar.address, quote)
      for (let block = 1; block < depth; block++) await client.mine({ blocks: 1 })
      expect(kindsOf(await readFindings())).to.include(`amountShort ${gone}`)

      await client.revert({ id: snapshot })
      for (let block = 0; block <= depth; block++) await client.mine({ blocks: 1 })
      expect(kindsOf(await readFindings()), `depth ${depth}`).to.deep.equal(before)
    }
  })
})
