import { expect } from 'chai'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  maxUint128,
  pad,
  zeroAddress,
  zeroHash,
} from 'viem'
import { deterministicProxy } from '../../src/base/deterministicProxy.js'
import { type InboxCall, type NewInboxCall, payReceiver } from '../../src/client/index.js'
import { erc1967ProxyAbi } from '../../src/generated/abi/erc1967Proxy.js'
import { inboxReceiverAbi } from '../../src/generated/abi/inboxReceiver.js'
import { erc1967ProxyBytecode } from '../../src/generated/bytecode/erc1967Proxy.js'
import { inboxReceiverBytecode } from '../../src/generated/bytecode/inboxReceiver.js'
import { inboxCreationCode } from '../../src/protocol/inbox/inboxCreationCode.js'
import { operator, recipient, solver, user } from './support/chains.js'
import { balanceOf, connect, depositsOf, type Environment, ether, wallet } from './support/environment.js'
import { type Standin, startStandin } from './support/service.js'

describe('payReceiver against a stand-in of the service: inboxes', () => {
  let standin: Standin
  let env: Environment
  let receiver: Address

  before(async () => {
    standin = await startStandin()
    env = await connect(standin, 'polling')
    receiver = await deployReceiver(standin)
  })
  after(() => standin?.close())

  const clients = () => {
    const { origin, destination } = standin.world
    const nodes = { pollingInterval: 20 }
    return {
      walletClient: wallet(env),
      claimer: createWalletClient({ account: operator, transport: destination.transport, ...nodes }),
      originClient: createPublicClient({ transport: origin.transport, ...nodes }),
      destinationClient: createPublicClient({ transport: destination.transport, ...nodes }),
      pollingIntervalMs: 15,
      timeoutMs: 20_000,
    }
  }

  const inputs = [
    { currency: 'native', tradeType: 'EXACT_OUTPUT', amount: ether / 100n, most: ether / 90n },
    { currency: 'native', tradeType: 'EXACT_INPUT', amount: ether / 100n, most: ether / 100n },
    { currency: 'usdc', tradeType: 'EXACT_OUTPUT', amount: 30_000_000n, most: 40_000_000n },
    { currency: 'usdc', tradeType: 'EXACT_INPUT', amount: 40_000_000n, most: 40_000_000n },
  ] as const

  const paymentOf = (
    { currency, tradeType, amount, most }: (typeof inputs)[number],
    changes: object = {},
  ): NewInboxCall => {
    const { origin, destination } = standin.world
    const isNative = currency === 'native'
    return {
      receiver,
      request: {
        ...{ originChainId: origin.id, destinationChainId: destination.id, tradeType, amount },
        originCurrency: isNative ? zeroAddress : origin.usdc,
        destinationCurrency: isNative ? zeroAddress : destination.usdc,
        ...changes,
      },
      payment: { recipient, refundTo: user.address },
      maximumAmountIn: most,
    }
  }

  for (const input of inputs) {
    const { currency, tradeType } = input
    it(`pays and claims, ${currency}, ${tradeType}`, async () => {
      const payment = paymentOf(input)
      const token = payment.request.destinationCurrency as Address
      const held = () => balanceOf(env, standin.world.destination.id, token, recipient)
      const earlier = await held()
      const { claims, orderId } = await payReceiver(env.client, { ...clients(), ...payment, keep: () => {} })
      expect(claims.map(({ credited }) => credited)).to.deep.equal([(await held()) - earlier])
      expect(await depositsOf(env, orderId)).to.equal(1)
    })

    it(`shows a deposit address, and claims what came, ${currency}, ${tradeType}`, async () => {
      const { walletClient, originClient, ...rest } = clients()
      const payment = paymentOf(input, { useDepositAddress: true, refundTo: user.address })
      const paid: unknown[] = []
      const { claims } = await payReceiver(env.client, {
        ...rest,
        ...payment,
        keep: () => {},
        onProgress: async (progress) => {
          if (progress.type !== 'depositAddress') return
          const to = progress.depositAddress as Address
          paid.push(await payAddress(to, progress.currency as Address, progress.amount))
        },
      })
      expect([paid.length, claims.length]).to.deep.equal([1, 1])
    })
  }

  async function payAddress(to: Address, currency: Address, amount: bigint) {
    const { origin } = standin.world
    if (currency === zeroAddress) return origin.send(user, { to, data: '0x', value: amount })
    const abi = [
      {
        ...{ type: 'function', name: 'transfer', stateMutability: 'nonpayable', outputs: [] },
        inputs: [
          { name: 'to', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
      },
    ] as const
    return origin.send(user, { to: currency, data: encodeFunctionData({ abi, args: [to, amount] }) })
  }

  it('goes on wherever it was stopped, with one deposit', async () => {
    let stops = 0
    for (let stopAt = 1; ; stopAt++) {
      let stored = ''
      let count = 0
      const keep = (call: InboxCall) => {
        stored = JSON.stringify(call)
        if (++count === stopAt) throw new Error('stopped')
      }
      const first = await payReceiver(env.client, { ...clients(), ...paymentOf(inputs[0]), keep }).catch(
        (error: Error) => error,
      )
      if (!(first instanceof Error)) break
      expect(first.message).to.equal('stopped')
      stops++
      const call = JSON.parse(stored) as InboxCall
      const paid = await payReceiver(env.client, { ...clients(), call, keep: () => {} })
      expect([await depositsOf(env, paid.orderId), paid.claims.length]).to.deep.equal([1, 1])
    }
    expect(stops).to.be.greaterThan(5)
  })
})

/** The frozen code of inboxes, and a receiver of inboxes behind a proxy, on the destination chain. */
async function deployReceiver({ world: { origin, destination } }: Standin): Promise<Address> {
  await destination.reader.request({
    method: 'hardhat_setCode',
    params: [deterministicProxy.address, deterministicProxy.runtimeCode],
  } as never)
  const data = `${zeroHash}${inboxCreationCode.slice(2)}` as const
  await destination.send(operator, { to: deterministicProxy.address, data })
  const any = { min: 1n, max: maxUint128 }
  const admin = operator.address
  const config = {
    ...{ admin, guardian: admin, rescuer: admin, chainName: destination.name },
    solvers: [{ solver: solver.address, start: 0, stop: 0 }],
    routes: [zeroAddress, origin.usdc].map((currency) => ({
      chainId: BigInt(origin.id),
      currency: pad(currency, { size: 32 }),
      ...any,
    })),
    tokens: [zeroAddress, destination.usdc].map((token) => ({ token, ...any })),
    recipients: [{ recipient, hook: false }],
    routers: [],
    reserved: [],
  }
  const chains = [{ name: origin.name, chainId: BigInt(origin.id), isEvm: true }]
  const args = [
    await destination.deploy(inboxReceiverBytecode),
    encodeFunctionData({ abi: inboxReceiverAbi, functionName: 'initialize', args: [config, chains] }),
  ] as const
  return destination.deploy(encodeDeployData({ abi: erc1967ProxyAbi, bytecode: erc1967ProxyBytecode, args }))
}
