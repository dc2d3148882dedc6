import { expect } from 'chai'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  getAddress,
  type Hex,
  pad,
  zeroAddress,
} from 'viem'
import {
  claim,
  claimMany,
  type FillFailure,
  findInbox,
  getInbox,
  getReceiverKind,
  inspectFill,
  parseFillAccepted,
  parseInboxClaimed,
  parseInboxRefunded,
  refund,
} from '../../src/contract/index.js'
import { computeInboxAddress, hashInboxTerms } from '../../src/index.js'
import {
  clientOf,
  deployFixture,
  type Fixture,
  fillAmount,
  restoreAfterEach,
  secondSolver,
  solver,
} from '../receivers/support/fixture.js'
import { deployInboxFixture, type InboxFixture } from '../receivers/support/inboxFixture.js'
import { thrown } from '../support/errors.js'
import { Random } from '../support/generate.js'

describe('inboxes', () => {
  let fixture: Fixture
  let receiver: Address
  let batcher: Address
  let client: ReturnType<typeof clientOf>
  let owner: ReturnType<typeof clientOf>
  let inboxes: InboxFixture
  let contract: InboxFixture['contract']

  before(async () => {
    fixture = await deployFixture()
    client = clientOf(fixture, fixture.payer.account.address)
    owner = clientOf(fixture, fixture.stranger.account.address)
    inboxes = await deployInboxFixture(fixture)
    ;({ contract, receiver, batcher } = inboxes)
  })
  restoreAfterEach(() => fixture)

  const termsOf: InboxFixture['termsOf'] = (changes) => inboxes.termsOf(changes)
  const evidenceOf: InboxFixture['evidenceOf'] = (...given) => inboxes.evidenceOf(...given)
  const pay: InboxFixture['pay'] = (...given) => inboxes.pay(...given)
  const receiptOf = (hash: Hex) => fixture.publicClient.waitForTransactionReceipt({ hash })

  it('has its kind', async () => {
    expect(await getReceiverKind(client, { receiver })).to.equal('inboxReceiver')
  })

  describe('findInbox', () => {
    it('computes the address, and compares it with the receiver', async () => {
      const terms = termsOf()
      const found = await findInbox(client, { receiver, terms })
      expect(found.inbox).to.equal(computeInboxAddress({ receiver, terms }))
      expect(found.inboxHash).to.equal(hashInboxTerms(terms))
      expect(found.inboxHash).to.equal(await contract.read.hashInboxTerms([terms]))
    })

    it('error: a node that reports another address', async () => {
      const terms = termsOf()
      const other = computeInboxAddress({ receiver, terms: termsOf() })
      const lying = createPublicClient({ transport: custom({ request: async () => pad(other) }) })
      const error = await thrown(() => findInbox(lying, { receiver, terms }))
      expect(error.name).to.equal('InboxMismatchError')
      expect(error.required).to.equal(computeInboxAddress({ receiver, terms }))
    })

    it('error: an owner that is the receiver or nobody', async () => {
      for (const refundTo of [receiver, zeroAddress]) {
        const terms = { ...termsOf(), refundTo }
        expect((await thrown(() => findInbox(client, { receiver, terms }))).name).to.equal('InboxFieldError')
      }
    })
  })

  describe('claim', () => {
    for (const currency of ['native currency', 'a token'] as const) {
      it(`passes on what arrived: ${currency}`, async () => {
        const token = currency === 'a token' ? getAddress(fixture.token.address) : zeroAddress
        const terms = termsOf({ token })
        const evidence = await evidenceOf(terms)
        await pay(terms)
        expect((await inspectFill(client, { receiver, ...evidence })).failures).to.deep.equal([])
        const { balance, claims, failures, blockNumber } = await getInbox(client, { receiver, terms })
        expect({ balance, claims, failures }).to.deep.equal({ balance: fillAmount, claims: 0n, failures: [] })

        const receipt = await receiptOf(await claim(client, { receiver, ...evidence }))
        const [claimed] = parseInboxClaimed({ receiver, receipt })
        const [accepted] = parseFillAccepted({ receiver, receipt })
        expect(accepted?.args).to.deep.include({ id: claimed?.args.id, amount: fillAmount, token: token })
        expect(accepted?.args.payer).to.equal(claimed?.args.inbox)
        expect(await getInbox(client, { receiver, terms })).to.deep.include({ balance: 0n, claims: 1n })
        // All values are of the block that was asked for.
        const before = await getInbox(client, { receiver, terms, blockNumber })
        expect(before).to.deep.include({ balance, claims: 0n, blockNumber })

        await pay(terms, 2n * fillAmount)
        await receiptOf(await claim(client, { receiver, ...evidence }))
        expect(await getInbox(client, { receiver, terms })).to.deep.include({ balance: 0n, claims: 2n })
      })
    }

    it('error: nothing there, a pause, another claimer', async () => {
      const terms = termsOf({ claimer: fixture.stranger.account.address })
      const evidence = await evidenceOf(terms)
      const refused = async () => (await thrown(() => claim(client, { receiver, ...evidence }))).errorName
      expect(await refused()).to.equal('ClaimerNotAllowed')
      const inspected = await inspectFill(client, { receiver, ...evidence, payer: client.account.address })
      expect(inspected.failures.map(({ name }) => name)).to.deep.equal(['ClaimerNotAllowed', 'PaymentTooLow'])
      await pay(terms)
      await contract.write.pause()
      expect((await getInbox(client, { receiver, terms })).failures.map(({ name }) => name)).to.deep.equal([
        'EnforcedPause',
      ])
      await contract.write.unpause()
      await receiptOf(await claim(owner, { receiver, ...evidence }))
    })
  })

  describe('refund', () => {
    it('error: terms that are malformed', async () => {
      const terms = { ...termsOf(), hook: 'yes' as unknown as boolean }
      expect((await thrown(() => refund(owner, { receiver, terms }))).name).to.equal('InboxFieldError')
    })

    it('gives the owner everything, and a stranger nothing before the deadline', async () => {
      const terms = termsOf({ token: fixture.token.address })
      await pay(terms)
      const other = getAddress(fixture.recipient.account.address)
      expect((await thrown(() => refund(client, { receiver, terms }))).errorName).to.equal('BalanceChanged')
      expect((await thrown(() => refund(client, { receiver, terms, to: other }))).errorName).to.equal(
        'InvalidRefundTo',
      )
      const receipt = await receiptOf(await refund(owner, { receiver, terms, to: other }))
      expect(parseInboxRefunded({ receiver, receipt })[0]?.args).to.deep.include({
        amount: fillAmount,
        to: other,
      })
      expect((await thrown(() => refund(owner, { receiver, terms }))).errorName).to.equal('InboxEmpty')
    })

    it('lets anyone send it to the owner after the deadline', async () => {
      const deadline = Number(await fixture.helpers.time.latest()) + 100
      const terms = termsOf({ deadline })
      await pay(terms)
      await fixture.helpers.time.increaseTo(deadline + 1)
      expect((await getInbox(client, { receiver, terms })).failures.map(({ name }) => name)).to.deep.equal([
        'RequestExpired',
      ])
      const before = await fixture.publicClient.getBalance({ address: terms.refundTo })
      await receiptOf(await refund(client, { receiver, terms }))
      expect(await fixture.publicClient.getBalance({ address: terms.refundTo })).to.equal(before + fillAmount)
    })
  })

  describe('claimMany', () => {
    it('claims each inbox that it can, and reports the others', async () => {
      const stranger = fixture.stranger.account.address
      const all = [
        termsOf(),
        termsOf({ token: fixture.token.address }),
        termsOf(),
        termsOf({ claimer: stranger }),
        termsOf({ claimer: client.account.address }),
        termsOf({ recipient: stranger }),
      ]
      const claims = await Promise.all(all.map((terms) => evidenceOf(terms)))
      for (const [index, terms] of all.entries()) if (index !== 2) await pay(terms)
      const sent: Hex[] = []
      const onSent = (hash: Hex) => sent.push(hash)
      const results = await claimMany(client, { receiver, batcher, claims: [...claims, claims[0]!], onSent })
      expect(results.map(({ status }) => status)).to.deep.equal([
        ...['claimed', 'claimed', 'empty', 'refused', 'claimed', 'refused', 'claimed'],
      ])
      expect(results.map(({ credited }) => credited)).to.deep.equal([
        ...[fillAmount, fillAmount, undefined, undefined, fillAmount, undefined, fillAmount],
      ])
      expect(sent).to.have.length(2)
      expect(results[3]?.reason).to.include('may claim this inbox')
      expect(results[5]?.remedy).to.include('setRecipient')
    })

    it('survives a claim that fails in the batch', async () => {
      const all = [termsOf(), termsOf()]
      const claims = await Promise.all(all.map((terms) => evidenceOf(terms)))
      for (const terms of all) await pay(terms)
      // Somebody claims the first inbox between the simulation and the transaction.
      const { provider } = fixture.connection
      const request = async (args: { method: string; params?: unknown[] }) => {
        if (args.method === 'eth_sendTransaction')
          await receiptOf(await claim(owner, { receiver, ...claims[0]! }))
        return provider.request(args)
      }
      const racing = createWalletClient({
        ...{ account: client.account, chain: client.chain, pollingInterval: 20 },
        transport: custom({ request }, { retryCount: 0 }),
      })
      const results = await claimMany(racing, { receiver, batcher, claims })
      expect(results.map(({ status }) => status)).to.deep.equal(['empty', 'claimed'])
    })

    it('sends one claim of each inbox, even if money comes behind the batch', async () => {
      const all = [termsOf(), termsOf()]
      const claims = await Promise.all(all.map((terms) => evidenceOf(terms)))
      for (const terms of all) await pay(terms)
      const { provider } = fixture.connection
      let sent = 0
      const request = async (args: { method: string; params?: unknown[] }) => {
        const answer = await provider.request(args)
        if (args.method === 'eth_sendTransaction' && sent++ === 0) for (const terms of all) await pay(terms)
        return answer
      }
      const wallet = createWalletClient({
        ...{ account: client.account, chain: client.chain, pollingInterval: 20 },
        transport: custom({ request }, { retryCount: 0 }),
      })
      const results = await claimMany(wallet, { receiver, batcher, claims })
      expect(results.map(({ status, credited }) => [status, credited])).to.deep.equal(
        all.map(() => ['claimed', fillAmount]),
      )
      expect(sent).to.equal(1)
    })

    it('error: a batch of no size', async () => {
      const run = () => claimMany(client, { receiver, claims: [], batchSize: 0 })
      expect((await thrown(run)).name).to.equal('PaymentFieldError')
    })
  })

  describe('inspectFill and claim', () => {
    it('list nothing exactly if the claim succeeds, and else list its revert', async () => {
      const random = new Random(58)
      const pick = <item>(items: readonly item[]) => random.pick(items)
      const chance = (one: number) => random.below(one) === 0
      const stranger = fixture.stranger.account.address
      const base = await fixture.helpers.takeSnapshot()
      const seen = new Set<string>()
      for (let round = 0; round < 120; round++) {
        const now = Number(await fixture.helpers.time.latest())
        const token = pick([zeroAddress, fixture.token.address, stranger])
        const terms = termsOf({
          token,
          ...(chance(8) && { recipient: pick([stranger, receiver, fixture.token.address]) }),
          ...(chance(8) && { hook: true }),
          ...(chance(8) && { claimer: pick([stranger, client.account.address]) }),
          ...(chance(8) && { deadline: pick([now - 1, now + 50]) }),
          ...(chance(6) && { minimum: pick([1n, fillAmount, fillAmount + 1n]) }),
        })
        const signer = pick([solver, solver, solver, secondSolver])
        const isFar = chance(10)
        const evidence = await evidenceOf(terms, {
          signer,
          payment: {
            ...(chance(4) && { minimumAmount: pick([0n, 0n, 1n, fillAmount + 1n]) }),
            ...(chance(10) && { recipient: pick<Hex>([stranger, receiver]) }),
            ...(chance(10) && { currency: pick<Hex>([fixture.token.address, zeroAddress]) }),
          },
          output: {
            ...(chance(8) && { deadline: now - 1 }),
            ...(isFar && { chainId: pick(['third', 'Far']) }),
            ...(chance(8) && { extraData: pick<Hex>(['0x', '0x1234', receiver]) }),
          },
          ...(chance(10) && { calls: [{ to: stranger, data: '0x' as Hex, value: 0n }] }),
        })
        if (chance(8)) evidence.orderSignature = pick<Hex>(['0x', `0x${'11'.repeat(65)}`])
        if (token !== stranger && !chance(8))
          await pay(terms, pick([fillAmount, fillAmount, 1n, 3n * fillAmount]))
        if (chance(8)) await contract.write.pause()
        if (chance(8)) await contract.write.setToken([token, fillAmount, pick([fillAmount, 2n * fillAmount])])
        if (chance(12))
          await contract.write.setRecipient([{ recipient: fixture.recipient.account.address, hook: true }])
        const account = chance(6) ? owner : client
        const payer = account.account.address
        const { failures } = await inspectFill(client, { receiver, ...evidence, payer })
        const names = failures.map(({ name }: FillFailure) => name)
        for (const name of names) seen.add(name)
        const error = await claim(account, { receiver, ...evidence }).then(
          () => undefined,
          (reason) => reason,
        )
        if (error === undefined) expect(names, `round ${round}`).to.deep.equal([])
        else expect(names, `round ${round}: ${error.message}`).to.include(error.errorName ?? error.name)
        await base.restore()
        await fixture.helpers.mine()
      }
      expect([...seen]).to.include.members([
        ...[
          'EnforcedPause',
          'UnknownSolver',
          'InvalidSignature',
          'WrongDestinationChain',
          'CallsNotSupported',
        ],
        ...['TermsMismatch', 'UnsupportedOutput', 'TokenNotAccepted', 'RequestExpired', 'PaymentTooLow'],
        ...['RecipientNotAllowed', 'InvalidRecipient', 'ClaimerNotAllowed'],
      ])
    })

    it('error: evidence that cannot be encoded is a failure, not an error', async () => {
      const evidence = await evidenceOf(termsOf())
      const broken = { ...evidence, inboxTerms: { ...evidence.inboxTerms, refundTo: receiver } }
      const { failures } = await inspectFill(client, { receiver, ...broken })
      expect(failures[0]).to.deep.include({ check: 'terms', name: 'InboxFieldError' })
    })
  })
})
