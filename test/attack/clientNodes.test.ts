// Attacks on the client that pays, by nodes, the service, and crashes. Each asserts the right value.
import { expect } from 'chai'
import { createWalletClient, custom, type Hex, numberToHex, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { PayReceiverClients, ReceiverCall } from '../../src/client/index.js'
import { getAuthorization } from '../../src/contract/index.js'
import { askOf } from '../../src/contract/rpc/withRequest.js'
import { coherent } from '../client/receiver/nodes.js'
import type { World } from '../client/receiver/world.js'
import { freshAddress, send } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'
import { type Args, countDeposits, Killed, keeping, raw, startServiceProxy } from './clientSupport.js'
import { setUpAttack } from './setUpAttack.js'

describe('Attack: the paying client, with faulty nodes and crashes', () => {
  let world: World
  const { pay, nodeWith } = setUpAttack((opened) => {
    world = opened
  })

  const mute = () => ({ ...world.client, getStatus: () => Promise.reject(new Error('down')) })
  const mineEach = async (blocks: number) => {
    for (let left = blocks; left > 0; left--) await raw(world.origin, 'evm_mine')
  }
  /** Sends the deposit, and dies before it has the hash. */
  const dyingWallet = () => {
    const { walletOn, walletOver, origin } = world
    return walletOver(async (args) => {
      const answer = await askOf(walletOn(origin))(args)
      if (args.method === 'eth_sendRawTransaction') throw new Killed()
      return answer
    })
  }
  const within = (work: Promise<unknown>, ms: number) =>
    Promise.race([
      work.then(
        () => 'ended',
        ({ name }) => `ended: ${name}`,
      ),
      new Promise((resolve) => setTimeout(() => resolve('still waits'), ms)),
    ])

  for (const isLocal of [true, false]) {
    it(`a deposit is found although a reorganization removed its block (${isLocal ? 'signs here' : 'the nonce proves nothing'})`, async () => {
      const { origin } = world
      const store = keeping()
      const id = await raw(origin, 'evm_snapshot')
      await mineEach(5)
      const keep = async (call: ReceiverCall) => {
        if (!isLocal && call.deposit) call.deposit.isNonceFixed = false
        store.keep(call)
        if (call.state === 'depositing') await raw(origin, 'evm_revert', [id])
      }
      await thrown(() => pay({ keep, walletClient: dyingWallet() }))
      expect(await countDeposits(world, store.kept!)).equal(1)
      await mineEach(100)
      const error = await thrown(() => pay({ keep: store.keep }, store.read(), { client: mute() }))
      expect([await countDeposits(world, store.kept!), error.name]).not.deep.equal([1, 'DepositUnknownError'])
      expect(await countDeposits(world, store.kept!), error.message).equal(1)
    })
  }

  for (const [chain, method] of [['origin', 'eth_getTransactionCount']] as const) {
    it(`a resumed run with a node of the ${chain} that never answers ${method}: timeoutMs bounds the wait`, async () => {
      const store = keeping()
      await thrown(() => pay({ keep: store.keep, walletClient: dyingWallet() }))
      const silent = nodeWith(world[chain].rpcUrl, (args, ask) =>
        args.method === method ? new Promise(() => {}) : ask(),
      )
      const changes = { [`${chain}Client`]: silent } as Partial<PayReceiverClients>
      const going = pay({ keep: store.keep, timeoutMs: 500, ...changes }, store.read())
      expect(await within(going, 10_000)).match(/^ended/)
    })
  }

  it('a quote that already has a txHash still prompts the wallet, or is refused', async () => {
    const { mock, origin, destination, payer } = world
    const foreign = await send(mock, origin, mock.accounts[4]!.address, { to: freshAddress(), value: 1n })
    const proxy = await startServiceProxy(mock.url, (path, answer) => {
      if (path.startsWith('/intents/status')) {
        return { ...(answer as object), status: 'success', inTxHashes: [foreign], txHashes: [foreign] }
      }
      if (!path.startsWith('/quote')) return undefined
      for (const { items } of (answer as { steps: { items: object[] }[] }).steps) {
        for (const item of items) Object.assign(item, { txHash: foreign })
      }
      return answer
    })
    try {
      const request = {
        user: payer,
        recipient: freshAddress(),
        originChainId: origin.id,
        destinationChainId: destination.id,
        originCurrency: zeroAddress,
        destinationCurrency: zeroAddress,
        amount: 10n ** 18n,
        tradeType: 'EXACT_INPUT' as const,
      }
      const quote = await proxy.client.getQuote(request)
      const types: string[] = []
      const end = await proxy.client
        .executeSteps({
          quote,
          request,
          walletClient: world.walletOn(origin),
          timeoutMs: 1500,
          pollingIntervalMs: 20,
          onProgress: ({ type }) => types.push(type),
        })
        .then(
          ({ txHashes }) => txHashes,
          () => 'refused',
        )
      expect(end).not.deep.equal([foreign])
      expect(types).include('transactionRequested')
    } finally {
      await proxy.close()
    }
  })

  it('an originClient of another chain cannot show the deposit: it is refused', async () => {
    const { origin, destination, payer } = world
    const store = keeping()
    await thrown(() => pay({ keep: store.keep, walletClient: dyingWallet() }))
    expect(await countDeposits(world, store.kept!)).equal(1)
    const { nonce } = store.kept!.deposit!
    await raw(destination, 'hardhat_setNonce', [payer, numberToHex(nonce + 1)])
    for (let left = 100; left > 0; left--) await raw(destination, 'evm_mine')
    const originClient = coherent(destination.rpcUrl).client
    const error = await thrown(() =>
      pay({ keep: store.keep, originClient }, store.read(), { client: mute() }),
    )
    expect(await countDeposits(world, store.kept!), error.message).equal(1)
    expect(origin.id).not.equal(destination.id)
  })

  it('an authorization that a reorganization moved is confirmed again before the deposit', async () => {
    const { destination } = world
    const confirmations = 5
    for (let left = 10; left > 0; left--) await raw(destination, 'evm_mine')
    const destinationClient = coherent(destination.rpcUrl).client
    const sentRaw: Hex[] = []
    const authorizer = createWalletClient({
      account: privateKeyToAccount(world.mock.accounts[3]!.privateKey),
      transport: custom(
        {
          request: async (args: Args) => {
            if (args.method === 'eth_sendRawTransaction') sentRaw.push(args.params[0])
            return raw(destination, args.method, args.params)
          },
        },
        { retryCount: 0 },
      ),
    })
    let id: unknown
    let depth: bigint | undefined
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const reorganize = async () => {
      await pause(300)
      await raw(destination, 'evm_mine')
      await raw(destination, 'evm_mine')
      await pause(200)
      await raw(destination, 'evm_revert', [id])
      for (let left = 4; left > 0; left--) await raw(destination, 'evm_mine')
      await raw(destination, 'eth_sendRawTransaction', sentRaw)
    }
    const onProgress = async ({ type, ...more }: { type: string; callHash?: Hex }) => {
      if (type === 'quoted') id = await raw(destination, 'evm_snapshot')
      if (type === 'authorizationSent') void reorganize()
      if (type !== 'authorized') return
      const head = BigInt((await raw(destination, 'eth_blockNumber')) as Hex)
      for (depth = 0n; depth < 10n; depth++) {
        const at = { receiver: destination.receiver, callHash: more.callHash!, blockNumber: head - depth }
        if (!(await getAuthorization(destinationClient, at))) break
      }
      throw new Killed()
    }
    await thrown(() =>
      pay({ keep: () => {}, destinationClient, authorizer, onProgress, confirmations, timeoutMs: 4000 }),
    )
    // Nothing is told within the time, or what is deep enough.
    expect(Number(depth ?? confirmations)).least(confirmations)
  })
})
