import { expect, use } from 'chai'
import type { NetworkConnection } from 'hardhat/types/network'
import {
  type Address,
  createClient,
  createWalletClient,
  custom,
  encodeAbiParameters,
  encodeFunctionData,
  http,
  maxUint128,
  zeroAddress,
  zeroHash,
} from 'viem'
import { getBlock } from 'viem/actions'
import { getReceiverKind } from '../../src/contract/getReceiverKind.js'
import { setSolver } from '../../src/contract/policyActions.js'
import { fillproofChai } from '../../src/hardhat/index.js'
import { assertions } from '../../src/hardhat/internal/assertions.js'
import type { FillproofOptions, FillproofService } from '../../src/hardhat/types.js'
import { count } from '../support/deep.js'
import { thrown } from '../support/errors.js'
import { mistyped } from '../support/mistyped.js'
import { createProject, openProject } from './support.js'

use(fillproofChai)

const ether = 10n ** 18n

/** Where nothing listens. */
const nowhere = 'http://127.0.0.1:1'

/** Artifacts take a while to load. */
const withoutArtifacts = { artifacts: './cache/none/artifacts', cache: './cache/none/cache' }

/** A connection with a contract that credits fills of USDC to a user. */
async function open(options?: FillproofOptions) {
  const { network } = await createProject()
  const connection = await network.create()
  const { fillproof, viem } = connection
  const { receiver, destination, user } = await fillproof.start(options)
  const token = destination.tokens[0]!.address
  const credits = await viem.deployContract('FillCredits', [receiver, token])
  const data = encodeAbiParameters([{ type: 'address' }], [user.address])
  return { connection, fillproof, viem, credits, token, user: user.address, data, receiver }
}

describe('fillproof/hardhat', () => {
  let world: Awaited<ReturnType<typeof open>>
  before(async () => {
    world = await open()
  })
  after(() => world?.connection.close())

  async function listed() {
    await world.fillproof.allowRecipient(world.credits.address)
    return { run: 0 }
  }
  const buy = (amount = 5n) =>
    world.fillproof.fill({
      recipient: world.credits.address,
      token: world.token,
      amount,
      data: world.data,
    })

  it('default: a fixture with a fill, restored repeatedly', async () => {
    const hashes = new Set<string>()
    const runs = count({ normal: 10, deep: 100 })
    for (let run = 0; run < runs; run++) {
      const data = await world.fillproof.loadFixture(listed)
      expect(data.run).equal(run)
      data.run++
      expect(await world.credits.read.creditOf([world.user])).equal(0n)
      const { callHash, txHash, outcome } = await buy()
      expect(outcome.status).equal('success')
      expect(await world.credits.read.creditOf([world.user])).equal(5n)
      const client = await world.viem.getPublicClient()
      expect(await client.getTransactionReceipt({ hash: txHash })).include({ status: 'success' })
      hashes.add(callHash)
    }
    expect(hashes.size).equal(runs)
  }).timeout(count({ normal: 60_000, deep: 300_000 }))

  for (const evidence of ['attestedOrder', 'registeredTerms'] as const) {
    it(`behavior: ${evidence}, native currency and a token`, async () => {
      const { connection, fillproof, credits, token, data } = await open({ evidence })
      try {
        const recipient: Address = '0x00000000000000000000000000000000000000aa'
        await fillproof.allowRecipient(recipient)
        await fillproof.allowRecipient(credits.address)
        await fillproof.fill({ recipient, amount: ether })
        const client = await connection.viem.getPublicClient()
        expect(await client.getBalance({ address: recipient })).equal(ether)
        await fillproof.fill({ recipient: credits.address, token, amount: 7n, data })
        expect(await credits.read.token()).equal(token)
      } finally {
        await connection.close()
      }
    })
  }

  it('behavior: a revert names its reason and its place in the contract', async () => {
    await world.fillproof.loadFixture(listed)
    const { fillproof, credits, token } = world
    const fill = () => fillproof.fill({ recipient: credits.address, token, amount: 5n, data: '0x12' })
    const error = await thrown(fill)
    expect(error).include({ name: 'FillFailedError' })
    expect(error.message).include('UserNotNamed')
    expect(error.stack).match(/at FillCredits\.\w+ \(.*FillCredits\.sol:\d+/)
    await fillproof.assertions.refuseWith(fill(), 'UserNotNamed')
    await expect(fill()).refusedWith('UserNotNamed')
    await expect(buy()).filled
  })

  describe('assertions', () => {
    const unnamed = () =>
      world.fillproof.fill({ recipient: world.credits.address, token: world.token, amount: 5n, data: '0x12' })
    const unlisted = () =>
      world.fillproof.fill({ recipient: '0x00000000000000000000000000000000000000bb', amount: 1n })
    beforeEach(() => world.fillproof.loadFixture(listed))

    /** What an assertion fails with. */
    async function failureOf(run: () => Promise<unknown>): Promise<string> {
      const error = await thrown(run)
      expect(error, error.message).include({ name: 'AssertionError' })
      return error.message
    }

    it("behavior: matches the receiver's error and the hook's inner error by name, with their arguments", async () => {
      const { args, hookError } = await thrown(unnamed)
      expect(hookError).deep.equal({ errorName: 'UserNotNamed', args: ['0x12'] })
      await assertions.refuseWith(unnamed(), 'HookFailed')
      await assertions.refuseWith(unnamed(), 'UserNotNamed')
      await assertions.refuseWith(unnamed(), /UserNotNamed\("0x12"\)/)
      await assertions.refuseWithArgs(unnamed(), 'HookFailed', args as unknown[])
      await assertions.refuseWithArgs(unnamed(), 'UserNotNamed', ['0x12'])
      await failureOf(() => assertions.refuseWithArgs(unnamed(), 'UserNotNamed', ['0x13']))
    })

    for (const part of ['UserNot', 'Named', 'usernotnamed', 'fill', 'custom error', 'reverted']) {
      it(`behavior: "${part}", a part of the reason, is no match`, async () => {
        await failureOf(() => assertions.refuseWith(unnamed(), part))
        await failureOf(() => assertions.refuseWithArgs(unnamed(), part, ['0x12']))
      })
    }

    it('error: no expected reason', async () => {
      expect(await thrown(() => assertions.refuseWith(unnamed(), ''))).include({ name: 'MockOptionError' })
    })

    it('error: a name that no contract has, with the nearest', async () => {
      const wrong = await failureOf(() => assertions.refuseWith(unnamed(), 'UserNotNamd'))
      expect(wrong).include('No contract of the project or of fillproof has this error.')
      expect(wrong).include('(Did you mean UserNotNamed?)').include('reverted with custom error')
      const other = await failureOf(() => assertions.refuseWith(unnamed(), 'RequestAlreadyPaid'))
      expect(other).not.include('No contract')
    })

    it('behavior: a reason string as a whole', async () => {
      const { fillproof, viem, user, data } = world
      const shop = await viem.deployContract('Shop', [user])
      await fillproof.allowRecipient(shop.address)
      const refused = () => fillproof.fill({ recipient: shop.address, amount: 5n, data })
      await assertions.refuseWith(refused(), 'only the receiver')
      await expect(refused()).refusedWith(/the receiver/)
      await failureOf(() => assertions.refuseWith(refused(), 'the receiver'))
      const call = {
        ...{ id: zeroHash, originChainId: 1n, originUser: zeroHash, originCurrency: zeroHash },
        ...{ token: zeroAddress, amount: 1n, data },
      }
      await assertions.refuseWith(shop.write.onFill([call]), 'only the receiver')
      await failureOf(() => assertions.refuseWith(shop.write.onFill([call]), 'the receiver'))
    })

    it("behavior: an account is refused until it is listed, even one of the mock's accounts", async () => {
      const { fillproof } = world
      const { mock } = await fillproof.start()
      const recipient = mock.accounts[4]!.address
      const fill = () => fillproof.fill({ recipient, amount: 1n })
      for (const written of [recipient, recipient.toLowerCase()]) {
        await assertions.refuseWithArgs(fill(), 'RecipientNotAllowed', [written])
      }
      await failureOf(() => assertions.refuseWithArgs(fill(), 'RecipientNotAllowed', [zeroAddress]))
      await fillproof.allowRecipient(recipient)
      await assertions.fill(fill())
    })

    it('error: an own token unknown to the service: the message names the option', async () => {
      const coin = await world.viem.deployContract('MockToken', ['Coin', 'COIN', 6])
      const error = await thrown(() =>
        world.fillproof.fill({ recipient: world.credits.address, token: coin.address, amount: 1n }),
      )
      expect(error.message).include('UNSUPPORTED_CURRENCY').include('tokens: [address]')
    })

    it('error: an error that is not a refusal is rethrown, whatever the assertion expects', async () => {
      const { fillproof, token, data } = world
      const { mock } = await fillproof.start()
      const order = { recipient: world.credits.address, token, amount: 5n, data }
      const coin = await world.viem.deployContract('MockToken', ['Coin', 'COIN', 6])
      const malformed = () => {
        mock.control.faults.set('malformedResponse', { times: 1 })
        return fillproof.fill(order)
      }
      const mistakes: [name: string, run: () => Promise<unknown>][] = [
        ['MockOptionError', () => fillproof.fill(mistyped({ ...order, tokn: token }))],
        ['MockOptionError', () => fillproof.fill({ ...order, recipient: '0x123' })],
        ['MockOptionError', () => fillproof.fill({ ...order, amount: mistyped(10) })],
        ['FillFailedError', () => fillproof.fill({ ...order, token: coin.address })],
        ['FillFailedError', malformed],
        ['TypeError', async () => (undefined as unknown as { at: string }).at],
        ['HttpRequestError', () => getBlock(createClient({ transport: http(nowhere, { retryCount: 0 }) }))],
      ]
      for (const [name, run] of mistakes) {
        for (const refused of [
          () => assertions.refuse(run()),
          () => assertions.refuseWith(run(), name),
          () => assertions.refuseWith(run(), /./),
          () => assertions.refuseWithArgs(run(), name, []),
          () => expect(run()).refusedWith(),
        ]) {
          expect(await thrown(refused)).include({ name })
        }
      }
    })

    it('error: an outage is not a refusal', async () => {
      const { connection, fillproof, credits, token, data } = await open()
      const { mock } = await fillproof.start()
      await mock.close()
      const error = await thrown(() =>
        assertions.refuse(fillproof.fill({ recipient: credits.address, token, amount: 5n, data })),
      )
      expect(error).include({ name: 'FillFailedError', isRefusal: false })
      await connection.close()
    })

    it('behavior: the revert of a call outside a fill, with and without an ABI', async () => {
      const { viem, user, token } = world
      const shop = await viem.deployContract('Shop', [user])
      const [wallet] = await viem.getWalletClients()
      const call = { abi: shop.abi, functionName: 'withdraw', args: [token] } as const
      const send = () => wallet!.sendTransaction({ to: shop.address, data: encodeFunctionData(call) })
      for (const withdraw of [() => shop.write.withdraw([token]), send]) {
        await assertions.refuse(withdraw())
        await assertions.refuseWith(withdraw(), 'nothing to withdraw')
        await failureOf(() => assertions.refuseWith(withdraw(), 'Other'))
      }
    })

    it('error: a mismatch names the expected and the found error', async () => {
      const own = await failureOf(() => assertions.refuseWith(unnamed(), 'RequestExpired'))
      expect(own).include(
        'Expected the fill to be refused with RequestExpired, found HookFailed: UserNotNamed: ',
      )
      const ours = await failureOf(() => assertions.refuseWith(unlisted(), 'RequestExpired'))
      expect(ours).include('refused with RequestExpired, found RecipientNotAllowed: ')
      const { fillproof, credits, data } = world
      const native = () => fillproof.fill({ recipient: credits.address, amount: 1n, data })
      const other = await failureOf(() => assertions.refuseWith(native(), 'UserNotNamed'))
      expect(other).include('refused with UserNotNamed, found NativeTransferFailed: ')
      expect((await thrown(native)).message).include('Has it a receive()?')
      expect((await thrown(unnamed)).message).not.include('Fix the recipient')
      const args = await failureOf(() => assertions.refuseWithArgs(unnamed(), 'UserNotNamed', ['0x13']))
      expect(args).equal("Expected the arguments [ '0x13' ] of UserNotNamed, found [ '0x12' ].")
      const none = 'Expected the fill to be refused with RequestExpired, but it succeeded.'
      expect(await failureOf(() => assertions.refuseWith(buy(), 'RequestExpired'))).equal(none)
      expect(await failureOf(() => assertions.refuseWithArgs(buy(), 'RequestExpired', []))).equal(none)
    })

    it('behavior: assertions that do not hold', async () => {
      await assertions.refuse(unlisted())
      await failureOf(() => assertions.fill(unlisted()))
      await failureOf(() => assertions.refuse(buy()))
      await failureOf(() => assertions.refuseWith(unlisted(), 'Other'))
      await failureOf(() => assertions.refuseWith(unlisted(), /Other/))
      await failureOf(() => assertions.refuseWithArgs(unlisted(), 'Other', []))
      await failureOf(() => assertions.refuseWithArgs(unnamed(), 'HookFailed', []))
    })
  })

  it('behavior: tokens, time, and a recipient that is not called', async () => {
    const { fillproof, viem, token } = world
    await fillproof.loadFixture(listed)
    const to: Address = '0x00000000000000000000000000000000000000cc'
    await fillproof.fund({ to, amount: 3n, currency: token })
    const erc20 = await viem.getContractAt('MockToken', token)
    expect(await erc20.read.balanceOf([to])).equal(3n)
    const client = await viem.getPublicClient()
    const { timestamp } = await client.getBlock()
    await fillproof.increaseTime(1000)
    expect((await client.getBlock()).timestamp >= timestamp + 1000n).equal(true)
    await fillproof.allowRecipient(token, { hook: false })
    await fillproof.assertions.fill(buy())
  })

  it('behavior: a token is refused until it is allowed, and outside its range', async () => {
    const { fillproof, token } = world
    await fillproof.loadFixture(listed)
    await fillproof.allowToken(token, { min: 6n })
    await fillproof.assertions.refuseWithArgs(buy(), 'TokenAmountOutOfRange', [token, 5n, 6n, maxUint128])
    await fillproof.allowToken(token, { max: 0n })
    await fillproof.assertions.refuseWithArgs(buy(), 'TokenNotAccepted', [token])
    await fillproof.allowToken(token)
    await fillproof.assertions.fill(buy())
  })

  it('behavior: lists of a named receiver only', async () => {
    const { connection, fillproof, viem, token, credits } = await open({ evidence: 'registeredTerms' })
    const { destination } = await fillproof.start()
    await fillproof.allowRecipient(credits.address, { receiver: destination.receiver })
    await fillproof.allowToken(token, { min: 6n, max: 7n, receiver: destination.receiver })
    const { receiver } = await fillproof.start()
    const [named, other] = await Promise.all(
      [destination.receiver, receiver].map((address) => viem.getContractAt('SignedOrderReceiver', address)),
    )
    expect(await named!.read.recipientStatus([credits.address])).deep.equal([true, true])
    expect(await named!.read.tokenRange([token])).deep.equal([6n, 7n])
    expect(await other!.read.recipientStatus([credits.address])).deep.equal([false, false])
    expect(await other!.read.tokenRange([token])).deep.equal([1n, maxUint128])
    await connection.close()
  })

  it("behavior: notices hardhat's own loadFixture on one chain", async () => {
    const { fillproof, connection } = world
    const { networkHelpers } = connection
    await fillproof.loadFixture(listed)
    async function destinationOnly() {
      return 1
    }
    await networkHelpers.loadFixture(destinationOnly)
    await buy()
    await networkHelpers.loadFixture(destinationOnly)
    await buy()
    await fillproof.loadFixture(listed)
    await buy()
  })

  it('error: a fixture without a name, options after the start, and a network that is not simulated', async () => {
    const { fillproof } = world
    expect(await thrown(() => fillproof.loadFixture(async () => {}))).include({ name: 'FixtureError' })
    expect(await thrown(() => fillproof.start({ seed: '1' }))).include({ name: 'HardhatNetworkError' })
    const { network } = await createProject()
    const live: NetworkConnection = await network.create('live')
    expect(await thrown(() => live.fillproof.start())).include({ name: 'HardhatNetworkError' })
    await live.close()
  })

  it('error: options and parameters that the plugin does not know, also from JavaScript', async () => {
    const { network } = await createProject()
    const connection = await network.create()
    const { fillproof } = connection
    for (const [option, value] of Object.entries({ evidence: 'none', chains: [], unref: false, sead: '1' })) {
      const error = await thrown(() => fillproof.start({ [option]: value }))
      expect(error).include({ name: 'MockOptionError', option })
    }
    for (const evidence of ['attestedOrder', 'registeredTerms'] as const) {
      const retired = ['requests/{requestId}/signature']
      const error = await thrown(() => fillproof.start({ evidence, retired }))
      expect(error.message)
        .include('evidence must be signedOrder')
        .include(`${evidence} needs an attestation`)
    }
    await connection.close()
  })

  it('error: each message names the written and the likely intended option', async () => {
    const { fillproof } = world as unknown as { fillproof: Record<string, (...args: unknown[]) => unknown> }
    const recipient = world.credits.address
    const messages: [method: string, args: unknown[], ...message: string[]][] = [
      ['start', [{ sead: '1' }], 'There is no option sead.', '(Did you mean seed?)'],
      ['start', [{ accounts: 2 }], 'The option accounts must be 4 or more'],
      ['fill', [{ recipent: recipient, amount: 1n }], 'no option fill.recipent', '(Did you mean recipient?)'],
      ['fill', [{ recipient, amount: 1 }], 'fill.amount must be a bigint such as 1n, above 0, found 1.'],
      ['fill', [{ recipient, amount: 0n }], 'fill.amount must be a bigint such as 1n, above 0'],
      ['fill', [undefined], 'fill.recipient must be an address'],
      ['fill', [{ recipient: '0x12', amount: 1n }], 'fill.recipient must be an address', 'found 0x12'],
      ['fill', [{ recipient, amount: 1n, data: '0x123' }], 'fill.data must be 0x and hex of whole bytes'],
      ['fill', [{ recipient, amount: 1n, deadline: Date.now() }], 'milliseconds divided by 1000'],
      ['fill', [{ recipient, amount: 1n, token: '0x12' }], 'fill.token must be an address'],
      ['allowRecipient', ['0x12'], 'allowRecipient.recipient must be an address'],
      ['allowRecipient', [recipient, { hok: true }], 'no option allowRecipient.hok', '(Did you mean hook?)'],
      ['allowToken', ['0x12'], 'allowToken.token must be an address'],
      ['allowToken', [world.token, { min: 1 }], 'allowToken.min must be a bigint such as 1n'],
      ['allowToken', [world.token, { min: 6n, max: 5n }], 'allowToken.min must be at most max, 5, found 6.'],
      ['allowToken', [world.token, { receiver: '0x12' }], 'allowToken.receiver must be an address'],
      ['fund', [{ to: '0x12', amount: 1n }], 'fund.to must be an address'],
      ['fund', [{ to: recipient, amount: 1n, chain: 'orgin' }], 'fund.chain must be origin or destination'],
      ['increaseTime', ['10'], 'increaseTime.seconds must be a whole number'],
      ['loadFixture', [{ option: {} }, listed], 'no option loadFixture.option', '(Did you mean options?)'],
    ]
    const { network } = await createProject()
    const fresh = await network.create()
    for (const [method, args, ...expected] of messages) {
      const target = method === 'start' ? (fresh.fillproof as unknown as typeof fillproof) : fillproof
      const error = await thrown(() => target[method]!(...args))
      expect(error, method).include({ name: 'MockOptionError' })
      for (const part of expected) expect(error.message).include(part)
    }
    await fresh.close()
  })

  it('error: a port in use, and an origin with the chain id of the destination', async () => {
    const { network } = await createProject()
    const connection = await network.create()
    const { mock } = await world.fillproof.start()
    const port = Number(new URL(mock.url).port)
    const used = await thrown(() => connection.fillproof.start({ port }))
    expect(used).include({ name: 'HardhatNetworkError' })
    expect(used.message).include(`The port ${port} on 127.0.0.1 is in use`)
    const same = await thrown(() => connection.fillproof.start({ originNetwork: 'own' }))
    expect(same).include({ name: 'HardhatNetworkError' })
    expect(same.message).include('both have the chain id 8453')
    await connection.close()
  })

  it('behavior: a fixture with options, and tokens that it deploys before the service starts', async () => {
    const { network } = await createProject()
    const connection = await network.create()
    const { fillproof, viem } = connection
    let runs = 0
    async function tokens() {
      return [(await viem.deployContract('MockToken', ['Shop Coin', 'SHOP', 9])).address]
    }
    async function openShop({ receiver, user, tokens: [token] }: FillproofService) {
      runs++
      const credits = await viem.deployContract('FillCredits', [receiver, token!])
      await fillproof.allowRecipient(credits.address)
      const data = encodeAbiParameters([{ type: 'address' }], [user.address])
      return { credits, token, user: user.address, data }
    }
    async function other() {}
    const settings = { options: { evidence: 'attestedOrder', seed: 'shop' }, tokens } as const
    for (const _ of [1, 2]) {
      const { credits, token, user, data } = await fillproof.loadFixture(settings, openShop)
      await fillproof.fill({ recipient: credits.address, token, amount: 7n, data })
      expect(await credits.read.creditOf([user])).equal(7n)
    }
    expect(runs).equal(1)
    // Others share the service, with the same options or none.
    await fillproof.loadFixture(other)
    const same = { ...settings, options: { ...settings.options } }
    await fillproof.loadFixture(same, openShop)
    const error = await thrown(() => fillproof.loadFixture({ options: { seed: 'other' } }, other))
    expect(error).include({ name: 'HardhatNetworkError' })
    await connection.close()
  })

  it('behavior: warns a project without the optimizer before it deploys a too large contract', async () => {
    const optimized = { version: '0.8.35', settings: { optimizer: { enabled: true } } }
    const creation = (bytes: number) => ({ data: `0x00${'00'.repeat(bytes - 1)}` })
    for (const [solidity, data, warnings] of [
      ['0.8.35', creation(24_576), 0],
      ['0.8.35', creation(24_577), 1],
      [optimized, creation(24_577), 0],
    ] as const) {
      const { network } = await openProject({ solidity, paths: withoutArtifacts })
      const connection = await network.create()
      const [from] = (await connection.provider.request({ method: 'eth_accounts' })) as string[]
      const said: string[] = []
      const { warn } = console
      console.warn = (text: string) => said.push(text)
      try {
        const params = [{ from, ...data, gas: '0xf00000' }]
        for (const _ of [1, 2]) await connection.provider.request({ method: 'eth_sendTransaction', params })
      } finally {
        console.warn = warn
        await connection.close()
      }
      expect(said).length(warnings)
      if (warnings > 0) expect(said[0]).include('without the optimizer')
    }
  })

  it('behavior: options of a call replace those of the config', async () => {
    const paths = withoutArtifacts
    const { network } = await openProject({ fillproof: { evidence: 'attestedOrder', accounts: 4 }, paths })
    const [connection, other] = [await network.create(), await network.create()]
    const { mock, receiver } = await connection.fillproof.start()
    expect(mock.accounts).length(4)
    expect(await getReceiverKind(await connection.viem.getPublicClient(), { receiver })).equal(
      'attestedOrderReceiver',
    )
    expect((await other.fillproof.start({ accounts: 5 })).mock.accounts).length(5)
    await Promise.all([connection.close(), other.close()])
    const error = await thrown(() => openProject({ fillproof: mistyped('attestedOrder'), paths }))
    expect(error.message).include('fillproof').include('Expected an object')
  })

  it('behavior: a receiver refuses a replaced solver until its admin trusts it', async () => {
    const { fillproof, viem, receiver } = world
    await fillproof.loadFixture(listed)
    const { mock, admin } = await fillproof.start()
    const solver = await mock.control.rotateSolver()
    await fillproof.assertions.refuseWithArgs(buy(), 'UnknownSolver', [solver, 0, 0])
    const { chain } = await viem.getPublicClient()
    const { provider } = world.connection
    const client = createWalletClient({ account: admin, chain, transport: custom(provider) })
    await setSolver(client, { receiver, solver })
    await fillproof.assertions.fill(buy())
    await fillproof.loadFixture(listed)
    expect(mock.solver).not.equal(solver)
    await fillproof.assertions.fill(buy())
  })

  it('behavior: a closed connection leaves nothing open', async () => {
    const { network } = await createProject()
    const connection = await network.create()
    const { mock } = await connection.fillproof.start()
    const urls = [mock.url, ...mock.chains.map(({ rpcUrl }) => rpcUrl)]
    for (const url of urls) expect((await fetch(url)).status).greaterThan(0)
    await connection.close()
    for (const url of urls) expect(await thrown(() => fetch(url))).include({ message: 'fetch failed' })
  })

  it('behavior: two networks at once, and a restarted service', async () => {
    const { network } = await createProject()
    const connections = [
      await network.create('own'),
      await network.create({ network: 'other', chainType: 'op' }),
    ]
    for (const { fillproof } of connections) await fillproof.start()
    const recipient: Address = '0x00000000000000000000000000000000000000dd'
    for (const { fillproof } of connections) {
      await fillproof.allowRecipient(recipient)
      await fillproof.fill({ recipient, amount: 1n })
    }
    await Promise.all(connections.map((connection) => connection.close()))
    const again = await network.create()
    expect((await again.fillproof.start()).destination.id).equal(8453)
    expect((await again.fillproof.start()).origin.tokens[0]!.address).not.equal(zeroAddress)
    await again.close()
  })
})
