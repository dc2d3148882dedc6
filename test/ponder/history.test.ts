import { expect } from 'chai'
import type { Hash } from 'viem'
import type { Finding } from '../../src/watch/types.js'
import { callCommand } from '../cli/callCommand.js'
import { chainsOf, clientOf } from '../mock/helpers.js'
import { startPostgres } from '../support/startPostgres.js'
import { plantContradictions } from '../watch/plantContradictions.js'
import { fillByHand, kindsOf, quoteFill, readReport, setUpLiar } from '../watch/support.js'
import { type IndexedFinding, type Indexer, startIndexer } from './support.js'

/** What only the service knows, so that a history of the chain can't have it. */
const ofService = ['notSuccessful', 'otherTransaction', 'attestationChanged', 'reorganized']

const idsOf = (findings: readonly Pick<IndexedFinding, 'id' | 'kind'>[]) =>
  findings.map(({ id, kind }) => `${kind} ${id}`).sort()

describe('the history of fillproof init ponder', () => {
  const { mock, liar, front, folder } = setUpLiar({ pollingIntervalMs: 20 })
  let indexer: Indexer
  afterEach(() => indexer.end('SIGKILL'))

  const start = (name: string, env: Record<string, string> = {}) => {
    const { id, rpcUrl } = chainsOf(mock)[1]
    const chains = [{ id, rpcUrl, fromBlock: 0, receivers: [liar.address] }]
    return startIndexer(folder.path(name), { profile: 'mock', solvers: [mock.solver], chains }, env)
  }
  const readFindings = async () => {
    const head = await clientOf(chainsOf(mock)[1]).getBlockNumber()
    return indexer.readFindings({ [chainsOf(mock)[1].id]: head })
  }

  async function watch(): Promise<Finding[]> {
    const at = ['--rpc-url', chainsOf(mock)[1].rpcUrl, '--receiver', liar.address, '--from-block', '1']
    const { stdout } = await callCommand([
      ...['watch', '--profile', 'mock', '--url', front.url, ...at, '--until-block', 'latest', '--json'],
      ...['--grace', '0.2', '--db', folder.path('watch.sqlite')],
    ])
    return readReport(stdout).findings
  }

  async function plantShort(): Promise<Hash> {
    const quote = await quoteFill(mock, liar.address)
    await liar.script(quote, { paid: 1n })
    return fillByHand(mock, liar.address, quote)
  }

  it('default: has the findings of `watch` that follow from the chain, with the same ids', async function () {
    this.timeout(180_000)
    const { planted } = await plantContradictions({ mock, liar, front })
    const watched = await watch()
    const none = watched.find(({ kind }) => kind === 'attestationMissing')!
    const other = watched.find(({ kind }) => kind === 'otherOrder')!
    indexer = await start('planted')
    const found = await readFindings()
    expect(planted.length).to.equal(watched.length)
    // The order belongs to no event of the receiver, so only the service knows whose it is.
    const settled = found.filter(({ transactionHash }) => transactionHash === other.transactionHash)
    expect(settled.map(({ kind }) => kind)).to.deep.equal(['notSettled'])
    expect(idsOf(found.filter((one) => !settled.includes(one)))).to.deep.equal(
      idsOf(watched.filter((one) => one !== none && one !== other && !ofService.includes(one.kind))),
    )
  })

  it('behavior: follows reorganizations of 1, 3 and 20 blocks', async function () {
    this.timeout(180_000)
    const client = clientOf(chainsOf(mock)[1])
    indexer = await start('reorganized')
    const before = idsOf(await readFindings())
    for (const depth of [1, 3, 20]) {
      const quote = await quoteFill(mock, liar.address)
      await liar.script(quote, { paid: 1n })
      const snapshot = await client.snapshot()
      const gone = await fillByHand(mock, liar.address, quote)
      for (let block = 1; block < depth; block++) await client.mine({ blocks: 1 })
      expect(kindsOf((await readFindings()) as Finding[])).to.include(`amountShort ${gone}`)

      await client.revert({ id: snapshot })
      for (let block = 0; block <= depth; block++) await client.mine({ blocks: 1 })
      expect(idsOf(await readFindings()), `depth ${depth}`).to.deep.equal(before)
    }
  })

  for (const database of ['PGlite', 'PostgreSQL']) {
    it(`behavior: has the same findings after it was killed, in ${database}`, async function () {
      this.timeout(180_000)
      const env: Record<string, string> =
        database === 'PGlite' ? {} : { DATABASE_URL: await (await startPostgres()).createDatabase() }
      const first = await plantShort()
      indexer = await start(database, env)
      const before = await readFindings()
      expect(before.map(({ transactionHash }) => transactionHash)).to.include(first)
      await indexer.end('SIGKILL')
      const second = await plantShort()
      indexer = await start(database, env)
      const after = await readFindings()
      const isNew = ({ transactionHash }: IndexedFinding) => transactionHash === second
      expect(after.filter(isNew)).to.have.length(1)
      expect(idsOf(after.filter((one) => !isNew(one)))).to.deep.equal(idsOf(before))
    })
  }
})
