// Attacks on the keeper, `fillproof claim`: each asserts that it pays for no gas twice, and says nothing that is not so.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Address, concatHex, createPublicClient, createWalletClient, custom, type Hex } from 'viem'
import { claimInboxes } from '../../src/cli/claim/claimInboxes.js'
import { describeClaim, isSettled } from '../../src/cli/claim/describeClaim.js'
import type { ClaimMemory } from '../../src/cli/claim/types.js'
import { encodeClaim } from '../../src/contract/evidence.js'
import { readInboxBalances } from '../../src/contract/facts/readInboxBalances.js'
import { claimMany, type InboxEvidence } from '../../src/contract/index.js'
import { hashInboxTerms, type InboxTerms } from '../../src/index.js'
import {
  clientOf,
  deployFixture,
  type Fixture,
  fillAmount,
  restoreAfterEach,
} from '../receivers/support/fixture.js'
import { selectors } from '../receivers/support/hostile.js'
import { deployInboxFixture, type InboxFixture } from '../receivers/support/inboxFixture.js'
import { thrown } from '../support/errors.js'

type Args = { method: string; params?: unknown[] | object }
type Answer = (args: Args) => unknown

describe('Attack: a keeper', () => {
  let fixture: Fixture
  let inboxes: InboxFixture
  let client: ReturnType<typeof clientOf>
  let memory: ClaimMemory
  let sent: Hex[]
  before(async () => {
    fixture = await deployFixture()
    client = clientOf(fixture, fixture.payer.account.address)
    inboxes = await deployInboxFixture(fixture)
  })
  restoreAfterEach(() => fixture)
  afterEach(() => automine(true))
  beforeEach(() => {
    memory = new Map()
    sent = []
  })

  const ask = ({ method, params }: Args) => fixture.connection.provider.request({ method, params } as never)
  /** A node that answers some requests in another way, and as a node does with the hash of a transaction that reverts. */
  const nodeThat = (answer: Answer) =>
    custom(
      {
        request: async (args: Args) =>
          (await answer(args)) ??
          (await ask(args).catch((error) =>
            args.method === 'eth_sendTransaction'
              ? (error.transactionHash ?? Promise.reject(error))
              : Promise.reject(error),
          )),
      },
      { retryCount: 0 },
    )
  const limited = (): never => {
    throw Object.assign(new Error('Too Many Requests'), { code: -32005 })
  }
  async function paid(changes: Partial<InboxTerms> = {}) {
    const terms = inboxes.termsOf(changes)
    await inboxes.pay(terms)
    return { terms, evidence: await inboxes.evidenceOf(terms) }
  }
  type Paid = { terms: InboxTerms; evidence: InboxEvidence }
  const given = ({ terms, evidence }: Paid) => ({
    ...{
      place: 'a.json',
      inboxHash: hashInboxTerms(terms),
      inbox: inboxes.inboxOf(terms),
      terms,
      missing: [],
    },
    openers: [{ evidence, deadline: Number(evidence.orderData.output.deadline) }],
  })
  /** One look of the keeper, through a node. */
  async function look(all: readonly Paid[], answer: Answer = () => undefined, isAlone = false) {
    const transport = nodeThat(answer)
    const { account, chain } = client
    const wallet = createWalletClient({ account, chain, transport, pollingInterval: 20 })
    const outcomes = await claimInboxes(createPublicClient({ transport, pollingInterval: 20 }), {
      ...{ receiver: inboxes.receiver, inboxes: all.map(given), memory },
      batcher: isAlone ? undefined : inboxes.batcher,
      onSent: (hash) => void sent.push(hash),
      sender: { wallet, account, address: account.address } as never,
    })
    return [...outcomes.values()]
  }
  const statusesOf = (outcomes: readonly { status: string }[]) => outcomes.map(({ status }) => status)
  const balanceOf = (address: Address) => fixture.publicClient.getBalance({ address })
  const automine = (isOn: boolean) => ask({ method: 'evm_setAutomine', params: [isOn] })
  const mine = () => ask({ method: 'evm_mine', params: [] })

  it('does not pay again within the minute for a hook that burns gas, whatever dust comes to its inbox', async () => {
    const recipient: Address = `0x${'5a'.repeat(20)}`
    const accepts = concatHex(['0x63', selectors.onFill, '0x60e01b5f5260205ff3'])
    await fixture.helpers.setCode(recipient, accepts)
    await inboxes.contract.write.setRecipient([{ recipient, hook: true }])
    const one = await paid({ recipient, hook: true })
    // The hook accepts each simulation, and burns its gas in each transaction.
    const lurking: Answer = async ({ method, params }) => {
      if (method !== 'eth_sendTransaction') return undefined
      await fixture.helpers.setCode(recipient, '0xfe')
      const hash = await ask({ method, params }).catch((error) => error.transactionHash)
      await fixture.helpers.setCode(recipient, accepts)
      return hash
    }
    expect(statusesOf(await look([one], lurking))).to.deep.equal(['waiting'])
    for (let dust = 1n; dust < 4n; dust++) {
      await inboxes.pay(one.terms, 1n)
      const [outcome] = await look([one], lurking)
      expect(outcome).to.include({ status: 'waiting', balance: fillAmount + dust })
    }
    expect(sent).to.have.length(1)
    const [held] = [...memory.values()]
    expect(held!.untilMs - Date.now()).to.be.within(0, 60_000)
    held!.untilMs = Date.now()
    await look([one], lurking)
    expect(sent).to.have.length(2)
  })

  it('says nothing of a rest after a claim, if the node that answers then is behind', async () => {
    const one = await paid()
    const block = (await ask({ method: 'eth_getBlockByNumber', params: ['latest', false] })) as object
    const lagging: Answer = ({ method, params }) =>
      method === 'eth_getBlockByNumber' && (params as unknown[])[0] === 'latest' ? block : undefined
    const [outcome] = await look([one], lagging)
    expect(outcome).to.include({ status: 'claimed', balance: 0n, credited: fillAmount })
  })

  it('a node that fails after the claims leaves the rest unknown, and the claims reported', async () => {
    const one = await paid()
    const silent: Answer = ({ method }) => (sent.length > 0 && method === 'eth_call' ? limited() : undefined)
    const [outcome] = await look([one], silent)
    expect(outcome).to.include({ status: 'claimed', credited: fillAmount })
    expect(outcome).not.to.have.property('balance')
    expect(isSettled(outcome!)).to.equal(false)
    const text = describeClaim({ file: 'a.json', ...outcome! })
    expect(text).to.include('What is left is not known.').and.not.include('waits')
  })

  it('a node that fails behind some claims does not take their reports, and the others are not done', async () => {
    const all = [await paid(), await paid(), await paid()]
    const failing: Answer = ({ method }) =>
      sent.length > 0 && method === 'eth_sendTransaction' ? limited() : undefined
    const outcomes = await look(all, failing, true)
    expect(statusesOf(outcomes)).to.deep.equal(['claimed', 'waiting', 'waiting'])
    for (const one of outcomes.slice(1)) {
      expect(one.reason).to.include('Too Many Requests')
      expect(isSettled(one)).to.equal(false)
    }
    expect((await thrown(() => look([all[1]!], () => limited()))).message).to.include('Too Many Requests')
  })

  it('claimMany reports what a batch claimed, though the node fails behind it', async () => {
    const all = [await paid(), await paid(), await paid()]
    const [first] = all
    const { account, chain } = client
    let hashes = 0
    const wallet = createWalletClient({
      ...{ account, chain, pollingInterval: 20 },
      transport: nodeThat(async ({ method }) => {
        if (hashes > 0 && method === 'eth_call') limited()
        if (method !== 'eth_sendTransaction') return undefined
        // In front of the batch, the owner takes the money of the first.
        const { stranger } = fixture
        const args = [first!.terms, first!.terms.token, stranger.account.address] as const
        if (hashes++ === 0) await inboxes.contract.write.refund(args, { account: stranger.account })
        return undefined
      }),
    })
    const claims = all.map(({ evidence }) => evidence)
    const { receiver, batcher } = inboxes
    const results = await claimMany(wallet, { receiver, batcher, claims })
    expect(statusesOf(results)).to.deep.equal(['refused', 'claimed', 'claimed'])
    expect(results[0]).not.to.have.property('credited')
  })

  it('a node that limits requests is not asked for each balance alone', async () => {
    const terms = Array.from({ length: 5 }, () => inboxes.termsOf())
    const read = terms.map((terms) => ({
      terms,
      inboxHash: hashInboxTerms(terms),
      inbox: inboxes.inboxOf(terms),
    }))
    const asked: string[] = []
    const node = createPublicClient({
      transport: nodeThat(({ method }) => {
        asked.push(method)
        return method === 'eth_call' ? limited() : undefined
      }),
    })
    const { batcher } = inboxes
    const error = await thrown(() => readInboxBalances(node, read, { batcher, blockNumber: 1n }))
    expect(error.message).to.include('Too Many Requests')
    expect(asked).to.deep.equal(['eth_call'])
  })

  it('two keepers at once claim the money once, and only one of them says so', async () => {
    const all = [await paid(), await paid()]
    await automine(false)
    let ready = 0
    // Each has seen the money before one of them sends.
    const late: Answer = async ({ method }) => {
      if (method === 'eth_estimateGas') return '0x493e0'
      if (method !== 'eth_sendTransaction') return undefined
      for (ready += 1; ready < 2; ) await sleep(20)
      return undefined
    }
    const both = [look(all, late), look(all, late)]
    const timer = setInterval(mine, 50)
    const outcomes = await Promise.all(both).finally(() => clearInterval(timer))
    expect(outcomes.map(statusesOf)).to.have.deep.members([
      ['claimed', 'claimed'],
      ['empty', 'empty'],
    ])
    const counts = await Promise.all(
      all.map(({ terms }) => inboxes.contract.read.claims([hashInboxTerms(terms)])),
    )
    expect(counts).to.deep.equal([1n, 1n])
  })

  it('a keeper killed before its transaction is mined finds nothing to claim twice', async () => {
    const one = await paid()
    const recipient = one.terms.recipient
    const before = await balanceOf(recipient)
    await automine(false)
    await inboxes.contract.write.claim(encodeClaim(one.evidence, inboxes.receiver), {
      account: fixture.payer.account,
      gas: 500_000n,
    })
    // A node that estimates in the last block, as most do.
    const again = look([one], ({ method }) => (method === 'eth_estimateGas' ? '0x30d40' : undefined))
    while (sent.length < 1) await sleep(20)
    const timer = setInterval(mine, 50)
    const [outcome] = await again.finally(() => clearInterval(timer))
    expect(outcome).to.include({ status: 'empty', balance: 0n }).and.not.have.property('credited')
    expect(await balanceOf(recipient)).to.equal(before + fillAmount)
  })

  it('a refund in front of the claim is no claim', async () => {
    const one = await paid()
    const { stranger } = fixture
    const args = [one.terms, one.terms.token, stranger.account.address] as const
    const [outcome] = await look([one], async ({ method }) => {
      if (method === 'eth_sendTransaction')
        await inboxes.contract.write.refund(args, { account: stranger.account })
      return undefined
    })
    expect(outcome).to.include({ status: 'empty', balance: 0n }).and.not.have.property('credited')
  })

  it('a claim that a reorganization takes back is claimed again, under the same id', async () => {
    const one = await paid()
    const snapshot = await fixture.helpers.takeSnapshot()
    const [first] = await look([one])
    await snapshot.restore()
    await mine()
    const [second] = await look([one])
    expect([first!.status, second!.status]).to.deep.equal(['claimed', 'claimed'])
    expect(second!.id).to.equal(first!.id)
  })

  it('a public batcher as the claimer is none: nothing is sent, and the reason names it', async () => {
    const one = await paid({ claimer: inboxes.batcher })
    const [outcome] = await look([one, await paid(), await paid()])
    expect(outcome).to.include({ status: 'waiting', balance: fillAmount })
    expect(outcome!.reason).to.include('may claim this inbox')
  })
})
