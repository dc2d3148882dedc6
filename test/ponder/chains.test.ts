import { expect } from 'chai'
import { type Address, createPublicClient, http } from 'viem'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import type { Finding } from '../../src/watch/types.js'
import { type Folder, makeFolder } from '../support/makeFolder.js'
import { spy } from '../watch/callWatch.js'
import '../watch/honest.test.js'
import '../watch/inboxes.test.js'
import '../watch/others.test.js'
import '../watch/planted.test.js'
import '../watch/plantedEvidence.test.js'
import '../watch/refunds.test.js'
import '../watch/returned.test.js'
import '../watch/signedOrders.test.js'
import { type Indexer, type Receivers, startIndexer } from './support.js'

/** The kinds that only the service or the user's lists know. */
const ofOthers = ['notSuccessful', 'otherTransaction', 'attestationChanged', 'reorganized', 'moneyWaits']

/** The same, where a kind has other reasons too. */
const othersReasons =
  /^The service knows no attestation|^The order .* pays with this call|than the attestation names\.$/

const isOfChain = ({ kind, message }: Finding) => !ofOthers.includes(kind) && !othersReasons.test(message)

/** The findings that `watch` has in each database, by id. */
const stored = new Map<string, Map<string, Finding>>()
let followed: { place: string; indexer: Indexer; folder: Folder } | undefined

async function leave(): Promise<void> {
  await followed?.indexer.end('SIGKILL')
  await followed?.folder.remove()
  followed = undefined
}

/** Starts a history, unless the last one is of the same place. */
async function follow(chain: Receivers['chains'][number], solver: Address): Promise<Indexer> {
  const receivers: Receivers = { profile: 'mock', solvers: [solver], chains: [chain] }
  const place = JSON.stringify(receivers)
  if (followed?.place === place) return followed.indexer
  await leave()
  const folder = await makeFolder()
  followed = { place, folder, indexer: await startIndexer(folder.path('history'), receivers) }
  return followed.indexer
}

// The tests above then also compare each of their runs with a history of the same chain.
spy.onRun = async ({ rpcUrl, receiver, db, from = 1n, solver = mockProfile.solvers!.evm! }, findings) => {
  const standing = stored.get(db) ?? new Map<string, Finding>()
  stored.set(db, standing)
  for (const one of findings) one.withdrawn ? standing.delete(one.id) : standing.set(one.id, one)
  const all = [...standing.values()]
  const client = createPublicClient({ transport: http(rpcUrl) })
  const [id, head] = await Promise.all([client.getChainId(), client.getBlockNumber()])
  const indexer = await follow({ id, rpcUrl, fromBlock: 0, receivers: [receiver] }, solver)
  const found = await indexer.readFindings({ [id]: head })
  const others = all.filter(({ kind }) => kind === 'otherOrder').map(({ transactionHash }) => transactionHash)
  // A history knows that the order counts for another one, but not which.
  const keyOf = ({ id, kind, transactionHash }: Pick<Finding, 'id' | 'kind' | 'transactionHash'>) =>
    others.includes(transactionHash) ? `otherOrder ${transactionHash}` : `${kind} ${id}`
  const told = found.filter(({ blockNumber }) => BigInt(blockNumber) >= from)
  expect(told.map(keyOf)).to.have.members(all.filter(isOfChain).map(keyOf))
}

beforeEach(function () {
  this.currentTest!.timeout(600_000)
})
after(leave)
