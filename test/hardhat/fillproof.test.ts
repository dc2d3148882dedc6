import { expect, use } from 'chai'
import type { NetworkConnection } from 'hardhat/types/network'
import { type Address, createWalletClient, custom, encodeAbiParameters, maxUint128, zeroAddress } from 'viem'
import { getReceiverKind } from '../../src/contract/getReceiverKind.js'
import { setSolver } from '../../src/contract/setSolver.js'
import { fillproofChai } from '../../src/hardhat/index.js'
import type { FillproofOptions } from '../../src/hardhat/types.js'
import { count } from '../support/deep.js'
import { thrown } from '../support/errors.js'
import { createProject, openProject } from './support.js'

use(fillproofChai as never)

const ether = 10n ** 18n

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

  it('default: a fixture with a fill, restored again and again', async () => {
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

  it('behavior: a revert names its reason, and its place in the contract', async () => {
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

  it('behavior: assertions that do not hold', async () => {
    const { assertions } = world.fillproof
    await world.fillproof.loadFixture(listed)
    const refused = () =>
      world.fillproof.fill({ recipient: '0x00000000000000000000000000000000000000bb', amount: 1n })
    await assertions.refuse(refused())
    const unnamed = () =>
      world.fillproof.fill({ recipient: world.credits.address, token: world.token, amount: 5n, data: '0x12' })
    const { errorName, args } = await thrown(unnamed)
    expect(errorName).equal('HookFailed')
    await assertions.refuseWithArgs(unnamed(), 'HookFailed', args as unknown[])
    for (const run of [
      () => assertions.fill(refused() as never),
      () => assertions.refuse(buy()),
      () => assertions.refuseWith(refused(), 'Other'),
      () => assertions.refuseWithArgs(refused(), 'Other', []),
      () => assertions.refuseWithArgs(unnamed(), 'HookFailed', []),
    ]) {
      expect(await thrown(run)).include({ name: 'AssertionError' })
    }
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
    await fillproof.allowToken(token)
    await fillproof.assertions.fill(buy())
  })

  it("behavior: hardhat's own loadFixture on one chain is noticed", async () => {
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
      const error = await thrown(() => fillproof.start({ [option]: value } as never))
      expect(error).include({ name: 'MockOptionError', option })
    }
    const parameters = { recipient: zeroAddress, amount: 1n, reciever: zeroAddress }
    const unknown = await thrown(() => fillproof.fill(parameters as never))
    expect(unknown).include({ name: 'MockOptionError', option: 'fill.reciever' })
    await connection.close()
  })

  it('behavior: options of the config, which those of a call replace', async () => {
    // Without artifacts, which take a while to load.
    const paths = { artifacts: './cache/none/artifacts', cache: './cache/none/cache' }
    const { network } = await openProject({ fillproof: { evidence: 'attestedOrder', accounts: 4 }, paths })
    const [connection, other] = [await network.create(), await network.create()]
    const { mock, receiver } = await connection.fillproof.start()
    expect(mock.accounts).length(4)
    expect(await getReceiverKind(await connection.viem.getPublicClient(), { receiver })).equal(
      'attestedOrderReceiver',
    )
    expect((await other.fillproof.start({ accounts: 5 })).mock.accounts).length(5)
    await Promise.all([connection.close(), other.close()])
    const error = await thrown(() => openProject({ fillproof: 'attestedOrder' as never, paths }))
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

  it('behavior: two networks at once, and a service that is started again', async () => {
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
