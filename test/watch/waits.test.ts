import { expect } from 'chai'
import { type Address, zeroAddress } from 'viem'
import { happenedRules } from '../../src/rules/happened/happenedRules.js'
import { judge } from '../../src/rules/verdict.js'
import { type JudgeWaitsParameters, judgeWaits } from '../../src/watch/judge/judgeWaits.js'
import { createScanner, type ScannedInboxes } from '../../src/watch/scanChain.js'
import { openSqlite } from '../../src/watch/sqlite/openSqlite.js'
import type {
  FillEvent,
  Finding,
  InboxBalance,
  RangeCommit,
  Wait,
  WaitChanges,
} from '../../src/watch/types.js'
import { blockHash, bytes32, createFill, job, type LoneStore, openAlone } from './fills.js'

const token: Address = '0x00000000000000000000000000000000000000b4'
const inbox: Address = '0x00000000000000000000000000000000000000C1'
const one = { inboxHash: bytes32(1), inbox, token }
const two = { inboxHash: bytes32(2), inbox: '0x00000000000000000000000000000000000000c2' as Address, token }
const claimDelay = 60

/** Blocks come once a second. */
const timeOf = (block: bigint) => 1_700_000_000 + Number(block)
const waitOf = (given: typeof one, block: bigint): Wait => ({
  ...given,
  sinceBlock: block,
  sinceTime: timeOf(block),
})
const holding = (balance: bigint | undefined, given = one): InboxBalance => ({ ...given, balance })
const claimed = (block: bigint, changes: Partial<FillEvent> = {}) =>
  createFill(block, 0, { payer: inbox, token, ...changes })

describe('judgeWaits', () => {
  const run = (block: bigint, given: Partial<JudgeWaitsParameters>): WaitChanges =>
    judgeWaits({
      ...{ job, waits: [], fills: [], end: { block, time: timeOf(block) }, balances: [], claimDelay },
      ...given,
    })
  const waits = [waitOf(one, 100n)]
  const nothing = { begun: [], ended: [], findings: [], keptIds: [] }

  it('default: a wait begins with a balance, and is no finding before the delay', () => {
    const balances = [holding(5n), holding(0n, two)]
    expect(run(100n, { balances })).to.deep.equal({ ...nothing, begun: waits })
    expect(run(159n, { waits, balances })).to.deep.equal(nothing)
  })

  it('behavior: it is a finding from the delay on, with what was measured and by whom', () => {
    const { findings, ...rest } = run(160n, { waits, balances: [holding(5n)] })
    expect(rest).to.deep.equal({ begun: [], ended: [], keptIds: [] })
    const [{ id, ...finding }, ...more] = findings as [WaitChanges['findings'][number]]
    expect(more).to.deep.equal([])
    expect(finding).to.deep.equal({
      kind: 'moneyWaits',
      chainId: job.chainId,
      receiver: job.receiver,
      requestId: null,
      transactionHash: null,
      blockNumber: 160,
      expected: 'a claim or a refund within 60 s',
      actual: `5 of ${token} at block 160, 60 s after block 100`,
      message: `Money lies in the inbox ${inbox}. The receiver reported no claim or refund of it after block 100.`,
    })
    const later = run(170n, { waits, balances: [holding(7n)] }).findings
    expect(later.map((one) => one.id)).to.deep.equal([id])
    const other = run(170n, { waits: [waitOf(one, 101n)], balances: [holding(7n)] }).findings
    expect(other[0]!.id).not.to.equal(id)
    const foreign = run(170n, { waits: [waitOf(two, 100n)], balances: [holding(7n, two)] }).findings
    expect(foreign[0]!.id).not.to.equal(id)
  })

  it('behavior: an empty inbox, and one that is no longer listed, end the wait', () => {
    const ended = [{ ...waits[0]!, endBlock: 200n }]
    expect(run(200n, { waits, balances: [holding(0n)] })).to.deep.equal({ ...nothing, ended })
    expect(run(200n, { waits, balances: [holding(5n, two)] })).to.deep.equal({
      ...nothing,
      begun: [waitOf(two, 200n)],
      ended,
    })
  })

  it('behavior: a claim or a refund ends the wait at its block, and what lies there then is a new one', () => {
    for (const isReturned of [false, true]) {
      const payer = inbox.toLowerCase() as Address
      const fills = [createFill(150n), claimed(160n, { isReturned, payer }), claimed(170n)]
      const ended = [{ ...waits[0]!, endBlock: 160n }]
      const found = run(200n, { waits, fills, balances: [holding(5n)] })
      expect(found).to.deep.equal({ ...nothing, ended, begun: [waitOf(one, 200n)] })
      expect(run(200n, { waits, fills, balances: undefined })).to.deep.equal({ ...nothing, ended })
    }
  })

  it('behavior: a refund of another token, or a claim of another inbox, does not', () => {
    const fills = [claimed(160n, { token: zeroAddress }), claimed(160n, { payer: two.inbox })]
    expect(run(200n, { waits, fills, balances: [holding(5n)] }).findings).to.have.length(1)
  })

  it('behavior: a balance that is not known changes nothing', () => {
    const [{ id }] = run(200n, { waits, balances: [holding(5n)] }).findings as readonly [Finding]
    for (const balances of [undefined, [holding(undefined)]]) {
      expect(run(200n, { waits, balances })).to.deep.equal({ ...nothing, keptIds: [id] })
    }
    expect(run(200n, { balances: [holding(undefined)] })).to.deep.equal(nothing)
  })

  it('behavior: without a delay, a balance is a finding at once', () => {
    expect(run(100n, { balances: [holding(1n)], claimDelay: 0 }).findings).to.have.length(1)
  })

  it('behavior: an empty inbox is no contradiction, however long it is', () => {
    const [since, end] = [100n, 900n].map((block) => ({ block, time: timeOf(block) }))
    // Blocks need not come once a second.
    const waiting = { inbox, token: zeroAddress, balance: 0n, since: since!, end: { ...end!, block: 120n } }
    const judged = (balance: bigint) =>
      judge(happenedRules, { waiting: { ...waiting, balance }, claimDelay }).find(
        (rule) => rule.check === 'moneyWaits',
      )
    expect(judged(0n)).to.deep.equal({ check: 'moneyWaits', ok: true })
    const found = judged(1n)!
    expect(found.ok === false && found.faults[0]!.actual).to.equal(
      '1 of the native currency at block 120, 800 s after block 100',
    )
  })
})

describe('createScanner, with inboxes', () => {
  let store: LoneStore
  let head: bigint
  let fork: { at: bigint; branch: number }
  /** What lies in the inbox, by block and branch. */
  let balanceAt: (block: bigint, branch: number) => bigint | undefined
  let events: FillEvent[]
  let measured: bigint[]
  let answer: 'missing' | 'unread' | undefined
  beforeEach(async () => {
    store = await openAlone(openSqlite(':memory:'), job)
    head = 100n
    fork = { at: 10_000n, branch: 0 }
    balanceAt = () => 0n
    events = []
    measured = []
    answer = undefined
  })
  afterEach(() => store.close())

  const branchOf = (block: bigint) => (block >= fork.at ? fork.branch : 0)
  const hashOf = (block: bigint) => blockHash(block, branchOf(block))
  const readBlock = async (block: { number: bigint } | { hash: `0x${string}` }) => {
    const number = 'number' in block ? block.number : BigInt(block.hash) / 1000n
    if (number > head || ('hash' in block && block.hash !== hashOf(number))) return null
    return { number, hash: hashOf(number), parentHash: hashOf(number - 1n), timestamp: timeOf(number) }
  }
  const logsOf = (from: bigint, to: bigint) =>
    events
      .filter(
        ({ blockNumber, blockHash }) =>
          blockNumber >= from && blockNumber <= to && blockHash === hashOf(blockNumber),
      )
      .map(({ blockNumber, blockHash, transactionHash, logIndex, ...args }) => {
        const place = { blockNumber, blockHash, transactionHash, logIndex }
        return { name: 'FillAccepted' as const, receiver: job.receiver, args, ...place }
      })
  const inboxes: ScannedInboxes = {
    claimDelay,
    async measure({ number }) {
      measured.push(number)
      if (answer === 'missing') return answer
      return answer === 'unread' ? undefined : [holding(balanceAt(number, branchOf(number)))]
    },
  }

  async function scanTo(block: bigint, rounds = 100): Promise<void> {
    head = block
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
    for (let round = 0; round < rounds; round++) {
      const end = await scanner.scan([{ job, store, inboxes, untilBlock: block, confirmations: 0n }], head)
      if (end === 'done') return
    }
    expect(rounds, 'never done').to.be.below(100)
  }

  /** What a sink gets since it was last asked. */
  async function deliver(): Promise<string[]> {
    const due = await store.readOutbox({ sink: 'test', limit: 100, nowMs: 1 })
    await store.markDelivered({ sink: 'test', ids: due.map(({ finding }) => finding.id) })
    return due.map(
      ({ finding: { kind, actual, withdrawn } }) => `${withdrawn ? 'withdrawn ' : ''}${kind} ${actual}`,
    )
  }
  const found = (balance: bigint, block: number, since: number) =>
    `moneyWaits ${balance} of ${token} at block ${block}, ${block - since} s after block ${since}`

  it('default: reports money that waits once, and withdraws it when it was claimed', async () => {
    balanceAt = (block) => (block >= 120n ? 5n : 0n)
    for (const block of [150n, 209n]) {
      await scanTo(block)
      expect(await deliver()).to.deep.equal([])
    }
    for (const block of [210n, 230n, 300n]) await scanTo(block)
    expect(await deliver()).to.deep.equal([found(5n, 210, 150)])
    expect((await store.summarize()).findings).to.deep.equal({ moneyWaits: 1 })
    events = [claimed(310n)]
    await scanTo(320n)
    // The rest is a new wait.
    expect(await deliver()).to.deep.equal([`withdrawn ${found(5n, 210, 150)}`])
    expect(await store.summarize()).to.deep.include({ findings: {}, withdrawn: { moneyWaits: 1 } })
    await scanTo(380n)
    expect(await deliver()).to.deep.equal([found(5n, 380, 320)])
    balanceAt = () => 0n
    await scanTo(381n)
    expect(await deliver()).to.deep.equal([`withdrawn ${found(5n, 380, 320)}`])
  })

  it('behavior: measures only the last block of what it reads', async () => {
    await scanTo(300n)
    await scanTo(300n)
    await scanTo(303n)
    expect(measured).to.deep.equal([300n, 303n])
  })

  it('behavior: a claim in blocks whose balance is not read ends the wait too', async () => {
    balanceAt = () => 5n
    await scanTo(150n)
    events = [claimed(160n)]
    await scanTo(400n)
    expect(await deliver()).to.deep.equal([])
    expect(await store.readWaits()).to.deep.equal([waitOf(one, 400n)])
  })

  it('behavior: a claim that a reorganization removes leaves the wait as it was', async () => {
    balanceAt = (block, branch) => (block < 195n || branch === 1 ? 5n : 0n)
    for (const block of [150n, 190n]) await scanTo(block)
    events = [claimed(195n)]
    for (const block of [197n, 215n]) await scanTo(block)
    expect(await store.readWaits()).to.deep.equal([])
    fork = { at: 192n, branch: 1 }
    await scanTo(216n)
    expect(await deliver()).to.deep.equal([found(5n, 216, 150)])
  })

  it('behavior: money that a reorganization removes is withdrawn, and comes back with its new block', async () => {
    balanceAt = (block, branch) => (block >= 130n && branch !== 1 ? 5n : 0n)
    for (const block of [120n, 150n, 210n]) await scanTo(block)
    expect(await deliver()).to.deep.equal([found(5n, 210, 150)])
    fork = { at: 125n, branch: 1 }
    await scanTo(211n)
    expect(await deliver()).to.deep.equal([`withdrawn ${found(5n, 210, 150)}`])
    fork = { at: 125n, branch: 2 }
    for (const block of [212n, 272n]) await scanTo(block)
    expect(await deliver()).to.deep.equal([found(5n, 272, 212)])
    // The first branch again: what was known of it is found anew.
    fork = { at: 125n, branch: 0 }
    for (const block of [273n, 333n]) await scanTo(block)
    expect(await deliver()).to.deep.equal([`withdrawn ${found(5n, 272, 212)}`, found(5n, 333, 273)])
  })

  it('behavior: stores nothing of a range if the chain has another block at its end', async () => {
    answer = 'missing'
    await scanTo(130n, 20)
    expect(await store.readScannedTo()).to.equal(123n)
  })

  it('behavior: a list or a balance that can not be read leaves the finding as it is', async () => {
    balanceAt = () => 5n
    for (const block of [150n, 210n]) await scanTo(block)
    answer = 'unread'
    await scanTo(211n)
    answer = undefined
    balanceAt = () => undefined
    await scanTo(212n)
    expect(await deliver()).to.deep.equal([found(5n, 210, 150)])
    balanceAt = () => 5n
    await scanTo(213n)
    expect(await deliver()).to.deep.equal([])
    expect((await store.summarize()).findings).to.deep.equal({ moneyWaits: 1 })
  })

  it('behavior: the findings of fills stay', async () => {
    const fill = createFill(110n)
    const commit: RangeCommit = {
      ...{ fromBlock: 100n, toBlock: 120n, toTime: timeOf(120n), head: 120n, keepFrom: 0n, nowMs: 1 },
      ...{ fills: [fill], authorizations: [], blocks: [{ number: 120n, hash: hashOf(120n) }] },
    }
    await store.commitRange(commit)
    await store.confirm({ throughBlock: 120n, nowMs: 1 })
    const [task] = await store.take({ limit: 1, nowMs: 1 })
    const other = { ...run(fill), kind: 'amountShort' as const }
    await store.settle(task!, { requestId: null, findings: [other], unchecked: [] })
    await scanTo(150n)
    expect((await store.summarize()).findings).to.deep.equal({ amountShort: 1 })

    function run({ transactionHash }: FillEvent) {
      const place = { chainId: job.chainId, receiver: job.receiver, requestId: null, transactionHash }
      return { id: bytes32(77), ...place, blockNumber: 110, expected: '2', actual: '1', message: 'Less.' }
    }
  })
})
