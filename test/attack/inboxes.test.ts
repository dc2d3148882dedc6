// Attacks on what the library says about inboxes: each asserts that nothing is called paid, empty or waiting that is not.
import { rename } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  encodeAbiParameters,
  type Hex,
  zeroAddress,
} from 'viem'
import { claimInboxes } from '../../src/cli/claim/claimInboxes.js'
import { isSettled } from '../../src/cli/claim/describeClaim.js'
import { readOutcome } from '../../src/client/inbox/readOutcome.js'
import { encodeClaim } from '../../src/contract/evidence.js'
import { claimMany, getInbox, inspectFill } from '../../src/contract/index.js'
import { hashInboxTerms, type InboxTerms } from '../../src/index.js'
import { callCommand } from '../cli/callCommand.js'
import { startCli } from '../cli/helpers.js'
import { setUpMock } from '../mock/helpers.js'
import {
  clientOf,
  deployFixture,
  type Fixture,
  fillAmount,
  restoreAfterEach,
} from '../receivers/support/fixture.js'
import { deployInboxFixture, type InboxFixture } from '../receivers/support/inboxFixture.js'
import { thrown } from '../support/errors.js'
import { deployInboxes, entryOf, type Inboxes } from '../support/inboxes.js'
import { setUpFolder } from '../support/makeFolder.js'

describe('Attack: inboxes', () => {
  let fixture: Fixture
  let receiver: Address
  let batcher: Address
  let client: ReturnType<typeof clientOf>
  let inboxes: InboxFixture
  let contract: InboxFixture['contract']

  before(async () => {
    fixture = await deployFixture()
    client = clientOf(fixture, fixture.payer.account.address)
    inboxes = await deployInboxFixture(fixture)
    ;({ contract, receiver, batcher } = inboxes)
  })
  restoreAfterEach(() => fixture)

  const termsOf: InboxFixture['termsOf'] = (changes) => inboxes.termsOf(changes)
  const evidenceOf = (terms: InboxTerms, minimumAmount = fillAmount) =>
    inboxes.evidenceOf(terms, { payment: { minimumAmount } })
  const inboxOf: InboxFixture['inboxOf'] = (terms) => inboxes.inboxOf(terms)
  const pay: InboxFixture['pay'] = (...given) => inboxes.pay(...given)
  const mined = (hash: Hex) => fixture.publicClient.waitForTransactionReceipt({ hash })

  type Args = { method: string; params?: unknown[] | object }
  /** A node that answers some requests in another way. */
  const nodeThat = (answer: (args: Args) => unknown) =>
    custom(
      { request: async (args: Args) => (await answer(args)) ?? fixture.connection.provider.request(args) },
      { retryCount: 0 },
    )
  const walletThat = (answer: (args: Args) => unknown) =>
    createWalletClient({
      ...{ account: client.account, chain: client.chain, pollingInterval: 20 },
      transport: nodeThat(answer),
    })
  const isBalanceOf = ({ method, params }: Args) =>
    method === 'eth_call' && JSON.stringify(params).includes('"0x70a08231')
  const limited = () => {
    throw Object.assign(new Error('Too Many Requests'), { code: -32005 })
  }

  it('a node that does not answer for a token does not make an inbox empty', async () => {
    const terms = termsOf({ token: fixture.token.address })
    const evidence = await evidenceOf(terms)
    await pay(terms)
    const node = walletThat((args) => (isBalanceOf(args) ? limited() : undefined))
    expect((await thrown(() => getInbox(node, { receiver, terms }))).message).to.include('Too Many Requests')
    expect(
      (await thrown(() => claimMany(node, { receiver, batcher, claims: [evidence] }))).message,
    ).to.include('Too Many Requests')
    expect((await thrown(() => inspectFill(node, { receiver, ...evidence }))).message).to.include(
      'Too Many Requests',
    )
  })

  it('a token that does not answer is refused, and does not stop the other claims', async () => {
    const [odd, good] = [termsOf({ token: fixture.stranger.account.address }), termsOf()]
    const claims = [await evidenceOf(odd), await evidenceOf(good)]
    await pay(good)
    const error = await thrown(() => getInbox(client, { receiver, terms: odd }))
    expect(error.errorName, error.message).to.equal('TokenUnreadable')
    const results = await claimMany(client, { receiver, batcher, claims })
    expect(results.map(({ status }) => status)).to.deep.equal(['refused', 'claimed'])
    expect(results[0]!.inboxHash).to.equal(hashInboxTerms(odd))
  })

  it('a claim that the node can not simulate does not stop the others', async () => {
    const all = [termsOf(), termsOf()]
    const claims = await Promise.all(all.map((terms) => evidenceOf(terms)))
    for (const terms of all) await pay(terms)
    const salted = all[0]!.salt.slice(2)
    const node = walletThat(({ method, params }) => {
      if (method !== 'eth_call' || !JSON.stringify(params).includes(salted)) return undefined
      // Only the claim itself: its arguments begin with the offsets of four.
      if (!JSON.stringify(params).includes(encodeAbiParameters([{ type: 'uint256' }], [128n]).slice(2)))
        return undefined
      throw Object.assign(new Error('out of gas'), { code: -32000 })
    })
    const results = await claimMany(node, { receiver, batcher, claims })
    expect(results.map(({ status }) => status)).to.deep.equal(['refused', 'claimed'])
    expect(results[0]!.reason).to.include('out of gas')
  })

  const greedy = {
    // Reverts with less than 14.5 million gas: GAS PUSH3 14500000 GT PUSH1 10 JUMPI STOP JUMPDEST PUSH0 PUSH0 REVERT
    'needs more gas than a batch can have': '0x5a62dd40a011600a57005b5f5ffd',
    // Calls code that burns 63 of 64 parts of the gas, whatever there is: PUSH0 five times, PUSH20 0xfe, GAS CALL STOP
    'takes all the gas of its batch': `0x5f5f5f5f5f73${'fe'.padStart(40, '0')}5af100`,
  } as const
  for (const [name, code] of Object.entries(greedy)) {
    it(`a recipient that ${name} waits for a higher limit, and does not keep the others from their claims`, async () => {
      const { admin, helpers, publicClient } = fixture
      const hungry: Address = '0x00000000000000000000000000000000000feed5'
      await helpers.setCode('0x00000000000000000000000000000000000000fe', '0xfe')
      await helpers.setCode(hungry, code)
      await contract.write.setRecipient([{ recipient: hungry, hook: false }], { account: admin.account })
      const all = [termsOf({ recipient: hungry }), ...Array.from({ length: 10 }, () => termsOf())]
      const claims = await Promise.all(all.map((terms) => evidenceOf(terms)))
      for (const terms of all) await pay(terms)
      const balances = () =>
        Promise.all(all.map((terms) => publicClient.getBalance({ address: inboxOf(terms) })))
      const [hostile, ...others] = await claimMany(client, { receiver, batcher, claims })
      expect(hostile!.status).to.equal('refused')
      expect(hostile!.reason).to.match(/^The claim needs \d+ gas, and maxGas is 1000000\.$/)
      expect(others.map(({ status }) => status)).to.deep.equal(others.map(() => 'claimed'))
      expect((await balances()).slice(1)).to.deep.equal(others.map(() => 0n))
      const again = await claimMany(client, { receiver, batcher, claims, maxGas: 16_000_000n })
      expect(await balances()).to.deep.equal(all.map(() => 0n))
      expect(again.map(({ status }) => status)).to.deep.equal(['claimed', ...others.map(() => 'empty')])
    })
  }

  it('a wallet whose node lags does not make money that waits empty', async () => {
    const terms = termsOf()
    const evidence = await evidenceOf(terms)
    await pay(terms)
    const wallet = walletThat(({ method, params }) =>
      method === 'eth_getBalance' && (params as string[])[0] === inboxOf(terms) ? '0x0' : undefined,
    )
    const inboxHash = hashInboxTerms(terms)
    const inbox = inboxOf(terms)
    const openers = [{ evidence, deadline: Number(evidence.orderData.output.deadline) }]
    const outcomes = await claimInboxes(createPublicClient({ transport: nodeThat(() => undefined) }), {
      ...{ receiver, batcher, onSent: () => {}, memory: new Map() },
      inboxes: [{ place: 'a.json', inboxHash, inbox, terms, openers, missing: [] }],
      sender: { wallet, account: client.account, address: client.account.address } as never,
    })
    const outcome = outcomes.get(inboxHash)!
    expect(outcome).to.include({ status: 'waiting', balance: fillAmount })
    expect(isSettled(outcome)).to.equal(false)
  })

  for (const currency of ['native currency', 'a token'] as const) {
    it(`dust after a claim, in the block of the fill, does not make it unpaid: ${currency}`, async () => {
      const { connection, payer, stranger, publicClient, token } = fixture
      const terms = termsOf({ token: currency === 'a token' ? token.address : zeroAddress })
      const evidence = await evidenceOf(terms)
      const inbox = inboxOf(terms)
      await token.write.mint([stranger.account.address, 10n])
      const send = (from: typeof payer, value: bigint) =>
        terms.token === zeroAddress
          ? from.sendTransaction({ to: inbox, value, gas: 100_000n })
          : token.write.transfer([inbox, value], { account: from.account, gas: 100_000n })
      await connection.provider.request({ method: 'evm_setAutomine', params: [false] })
      const fill = await send(payer, fillAmount)
      await contract.write.claim(encodeClaim(evidence, receiver), { account: payer.account, gas: 1_000_000n })
      // Behind the claim, as its price is lower.
      const dust = await (terms.token === zeroAddress
        ? stranger.sendTransaction({ to: inbox, value: 1n, gas: 100_000n, maxPriorityFeePerGas: 1n })
        : token.write.transfer([inbox, 1n], {
            ...{ account: stranger.account, gas: 100_000n, maxPriorityFeePerGas: 1n },
          }))
      await connection.provider.request({ method: 'evm_mine', params: [] })
      await connection.provider.request({ method: 'evm_setAutomine', params: [true] })
      const { blockNumber } = await mined(fill)
      expect((await mined(dust)).blockNumber).to.equal(blockNumber)
      const { balance, claims } = await getInbox(client, { receiver, terms })
      expect([balance, claims]).to.deep.equal([1n, 1n])
      const outcome = await readOutcome(publicClient, {
        ...{ receiver, inbox, inboxHash: hashInboxTerms(terms) },
        terms: { ...terms, minimum: String(terms.minimum) },
        fill: { transaction: fill, block: String(blockNumber), balance: '1' },
      })
      expect(outcome).to.include({ state: 'claimed' })
      expect((outcome as { claims: { credited: bigint }[] }).claims[0]!.credited).to.equal(fillAmount)
    })
  }
})

describe('Attack: the list of fillproof claim', () => {
  const { mock } = setUpMock({ idForm: 'public' })
  const folder = setUpFolder()
  let inboxes: Inboxes
  before(async () => {
    inboxes = await deployInboxes(mock)
  })

  const run = async (entries: readonly unknown[]) => {
    const path = await folder.write(entries.map((entry) => JSON.stringify(entry)).join('\n'), 'ndjson')
    const options = ['--rpc-url', inboxes.rpcUrl, '--receiver', inboxes.receiver, '--json']
    return callCommand(['claim', path, ...options])
  }

  it('a hostile line stops no other, and has no words of its own', async () => {
    const terms = inboxes.termsOf()
    const quote = await inboxes.quote(terms)
    await inboxes.pay(terms)
    const good = entryOf(terms, quote)
    const { orderData } = good
    const deadlines = [1.5, -1, 'x', null, {}, [], true, '1e400', 2 ** 53, '0x', `${2 ** 60}`, undefined]
    const hostile: unknown[] = [
      ...deadlines.map((deadline) => ({
        ...good,
        orderData: { ...orderData, output: { ...orderData.output, deadline } },
      })),
      ...[{}, null, [], 'x', 5, { output: null }, { output: [] }].map((orderData) => ({
        ...good,
        orderData,
      })),
      ...[{}, null, [], 5, '', 'x'].map((inboxTerms) => ({ ...good, inboxTerms })),
      ...[{}, null, 5, 'x', [5], ['0x']].map((recipientProof) => ({ ...good, recipientProof })),
      ...[{}, null, 5, '', '0x', []].map((orderSignature) => ({ ...good, orderSignature })),
      { ...good, inboxTerms: { ...good.inboxTerms, data: `0x${'ff'.repeat(200_000)}` } },
      { ...good, recipientProof: Array(20_000).fill(`0x${'ff'.repeat(32)}`) },
      {
        ...good,
        orderData: { ...orderData, output: { ...orderData.output, extraData: `0x${'ff'.repeat(400_000)}` } },
      },
      {
        ...good,
        orderData: {
          ...orderData,
          output: { ...orderData.output, chainId: '\u001b[2J', deadline: 2 ** 32 - 1 },
        },
      },
      ...[null, 5, 'x', [], {}, { __proto__: null, constructor: 1 }],
    ]
    for (const [index, line] of hostile.entries()) {
      const outcome = await run([line, good])
      expect(outcome.status, `${index}: ${outcome.stderr}`).to.be.oneOf([0, 1])
      const found = JSON.parse(outcome.stdout) as { inboxes: { inboxHash?: Hex; status: string }[] }
      const own = found.inboxes.filter(({ inboxHash }) => inboxHash === hashInboxTerms(terms))
      expect(
        own.map(({ status }) => status),
        `${index}: ${outcome.stdout.slice(0, 600)}`,
      ).to.deep.equal(['claimable'])
      expect(outcome.stdout + outcome.stderr).not.to.include('\u001b')
    }
  })

  it('--follow goes on after the list was away for a moment', async () => {
    const terms = inboxes.termsOf()
    const path = await folder.write(entryOf(terms, await inboxes.quote(terms)))
    await inboxes.pay(terms)
    const at = ['--rpc-url', inboxes.rpcUrl, '--receiver', inboxes.receiver, '--json']
    const cli = startCli(['claim', path, ...at, '--follow', '--poll-interval', '0.05'], {})
    await cli.firstLine
    await rename(path, folder.path('old'))
    await cli.told('Trying again')
    await rename(folder.path('old'), path)
    await sleep(500)
    cli.child.kill('SIGINT')
    const { status, stdout } = await cli.ended
    expect(status).to.equal(0)
    expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).to.deep.equal({ inboxes: 1, claimable: 1 })
  })
})
