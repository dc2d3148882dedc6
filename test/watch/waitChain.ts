import { expect } from 'chai'
import type { Address } from 'viem'
import { createScanner, type ScannedInboxes } from '../../src/watch/scanChain.js'
import { openSqlite } from '../../src/watch/sqlite/openSqlite.js'
import type { FillEvent, InboxBalance, Wait } from '../../src/watch/types.js'
import { blockHash, bytes32, createFill, job, type LoneStore, openAlone } from './fills.js'

export const token: Address = '0x00000000000000000000000000000000000000b4'
export const inbox: Address = '0x00000000000000000000000000000000000000C1'
export const one = { inboxHash: bytes32(1), inbox, token }
export const two = {
  inboxHash: bytes32(2),
  inbox: '0x00000000000000000000000000000000000000c2' as Address,
  token,
}
export const claimDelay = 60

/** Blocks come once a second. */
export const timeOf = (block: bigint) => 1_700_000_000 + Number(block)
export const waitOf = (given: typeof one, block: bigint): Wait => ({
  ...given,
  sinceBlock: block,
  sinceTime: timeOf(block),
})
export const holding = (balance: bigint | undefined, given = one): InboxBalance => ({ ...given, balance })
export const claimed = (block: bigint, changes: Partial<FillEvent> = {}) =>
  createFill(block, 0, { payer: inbox, token, ...changes })
/** What a sink gets of money that waits. */
export const foundOf = (balance: bigint, block: number, since: number) =>
  `moneyWaits ${balance} of ${token} at block ${block}, ${block - since} s after block ${since}`

/** Makes a chain with one watched inbox, and a database, for each test. */
export function setUpWaits() {
  const chain = {
    store: undefined as unknown as LoneStore,
    head: 100n,
    fork: { at: 10_000n, branch: 0 },
    /** What lies in the inbox, by block and branch. */
    balanceAt: (_block: bigint, _branch: number): bigint | undefined => 0n,
    events: [] as FillEvent[],
    measured: [] as bigint[],
    answer: undefined as 'missing' | 'unread' | undefined,
    /** Whether the run watches inboxes. */
    isWatching: true,
    claimDelay,
    measure: measureOne as ScannedInboxes['measure'],
    /** The blocks that come while a range is read. */
    growth: 0n,
    hashOf: (block: bigint) => blockHash(block, branchOf(block)),
    scanTo,
    deliver,
  }
  beforeEach(async () => {
    const store = await openAlone(openSqlite(':memory:'), job)
    const fresh = { balanceAt: () => 0n, events: [], measured: [], answer: undefined, isWatching: true }
    const place = { store, head: 100n, growth: 0n, fork: { at: 10_000n, branch: 0 } }
    Object.assign(chain, { ...place, ...fresh, claimDelay, measure: measureOne })
  })
  afterEach(() => chain.store.close())
  return chain

  function branchOf(block: bigint): number {
    return block >= chain.fork.at ? chain.fork.branch : 0
  }

  async function readBlock(block: { number: bigint } | { hash: `0x${string}` }) {
    const { head, hashOf } = chain
    const number = 'number' in block ? block.number : BigInt(block.hash) / 1000n
    if (number > head || ('hash' in block && block.hash !== hashOf(number))) return null
    return { number, hash: hashOf(number), parentHash: hashOf(number - 1n), timestamp: timeOf(number) }
  }

  function logsOf(from: bigint, to: bigint) {
    return chain.events
      .filter(({ blockNumber: at, blockHash }) => at >= from && at <= to && blockHash === chain.hashOf(at))
      .map(({ blockNumber, blockHash, transactionHash, logIndex, ...args }) => {
        const place = { blockNumber, blockHash, transactionHash, logIndex }
        return { name: 'FillAccepted' as const, receiver: job.receiver, args, ...place }
      })
  }

  async function measureOne({ number }: { number: bigint }): ReturnType<ScannedInboxes['measure']> {
    const { measured, answer, balanceAt } = chain
    measured.push(number)
    if (answer === 'missing') return answer
    if (answer === 'unread') return undefined
    return { balances: [holding(balanceAt(number, branchOf(number)))], isPartial: false }
  }

  /** Reads up to a block, which is the chain's last. */
  async function scanTo(block: bigint, rounds = 100): Promise<void> {
    const { store, isWatching, measure, claimDelay, growth } = chain
    chain.head = block
    const scanner = createScanner({
      chain: {
        readBlock,
        readEvents: async ({ fromBlock, toBlock }) => {
          const last = await readBlock({ number: toBlock })
          return last ? { last, logs: logsOf(fromBlock, toBlock) } : 'missing'
        },
        readBlockEvents: async ({ block: { number } }) => logsOf(number, number),
        checkId: async () => {},
      },
      database: store.database,
      mostBlocks: 40n,
      now: () => 1,
      onReorganized: () => {},
      onTime: () => {},
      tell: () => {},
    })
    const inboxes = isWatching ? { claimDelay, measure } : undefined
    for (let round = 0; round < rounds; round++) {
      const end = await scanner.scan(
        [{ job, store, inboxes, untilBlock: growth ? undefined : block, confirmations: 0n }],
        chain.head,
      )
      if (end === 'done') return
      chain.head += growth
    }
    if (growth === 0n) expect(rounds, 'never done').to.be.below(100)
  }

  /** What a sink gets since it was last asked. */
  async function deliver(): Promise<string[]> {
    const { store } = chain
    const due = await store.readOutbox({ sink: 'test', limit: 100, nowMs: 1 })
    await store.markDelivered({ sink: 'test', ids: due.map(({ finding }) => finding.id) })
    return due.map(
      ({ finding: { kind, actual, withdrawn } }) => `${withdrawn ? 'withdrawn ' : ''}${kind} ${actual}`,
    )
  }
}
