import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Hex } from 'viem'
import { encodeClaim } from '../../src/contract/evidence.js'
import { askForClaims } from '../../src/contract/inbox/askForClaims.js'
import { claim, claimMany, type InboxEvidence } from '../../src/contract/index.js'
import { hashInboxTerms, type InboxTerms, inboxReceiverAbi } from '../../src/index.js'
import { type BatchWallet, openBatchWallet, refuse } from '../client/steps/batchWallet.js'
import { clientOf, freshAddress, setUpMock } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'
import { deployInboxes, type Inboxes } from '../support/inboxes.js'

type Change = NonNullable<NonNullable<Parameters<typeof openBatchWallet>[2]>['change']>

describe("claimMany with a claimer's wallet that takes batches (EIP-5792)", () => {
  const { mock, destination } = setUpMock({ idForm: 'public' })
  let inboxes: Inboxes
  before(async () => {
    inboxes = await deployInboxes(mock)
  })

  async function open(count: number, change?: Change) {
    const wallet = await openBatchWallet(mock, destination, change && { change })
    const all: { terms: InboxTerms; evidence: InboxEvidence }[] = []
    for (let index = 0; index < count; index++) {
      const terms = inboxes.termsOf({ claimer: wallet.address })
      const { orderData, orderSignature } = (await inboxes.quote(terms)).protocol.v2
      await inboxes.pay(terms)
      all.push({ terms, evidence: { inboxTerms: terms, orderData, orderSignature: orderSignature! } })
    }
    const run = (timeoutMs = 10_000) =>
      claimMany(wallet.walletClient, {
        ...{ receiver: inboxes.receiver, claims: all.map(({ evidence }) => evidence), timeoutMs },
      })
    const counts = () =>
      Promise.all(
        all.map(({ terms }) =>
          clientOf(destination).readContract({
            ...{ abi: inboxReceiverAbi, address: inboxes.receiver, functionName: 'claims' },
            args: [hashInboxTerms(terms)],
          }),
        ),
      )
    return { wallet, all, run, counts }
  }
  /** Makes the wallet send each batch as soon as it has it. */
  const eager =
    (get: () => BatchWallet): Change =>
    async ({ method }, ask) => {
      if (method !== 'wallet_sendCalls') return undefined
      const answer = await ask()
      await get().execute()
      return answer
    }
  const statuses = (results: readonly { status: string }[]) => results.map(({ status }) => status)

  it('default: one batch, one transaction, and a result for each claim', async () => {
    const world: Awaited<ReturnType<typeof open>> = await open(
      3,
      eager(() => world.wallet),
    )
    const results = await world.run()
    expect(statuses(results)).to.deep.equal(['claimed', 'claimed', 'claimed'])
    expect(new Set(results.map(({ transaction }) => transaction)).size).to.equal(1)
    expect(new Set(results.map(({ id }) => id)).size).to.equal(3)
    expect(world.wallet.asked()).to.deep.equal([1, 0])
    expect(await world.counts()).to.deep.equal([1n, 1n, 1n])
  })

  for (const [name, change] of Object.entries<Change>({
    'does not know the method': ({ method }) =>
      method === 'wallet_getCapabilities' ? refuse(-32601) : undefined,
    'takes no batch': ({ method }) => (method === 'wallet_sendCalls' ? refuse(5740) : undefined),
  })) {
    it(`behavior: one by one if the wallet ${name}`, async () => {
      const { wallet, run, counts } = await open(2, change)
      expect(statuses(await run())).to.deep.equal(['claimed', 'claimed'])
      expect(wallet.asked()[1]).to.equal(2)
      expect(await counts()).to.deep.equal([1n, 1n])
    })
  }

  it('attack: killed after the wallet was asked, a later run follows the same batch', async () => {
    const { wallet, run, counts } = await open(2)
    const first = await run(500)
    expect(statuses(first)).to.deep.equal(['asked', 'asked'])
    expect(first[0]!.reason).to.include('has not reported its end')
    const second = run()
    while (wallet.asked()[0] === 1) await sleep(20)
    await wallet.execute()
    expect(statuses(await second)).to.deep.equal(['claimed', 'claimed'])
    expect([wallet.batches.length, wallet.asked()[1]]).to.deep.equal([1, 0])
    expect(await counts()).to.deep.equal([1n, 1n])
  })

  it('attack: the wallet takes the batch, and its answer is lost', async () => {
    let isLost = true
    const world = await open(2, async ({ method }, ask) => {
      if (method !== 'wallet_sendCalls' || !isLost) return undefined
      isLost = false
      await ask()
      return refuse(-32603)
    })
    expect(statuses(await world.run(500))).to.deep.equal(['asked', 'asked'])
    await world.wallet.execute()
    expect(statuses(await world.run())).to.deep.equal(['empty', 'empty'])
    expect([world.wallet.batches.length, world.wallet.asked()[1]]).to.deep.equal([1, 0])
  })

  it('behavior: a later claim of the same inboxes is another batch', async () => {
    const world: Awaited<ReturnType<typeof open>> = await open(
      2,
      eager(() => world.wallet),
    )
    await world.run()
    for (const { terms } of world.all) await inboxes.pay(terms)
    expect(statuses(await world.run())).to.deep.equal(['claimed', 'claimed'])
    expect(world.wallet.batches).to.have.length(2)
    expect(await world.counts()).to.deep.equal([2n, 2n])
  })

  it('behavior: a batch that fails as a whole: its claims are sent one by one', async () => {
    const { wallet, run, counts } = await open(3, async ({ method }, ask) => {
      if (method !== 'wallet_sendCalls') return undefined
      const answer = await ask()
      Object.assign(wallet.batches[0]!, { status: 500 })
      return answer
    })
    expect(statuses(await run())).to.deep.equal(['claimed', 'claimed', 'claimed'])
    expect(wallet.asked()).to.deep.equal([1, 3])
    expect(await counts()).to.deep.equal([1n, 1n, 1n])
  })

  it('behavior: one claim fails in the batch: the others are claimed', async () => {
    const world = await open(3, async ({ method }, ask) => {
      if (method !== 'wallet_sendCalls') return undefined
      const answer = await ask()
      const { wallet, all } = world
      // The first is claimed in front of the batch, which is atomic in this wallet.
      await claim(wallet.walletClient, { receiver: inboxes.receiver, ...all[0]!.evidence })
      await wallet.execute().catch(() => {})
      Object.assign(wallet.batches[0]!, { status: 500 })
      return answer
    })
    expect(statuses(await world.run())).to.deep.equal(['empty', 'claimed', 'claimed'])
    expect(await world.counts()).to.deep.equal([1n, 1n, 1n])
  })

  it('behavior: a batch has its name of the chain, the receiver and the claims, in any order', async () => {
    const { wallet, all } = await open(2)
    const other = freshAddress()
    // Answers that nothing was claimed.
    await clientOf(destination).setCode({ address: other, bytecode: '0x60205ff3' })
    const ready = all.map(({ terms, evidence }) => ({
      ...{ evidence, inboxHash: hashInboxTerms(terms), gas: 0n },
      args: encodeClaim(evidence, inboxes.receiver),
    }))
    for (const [claims, receiver, count] of [
      [ready, inboxes.receiver, 1],
      [ready.toReversed(), inboxes.receiver, 1],
      [ready, other, 2],
    ] as const) {
      await askForClaims(wallet.walletClient, claims, { receiver, account: wallet.address, timeoutMs: 200 })
      expect(wallet.batches).to.have.length(count)
    }
  })

  it('behavior: a wallet that reports a success before its transaction is waited for', async () => {
    let asked = 0
    const world: Awaited<ReturnType<typeof open>> = await open(2, async ({ method }, ask) => {
      if (method !== 'wallet_getCallsStatus' || asked++ > 0) return undefined
      const early = { ...((await ask()) as object), status: 200, receipts: [] }
      await world.wallet.execute()
      return early
    })
    expect(statuses(await world.run())).to.deep.equal(['claimed', 'claimed'])
  })

  it('behavior: the user declines the batch: the claims that anyone may send are still sent', async () => {
    const { wallet, all } = await open(2, ({ method }) =>
      method === 'wallet_sendCalls' ? refuse(4001) : undefined,
    )
    const terms = inboxes.termsOf()
    const { orderData, orderSignature } = (await inboxes.quote(terms)).protocol.v2
    await inboxes.pay(terms)
    const anyone = { inboxTerms: terms, orderData, orderSignature: orderSignature! }
    const claims = [anyone, ...all.map(({ evidence }) => evidence)]
    const results = await claimMany(wallet.walletClient, { receiver: inboxes.receiver, claims })
    expect(statuses(results)).to.deep.equal(['claimed', 'refused', 'refused'])
  })

  it('error: the user declines: nothing else is asked', async () => {
    const { wallet, run, counts } = await open(2, ({ method }) =>
      method === 'wallet_sendCalls' ? refuse(4001) : undefined,
    )
    expect((await thrown(run)).message).to.include('rejected')
    expect(wallet.asked()).to.deep.equal([1, 0])
    expect(await counts()).to.deep.equal([0n, 0n])
  })

  it('attack: a wallet that reports a success of another chain has reported nothing', async () => {
    const { run, counts } = await open(2, async ({ method }, ask) => {
      if (method !== 'wallet_getCallsStatus') return undefined
      const answer = (await ask()) as object
      const transactionHash: Hex = `0x${'ee'.repeat(32)}`
      const receipt = { transactionHash, status: '0x1', logs: [], blockNumber: '0x1', gasUsed: '0x1' }
      return { ...answer, status: 200, receipts: [receipt] }
    })
    expect(statuses(await run(500))).to.deep.equal(['asked', 'asked'])
    expect(await counts()).to.deep.equal([0n, 0n])
  })
})
