import { expect } from 'chai'
import hre from 'hardhat'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  pad,
  zeroAddress,
} from 'viem'
import {
  type PayReceiverParameters,
  payReceiver,
  type QuoteVersion,
  type ReceiverCall,
} from '../../src/client/index.js'
import { thrown } from '../support/errors.js'
import { operator, recipient, solver } from './support/chains.js'
import { balanceOf, connect, depositsOf, type Environment, ether, wallet } from './support/environment.js'
import { type Standin, startStandin } from './support/service.js'
import { variations } from './support/variations.js'
import { sameGuesses } from './support/variationsV3.js'

const versions = ['v2', 'v3'] as const
const any = { min: 1n, max: 2n ** 128n - 1n }

describe('payReceiver against a stand-in of the service', () => {
  let standin: Standin
  const envs = {} as Record<QuoteVersion, Environment>
  let env: Environment
  let receiver: Address

  before(async () => {
    standin = await startStandin()
    for (const quoteVersion of versions) {
      envs[quoteVersion] = await connect(standin, 'polling', { apiKey: 'stand-in', quoteVersion })
    }
    receiver = await deployReceiver(standin)
  })

  after(() => standin.close())
  afterEach(() => {
    standin.vary()
    standin.world.hasOneId = false
  })

  /** A receiver is paid: in native currency exactly, in a token what the price says. */
  const terms = (currency: 'native' | 'usdc' = 'native'): PayReceiverParameters => {
    const { origin, destination } = standin.world
    const isNative = currency === 'native'
    const chains = { originChainId: origin.id, destinationChainId: destination.id }
    const currencies = {
      originCurrency: isNative ? zeroAddress : origin.usdc,
      destinationCurrency: isNative ? zeroAddress : destination.usdc,
    }
    const amount = isNative
      ? { tradeType: 'EXACT_OUTPUT' as const, amount: ether / 100n }
      : { tradeType: 'EXACT_INPUT' as const, amount: 40_000_000n }
    return {
      ...clients(),
      receiver,
      request: { ...chains, ...currencies, ...amount },
      payment: { recipient },
      maximumAmountIn: isNative ? ether / 90n : 40_000_000n,
    }
  }

  const clients = () => ({
    walletClient: wallet(env),
    authorizer: createWalletClient({
      account: operator,
      transport: standin.world.destination.transport,
      pollingInterval: 20,
    }),
    originClient: createPublicClient({ transport: standin.world.origin.transport, pollingInterval: 20 }),
    destinationClient: createPublicClient({
      transport: standin.world.destination.transport,
      pollingInterval: 20,
    }),
    pollingIntervalMs: 15,
    timeoutMs: 20_000,
  })

  const balance = () => balanceOf(env, standin.world.destination.id, zeroAddress, recipient)

  async function requirePaid({ callHash, orderId }: { callHash: Hex; orderId: Hex }, before: bigint) {
    const { abi } = await hre.artifacts.readArtifact('SignedOrderReceiver')
    const { reader } = standin.world.destination
    const isPaid = await reader.readContract({
      abi,
      address: receiver,
      functionName: 'isPaid',
      args: [callHash],
    })
    expect(isPaid).to.equal(true)
    expect(await depositsOf(env, orderId)).to.equal(1)
    return (await balance()) - before
  }

  for (const version of versions) {
    it(`pays a token at a price, ${version}`, async () => {
      env = envs[version]
      const { usdc, id } = standin.world.destination
      const earlier = await balanceOf(env, id, usdc, recipient)
      const paid = await payReceiver(env.client, terms('usdc'))
      await requirePaid(paid, 0n)
      expect((await balanceOf(env, id, usdc, recipient)) - earlier >= 39_000_000n).to.equal(true)
    })
  }

  const plain = { name: 'answers as they are', make: () => ({}), hasOneId: false }
  for (const { name, make, hasOneId = false, version } of [
    ...[plain, ...variations.filter(({ isOfStream }) => !isOfStream)].map((one) => ({
      ...one,
      version: 'v2' as const,
    })),
    ...[plain, ...sameGuesses].map((one) => ({ ...one, hasOneId: false, version: 'v3' as const })),
  ]) {
    it(`pays native currency, ${version}: ${name}`, async () => {
      env = envs[version]
      standin.world.hasOneId = hasOneId
      standin.vary(make())
      const earlier = await balance()
      const { outcome, ...paid } = await payReceiver(env.client, terms())
      expect(outcome.status).to.equal('success')
      expect(await requirePaid(paid, earlier)).to.equal(ether / 100n)
    })
  }

  for (const version of versions) {
    it(`resumes at any point, with one deposit, ${version}`, async () => {
      env = envs[version]
      let [isOver, stops] = [false, 0]
      for (let stopAt = 1; !isOver; stopAt++) {
        const earlier = await balance()
        let stored: string | undefined
        let count = 0
        const keep = (call: ReceiverCall) => {
          stored = JSON.stringify(call)
          if (++count === stopAt) throw new Error('stopped')
        }
        const first = await payReceiver(env.client, { ...terms(), keep }).catch((error: Error) => error)
        isOver = !(first instanceof Error)
        if (isOver) break
        expect(first).to.have.property('message', 'stopped')
        stops++
        const call = JSON.parse(stored!) as ReceiverCall
        const paid = await payReceiver(env.client, { ...clients(), call })
        expect(await requirePaid(paid, earlier)).to.equal(ether / 100n)
      }
      expect(stops).to.be.greaterThan(2)
    })
  }

  it('does not guess an amount from a price of version 3 without details', async () => {
    env = envs.v3
    standin.vary({ body: (body) => ({ ...(body as object), details: null }) })
    const error = await thrown(() => payReceiver(env.client, terms('usdc')))
    const path = 'details.currencyOut.minimumAmount'
    expect(error).to.include({ name: 'StepMismatchError', path })
  })
})

/** A receiver of signed orders behind a proxy, on the destination chain. */
async function deployReceiver({ world: { origin, destination } }: Standin): Promise<Address> {
  const { abi, bytecode } = await hre.artifacts.readArtifact('SignedOrderReceiver')
  const proxy = await hre.artifacts.readArtifact('ERC1967Proxy')
  const implementation = await destination.deploy(bytecode as Hex)
  const currencies = [zeroAddress, destination.usdc]
  const config = {
    admin: operator.address,
    guardian: operator.address,
    rescuer: operator.address,
    chainName: destination.name,
    solvers: [{ solver: solver.address, start: 0, stop: 0 }],
    routes: [zeroAddress, origin.usdc].map((currency) => ({
      chainId: BigInt(origin.id),
      currency: pad(currency, { size: 32 }),
      ...any,
    })),
    tokens: currencies.map((token) => ({ token, ...any })),
    recipients: [{ recipient, hook: false }],
    routers: [destination.router],
    reserved: [destination.depository, destination.proxy],
  }
  const chains = [{ name: origin.name, chainId: BigInt(origin.id), isEvm: true }]
  const data = encodeFunctionData({ abi, functionName: 'initialize', args: [config, chains] })
  return destination.deploy(
    encodeDeployData({ abi: proxy.abi, bytecode: proxy.bytecode as Hex, args: [implementation, data] }),
  )
}
