import { expect } from 'chai'
import { type Address, zeroAddress } from 'viem'
import { happenedRules } from '../../src/rules/happened/happenedRules.js'
import { judge } from '../../src/rules/verdict.js'
import { type JudgeWaitsParameters, judgeWaits } from '../../src/watch/judge/judgeWaits.js'
import { createFindingId } from '../../src/watch/judge/toFinding.js'
import type { FillEvent, RangeCommit, Wait, WaitChanges } from '../../src/watch/types.js'
import { bytes32, createFill, job } from './fills.js'
import {
  claimDelay,
  claimed,
  foundOf,
  holding,
  inbox,
  one,
  setUpWaits,
  timeOf,
  token,
  two,
  waitOf,
} from './waitChain.js'

describe('judgeWaits', () => {
  const run = (block: bigint, given: Partial<JudgeWaitsParameters>): WaitChanges =>
    judgeWaits({
      ...{ job, waits: [], fills: [], end: { block, time: timeOf(block) }, balances: [], claimDelay },
      ...given,
    })
  const waits = [waitOf(one, 100n)]
  const nothing = { begun: [], ended: [], findings: [], keptIds: [] }
  const idOf = ({ inboxHash, sinceBlock }: Wait) => createFindingId(job, 'moneyWaits', inboxHash, sinceBlock)
  const keptIds = waits.map(idOf)

  it('default: a wait begins with a balance, and is no finding before the delay', () => {
    const balances = [holding(5n), holding(0n, two)]
    expect(run(100n, { balances })).to.deep.equal({ ...nothing, begun: waits, keptIds })
    expect(run(159n, { waits, balances })).to.deep.equal({ ...nothing, keptIds })
  })

  it('behavior: it is a finding from the delay on, with what was measured and by whom', () => {
    const { findings, ...rest } = run(160n, { waits, balances: [holding(5n)] })
    expect(rest).to.deep.equal({ begun: [], ended: [], keptIds })
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
      keptIds: [idOf(waitOf(two, 200n))],
    })
  })

  it('behavior: an inbox that is not listed may be in a part of the list that can not be read', () => {
    const given = { waits, balances: [holding(5n, two)], isPartial: true }
    const begun = [waitOf(two, 200n)]
    expect(run(200n, given)).to.deep.equal({ ...nothing, begun, keptIds: [...keptIds, ...begun.map(idOf)] })
  })

  it('behavior: a claim or a refund ends the wait at its block, and what lies there then is a new one', () => {
    for (const isReturned of [false, true]) {
      const payer = inbox.toLowerCase() as Address
      const fills = [createFill(150n), claimed(160n, { isReturned, payer }), claimed(170n)]
      const ended = [{ ...waits[0]!, endBlock: 160n }]
      const found = run(200n, { waits, fills, balances: [holding(5n)] })
      const begun = [waitOf(one, 200n)]
      expect(found).to.deep.equal({ ...nothing, ended, begun, keptIds: begun.map(idOf) })
      expect(run(200n, { waits, fills, balances: undefined })).to.deep.equal({ ...nothing, ended })
    }
  })

  it('behavior: a refund of another token, or a claim of another inbox, does not', () => {
    const fills = [claimed(160n, { token: zeroAddress }), claimed(160n, { payer: two.inbox })]
    expect(run(200n, { waits, fills, balances: [holding(5n)] }).findings).to.have.length(1)
  })

  it('behavior: a balance that is not known changes nothing', () => {
    for (const balances of [undefined, [holding(undefined)]]) {
      expect(run(200n, { waits, balances })).to.deep.equal({ ...nothing, keptIds })
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
  const chain = setUpWaits()

  it('default: reports money that waits once, and withdraws it when it was claimed', async () => {
    chain.balanceAt = (block) => (block >= 120n ? 5n : 0n)
    for (const block of [150n, 209n]) {
      await chain.scanTo(block)
      expect(await chain.deliver()).to.deep.equal([])
    }
    for (const block of [210n, 230n, 300n]) await chain.scanTo(block)
    expect(await chain.deliver()).to.deep.equal([foundOf(5n, 210, 150)])
    expect((await chain.store.summarize()).findings).to.deep.equal({ moneyWaits: 1 })
    chain.events = [claimed(310n)]
    await chain.scanTo(320n)
    // The rest is a new wait.
    expect(await chain.deliver()).to.deep.equal([`withdrawn ${foundOf(5n, 210, 150)}`])
    expect(await chain.store.summarize()).to.deep.include({ findings: {}, withdrawn: { moneyWaits: 1 } })
    await chain.scanTo(380n)
    expect(await chain.deliver()).to.deep.equal([foundOf(5n, 380, 320)])
    chain.balanceAt = () => 0n
    await chain.scanTo(381n)
    expect(await chain.deliver()).to.deep.equal([`withdrawn ${foundOf(5n, 380, 320)}`])
  })

  it('behavior: measures only the last block of what it reads', async () => {
    await chain.scanTo(300n)
    await chain.scanTo(300n)
    await chain.scanTo(303n)
    expect(chain.measured).to.deep.equal([300n, 303n])
  })

  it('behavior: a claim in blocks whose balance is not read ends the wait too', async () => {
    chain.balanceAt = () => 5n
    await chain.scanTo(150n)
    chain.events = [claimed(160n)]
    await chain.scanTo(400n)
    expect(await chain.deliver()).to.deep.equal([])
    expect(await chain.store.readWaits()).to.deep.equal([waitOf(one, 400n)])
  })

  it('behavior: a claim that a reorganization removes leaves the wait as it was', async () => {
    chain.balanceAt = (block, branch) => (block < 195n || branch === 1 ? 5n : 0n)
    for (const block of [150n, 190n]) await chain.scanTo(block)
    chain.events = [claimed(195n)]
    for (const block of [197n, 215n]) await chain.scanTo(block)
    expect(await chain.store.readWaits()).to.deep.equal([])
    chain.fork = { at: 192n, branch: 1 }
    await chain.scanTo(216n)
    expect(await chain.deliver()).to.deep.equal([foundOf(5n, 216, 150)])
  })

  it('behavior: money that a reorganization removes is withdrawn, and comes back with its new block', async () => {
    chain.balanceAt = (block, branch) => (block >= 130n && branch !== 1 ? 5n : 0n)
    for (const block of [120n, 150n, 210n]) await chain.scanTo(block)
    expect(await chain.deliver()).to.deep.equal([foundOf(5n, 210, 150)])
    chain.fork = { at: 125n, branch: 1 }
    await chain.scanTo(211n)
    expect(await chain.deliver()).to.deep.equal([`withdrawn ${foundOf(5n, 210, 150)}`])
    chain.fork = { at: 125n, branch: 2 }
    for (const block of [212n, 272n]) await chain.scanTo(block)
    expect(await chain.deliver()).to.deep.equal([foundOf(5n, 272, 212)])
    // The first branch again: what was known of it is found anew.
    chain.fork = { at: 125n, branch: 0 }
    for (const block of [273n, 333n]) await chain.scanTo(block)
    expect(await chain.deliver()).to.deep.equal([`withdrawn ${foundOf(5n, 272, 212)}`, foundOf(5n, 333, 273)])
  })

  it('behavior: stores nothing of a range if the chain has another block at its end', async () => {
    chain.answer = 'missing'
    await chain.scanTo(130n, 20)
    expect(await chain.store.readScannedTo()).to.equal(123n)
  })

  it('behavior: a list or a balance that can not be read leaves the finding as it is', async () => {
    chain.balanceAt = () => 5n
    for (const block of [150n, 210n]) await chain.scanTo(block)
    chain.answer = 'unread'
    await chain.scanTo(211n)
    chain.answer = undefined
    chain.balanceAt = () => undefined
    await chain.scanTo(212n)
    expect(await chain.deliver()).to.deep.equal([foundOf(5n, 210, 150)])
    chain.balanceAt = () => 5n
    await chain.scanTo(213n)
    expect(await chain.deliver()).to.deep.equal([])
    expect((await chain.store.summarize()).findings).to.deep.equal({ moneyWaits: 1 })
  })

  it('behavior: the findings of fills stay', async () => {
    const fill = createFill(110n)
    const commit: RangeCommit = {
      ...{ fromBlock: 100n, toBlock: 120n, toTime: timeOf(120n), head: 120n, keepFrom: 0n, nowMs: 1 },
      ...{ fills: [fill], authorizations: [], blocks: [{ number: 120n, hash: chain.hashOf(120n) }] },
    }
    await chain.store.commitRange(commit)
    await chain.store.confirm({ throughBlock: 120n, nowMs: 1 })
    const [task] = await chain.store.take({ limit: 1, nowMs: 1 })
    const other = { ...run(fill), kind: 'amountShort' as const }
    await chain.store.settle(task!, { requestId: null, findings: [other], unchecked: [] })
    await chain.scanTo(150n)
    expect((await chain.store.summarize()).findings).to.deep.equal({ amountShort: 1 })

    function run({ transactionHash }: FillEvent) {
      const place = { chainId: job.chainId, receiver: job.receiver, requestId: null, transactionHash }
      return { id: bytes32(77), ...place, blockNumber: 110, expected: '2', actual: '1', message: 'Less.' }
    }
  })
})
