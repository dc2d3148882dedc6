import { expect } from 'chai'
import { type Address, concatHex, createWalletClient, custom, type Hex } from 'viem'
import type { ReceiverClient } from '../../src/contract/call.js'
import { claimMany, type InboxEvidence } from '../../src/contract/index.js'
import { clientOf, deployFixture, type Fixture, restoreAfterEach } from '../receivers/support/fixture.js'
import { selectors } from '../receivers/support/hostile.js'
import { deployInboxFixture, type InboxFixture } from '../receivers/support/inboxFixture.js'

/** Returns the selector of the hook. */
const accepts = concatHex(['0x63', selectors.onFill, '0x60e01b5f5260205ff3'])
/** Uses all gas but 100,000, then accepts. */
const greedy = concatHex(['0x5b5a620186a0106000', '0x57', accepts])
const recipient: Address = `0x${'5a'.repeat(20)}`

describe('claimMany with a hook that uses much gas', () => {
  let fixture: Fixture
  let inboxes: InboxFixture
  let client: ReturnType<typeof clientOf>
  let sender: ReceiverClient
  /** Whether the hook uses all gas from the moment on at which a transaction is sent. */
  let isLurking = false
  before(async () => {
    fixture = await deployFixture()
    client = clientOf(fixture, fixture.payer.account.address)
    const { provider } = fixture.connection
    // As a node does: it answers with the hash of a transaction that reverts.
    const request = async (args: { method: string; params?: unknown[] }) => {
      if (args.method !== 'eth_sendTransaction') return provider.request(args)
      if (isLurking) await fixture.helpers.setCode(recipient, '0xfe')
      const sent = provider.request(args)
      const hash = await sent.catch((error) => error.transactionHash ?? Promise.reject(error))
      await fixture.helpers.setCode(recipient, accepts)
      return hash
    }
    sender = createWalletClient({
      ...{ account: client.account, chain: client.chain, pollingInterval: 20 },
      transport: custom({ request }, { retryCount: 0 }),
    })
    inboxes = await deployInboxFixture(fixture)
  })
  restoreAfterEach(() => fixture)
  afterEach(() => {
    isLurking = false
  })

  /** A paid inbox of a recipient whose hook has this code. */
  async function payHook(code: Hex): Promise<InboxEvidence> {
    await fixture.helpers.setCode(recipient, code)
    await inboxes.contract.write.setRecipient([{ recipient, hook: true }])
    return payInbox({ recipient, hook: true })
  }
  async function payInbox(changes: Parameters<InboxFixture['termsOf']>[0] = {}): Promise<InboxEvidence> {
    const terms = inboxes.termsOf({ token: fixture.token.address, ...changes })
    await inboxes.pay(terms)
    return inboxes.evidenceOf(terms)
  }
  const claim = (claims: InboxEvidence[], maxGas?: bigint) =>
    claimMany(sender, { receiver: inboxes.receiver, batcher: inboxes.batcher, claims, maxGas })
  const gasOf = async (hash: Hex) => (await fixture.publicClient.getTransactionReceipt({ hash })).gasUsed

  it('default: a claim above the limit is not sent, and says why; the others are', async () => {
    const claims = [await payHook(greedy), await payInbox(), await payInbox()]
    const before = await fixture.publicClient.getTransactionCount({ address: client.account.address })
    const [hostile, ...others] = await claim(claims)
    expect(hostile!.status).to.equal('refused')
    expect(hostile!.reason).to.match(/^The claim needs \d+ gas, and maxGas is 1000000\.$/)
    expect(others.map(({ status }) => status)).to.deep.equal(['claimed', 'claimed'])
    const after = await fixture.publicClient.getTransactionCount({ address: client.account.address })
    expect(after - before).to.equal(1)
  })

  it('behavior: the caller sets the limit', async () => {
    const one = await payInbox()
    const [low] = await claim([one], 100_000n)
    expect(low!.status).to.equal('refused')
    const needed = BigInt(low!.reason!.match(/needs (\d+) gas/)![1]!)
    expect((await claim([one], needed - 1n))[0]!.status).to.equal('refused')
    const [exact] = await claim([one], needed)
    expect(exact!.status).to.equal('claimed')
    const limitOf = async (hash: Hex) => (await fixture.publicClient.getTransaction({ hash })).gas
    expect(await limitOf(exact!.transaction!)).to.equal(needed)
    // Without a low limit, there is room for a state that changes before the transaction.
    const [roomy] = await claim([await payInbox()])
    expect((await limitOf(roomy!.transaction!)) > (needed * 11n) / 10n).to.equal(true)
  })

  it('attack: a hook that uses little in the estimate: alone, it costs at most its limit', async () => {
    isLurking = true
    const [result] = await claim([await payHook(accepts)])
    expect(result!.status).to.equal('refused')
    expect(result!.reason).to.match(/^The transaction of the claim reverted, and used \d+ gas\.$/)
    isLurking = false
    expect((await gasOf(result!.transaction!)) < 300_000n).to.equal(true)
  })

  it('attack: in a batch, it does not keep the others from their claims', async () => {
    isLurking = true
    const claims = [await payHook(accepts), await payInbox(), await payInbox()]
    const [hostile, ...others] = await claim(claims)
    expect(hostile!.status).to.equal('refused')
    expect(others.map(({ status }) => status)).to.deep.equal(['claimed', 'claimed'])
  })
})
