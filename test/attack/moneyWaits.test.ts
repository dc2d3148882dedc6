// Attacks on the alarm of money that waits: each asserts that it is neither missed nor false, nor withdrawn while the money lies
// there.
import { execFileSync } from 'node:child_process'
import { rename, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { type Address, type Hex, numberToHex } from 'viem'
import { measureInboxes, openInboxes } from '../../src/cli/watch/openInboxes.js'
import { createInboxCall } from '../../src/client/inbox/inboxCall.js'
import type { InboxCall } from '../../src/client/index.js'
import { computeInboxAddress, type InboxTerms } from '../../src/index.js'
import { judgeWaits } from '../../src/watch/judge/judgeWaits.js'
import { setUpFolder, stringify } from '../support/makeFolder.js'
import { bytes32, createFinding, createRange, job } from '../watch/fills.js'
import { claimDelay, claimed, foundOf, one, setUpWaits, timeOf, token, waitOf } from '../watch/waitChain.js'

describe('Attack: money that waits', () => {
  const chain = setUpWaits()

  /** Money lies in the inbox from block 150 on, and is reported at block 210. */
  async function alarm(): Promise<void> {
    chain.balanceAt = (block) => (block >= 120n ? 5n : 0n)
    await chain.scanTo(150n)
    await chain.scanTo(210n)
    expect(await chain.deliver()).to.deep.equal([foundOf(5n, 210, 150)])
  }

  it('a claim while nobody watches inboxes ends the wait: later money is no old money', async () => {
    chain.balanceAt = () => 5n
    await chain.scanTo(150n)
    chain.isWatching = false
    chain.events = [claimed(160n)]
    await chain.scanTo(205n)
    chain.isWatching = true
    await chain.scanTo(210n)
    expect(await chain.deliver()).to.deep.equal([])
    await chain.scanTo(270n)
    expect(await chain.deliver()).to.deep.equal([foundOf(5n, 270, 210)])
  })

  it('an alarm is withdrawn after the claim, also by a run that does not watch inboxes', async () => {
    await alarm()
    chain.isWatching = false
    chain.events = [claimed(220n)]
    await chain.scanTo(230n)
    expect(await chain.deliver()).to.deep.equal([`withdrawn ${foundOf(5n, 210, 150)}`])
  })

  for (const name of ['an earlier first block', 'every fill judged again'] as const) {
    it(`${name} neither withdraws an alarm nor reports it again, and a claim that is read again ends no later wait`, async () => {
      // The second is in the block in which the wait begins, before the money.
      chain.events = [claimed(130n), claimed(150n)]
      await alarm()
      const earlier = { ...job, fromBlock: 50n, fillsFrom: 50n }
      const isEarlier = name === 'an earlier first block'
      const { database, close } = chain.store
      const options = { isRejudged: !isEarlier }
      chain.store = { ...(await database.openJob(isEarlier ? earlier : job, options)), database, close }
      await chain.scanTo(220n)
      expect(await chain.deliver()).to.deep.equal([])
      expect(await chain.store.readWaits()).to.deep.equal([waitOf(one, 150n)])
      expect((await chain.store.summarize()).findings).to.deep.equal({ moneyWaits: 1 })
    })
  }

  it('a chain whose blocks come faster than they are read is measured', async () => {
    chain.balanceAt = () => 5n
    chain.growth = 20n
    await chain.scanTo(150n, 20)
    expect(await chain.deliver()).to.have.length(1)
  })

  it('dust does not move the beginning of a wait, and does not report it again', async () => {
    chain.balanceAt = (block) => block
    for (let block = 150n; block < 300n; block += 7n) await chain.scanTo(block)
    expect(await chain.deliver()).to.deep.equal([foundOf(213n, 213, 150)])
  })

  it('an alarm that was withdrawn for a claim is raised again when a reorganization takes the claim back', async () => {
    await alarm()
    chain.events = [claimed(220n)]
    await chain.scanTo(225n)
    expect(await chain.deliver()).to.deep.equal([`withdrawn ${foundOf(5n, 210, 150)}`])
    chain.fork = { at: 215n, branch: 1 }
    await chain.scanTo(226n)
    expect(await chain.deliver()).to.deep.equal([foundOf(5n, 210, 150)])
    expect(await chain.store.readWaits()).to.deep.equal([waitOf(one, 150n)])
  })

  it('another receiver of the database, with a list of its own, has no part in it', async () => {
    await alarm()
    const receiver: Address = '0x00000000000000000000000000000000000000ab'
    const other = await chain.store.database.openJob({ ...job, receiver })
    expect(await other.readWaits()).to.deep.equal([])
    const none = { begun: [], ended: [], findings: [], keptIds: [] }
    await other.commitRange({ ...createRange(100n, 220n), waits: none })
    await other.rewind({ toBlock: 110n })
    expect(await chain.deliver()).to.deep.equal([])
    expect(await chain.store.readWaits()).to.deep.equal([waitOf(one, 150n)])
  })

  it('the database forgets a wait that ended before the blocks that a reorganization can change', async () => {
    await alarm()
    chain.events = [claimed(220n)]
    chain.balanceAt = () => 0n
    await chain.scanTo(230n)
    await chain.scanTo(900n)
    await chain.store.rewind({ toBlock: 210n })
    expect(await chain.store.readWaits()).to.deep.equal([])
  })

  it('a refund that moves nothing does not end a wait', async () => {
    chain.balanceAt = () => 5n
    await chain.scanTo(150n)
    chain.events = [claimed(200n, { isReturned: true, amount: 0n })]
    await chain.scanTo(210n)
    expect(await chain.deliver()).to.deep.equal([foundOf(5n, 210, 150)])
  })

  it('dust in 33,000 inboxes stops nothing, and all of it is withdrawn', async () => {
    const { store } = chain
    const findings = Array.from({ length: 33_000 }, (_, index) => {
      const id = bytes32(index)
      return createFinding(claimed(110n), { id, kind: 'moneyWaits', transactionHash: null })
    })
    const none = { begun: [], ended: [], findings: [], keptIds: [] }
    const keptIds = findings.map(({ id }) => id)
    await store.commitRange({ ...createRange(100n, 110n), waits: { ...none, findings, keptIds } })
    expect((await store.summarize()).findings).to.deep.equal({ moneyWaits: 33_000 })
    await store.commitRange({ ...createRange(111n, 112n), waits: none })
    expect(await store.summarize()).to.deep.include({ findings: {}, withdrawn: { moneyWaits: 33_000 } })
  })

  it('10,000 claims of 10,000 inboxes are judged within seconds', () => {
    const all = Array.from({ length: 10_000 }, (_, index) => {
      const inbox: Address = numberToHex(index + 1, { size: 20 })
      return { inboxHash: bytes32(index), inbox, token }
    })
    const waits = all.map((given) => waitOf(given, 100n))
    const fills = all.map(({ inbox }) => claimed(150n, { payer: inbox })).toReversed()
    const end = { block: 200n, time: timeOf(200n) }
    const begin = Date.now()
    const { ended } = judgeWaits({ job, waits, fills, end, balances: undefined, claimDelay })
    expect(ended).to.have.length(10_000)
    expect(Date.now() - begin).to.be.below(5_000)
  })
})

describe('Attack: the list of inboxes that are watched', () => {
  const chain = setUpWaits()
  const folder = setUpFolder({ isForEach: true })
  const termsOf = (salt: number): InboxTerms => ({
    ...{ token, recipient: token, hook: false, refundTo: token, claimer: token },
    ...{ deadline: 2 ** 48 - 1, minimum: 0n, salt: bytes32(salt), data: '0x' },
  })
  const lineOf = (salt: number) => JSON.stringify({ inboxTerms: { ...termsOf(salt), minimum: '0' } })
  let told: string[]

  /** Watches the inboxes of a list. All of them have money from block 150 on. */
  async function watch(path: string): Promise<void> {
    told = []
    const readList = await openInboxes(path, job.receiver)
    chain.measure = measureInboxes(readList, job.receiver, {
      chain: {
        readKind: async () => 'inboxReceiver',
        readBalances: async (inboxes) => new Map(inboxes.map(({ inboxHash }) => [inboxHash as Hex, 5n])),
      },
      tell: (_, text) => void told.push(text),
    })
    await chain.scanTo(150n)
    await chain.scanTo(210n)
    expect(await chain.deliver()).to.have.length(2)
  }

  const broken = {
    'a line that is half written': `${lineOf(1)}\n${lineOf(2).slice(0, 200)}`,
    'a file that is empty because it is being written': '',
    'a line that somebody spoiled': `${lineOf(1)}\n{"inboxTerms":5}`,
    'a file that is no list': 'nothing',
  }
  for (const [name, text] of Object.entries(broken)) {
    it(`${name} withdraws nothing, and does not let the wait begin anew`, async () => {
      const path = folder.path('list.ndjson')
      await writeFile(path, `${lineOf(1)}\n${lineOf(2)}\n`)
      await watch(path)
      await writeFile(path, text)
      await chain.scanTo(211n)
      expect(await chain.deliver()).to.deep.equal([])
      expect(told.join()).to.match(/can not be read|has no inboxes/)
      await writeFile(path, `${lineOf(1)}\n${lineOf(2)}\n`)
      await chain.scanTo(212n)
      expect(await chain.deliver()).to.deep.equal([])
      expect((await chain.store.readWaits()).map(({ sinceBlock }) => sinceBlock)).to.deep.equal([150n, 150n])
      // A line that is removed from a list that can be read.
      await writeFile(path, `${lineOf(2)}\n`)
      await chain.scanTo(213n)
      expect((await chain.deliver()).join().toLowerCase()).to.equal(
        `withdrawn ${foundOf(5n, 210, 150)}`.toLowerCase(),
      )
      expect((await chain.store.readWaits()).map(({ inbox }) => inbox)).to.deep.equal([
        computeInboxAddress({ receiver: job.receiver, terms: termsOf(2) }),
      ])
    })
  }

  it('an entry of another receiver does not keep the alarm of an inbox that is no longer listed', async () => {
    const path = folder.path('list.ndjson')
    const kept = createInboxCall(termsOf(3), {
      ...{ chainId: job.chainId, receiver: one.inbox, bounds: {} },
      request: { destinationChainId: job.chainId, amount: '1' } as InboxCall['request'],
    })
    const foreign = stringify({ ...kept, request: { ...kept.request, recipient: kept.inbox } })
    await writeFile(path, `${lineOf(1)}\n${lineOf(2)}\n${foreign}\n`)
    await watch(path)
    await writeFile(path, `${lineOf(2)}\n${foreign}\n`)
    await chain.scanTo(211n)
    expect(told.join()).to.include('not watched: 1.')
    expect(await chain.deliver()).to.have.length(1)
  })

  it('a list that is away for a moment withdraws nothing', async () => {
    const path = folder.path('list.ndjson')
    await writeFile(path, `${lineOf(1)}\n${lineOf(2)}\n`)
    await watch(path)
    await rename(path, folder.path('old'))
    await chain.scanTo(211n)
    expect(await chain.deliver()).to.deep.equal([])
    await rename(folder.path('old'), path)
    await chain.scanTo(212n)
    expect(await chain.deliver()).to.deep.equal([])
  })

  it('a folder without files has no inboxes any more', async () => {
    await writeFile(folder.path('list.ndjson'), `${lineOf(1)}\n${lineOf(2)}\n`)
    await watch(folder.path())
    await rename(folder.path('list.ndjson'), folder.path('list.old'))
    await chain.scanTo(211n)
    expect(await chain.deliver()).to.have.length(2)
  })

  it('a pipe in the folder, in which nobody writes, stops nothing', async () => {
    await writeFile(folder.path('list.ndjson'), `${lineOf(1)}\n${lineOf(2)}\n`)
    execFileSync('mkfifo', [folder.path('a.json')])
    await watch(folder.path())
    expect(told.join()).to.include('not watched: 1.')
  }).timeout(10_000)
})
