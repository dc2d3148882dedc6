// Attacks on the client that pays, by wallets. Each asserts the right value.
import { expect } from 'chai'
import { concat, encodeFunctionData, erc20Abi, type Hash, type Hex, pad, zeroAddress } from 'viem'
import { type PayReceiverClients, payReceiver, type ReceiverCall } from '../../src/client/index.js'
import { coherent } from '../client/receiver/nodes.js'
import { open, type World } from '../client/receiver/world.js'
import { openSmartWallet } from '../client/steps/smartWallet.js'
import { ether, freshAddress, send, tokenOf, usdc } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'
import { setUpFastClock } from '../support/fastClock.js'
import {
  type Args,
  browserWallet,
  countDeposits,
  keeping,
  raw,
  signerOf,
  startServiceProxy,
} from './clientSupport.js'

describe('Attack: the paying client, with faulty wallets', () => {
  setUpFastClock()
  let world: World
  beforeEach(async () => {
    world = await open()
    await world.mock.control.pauseSolver()
  })
  afterEach(() => world?.mock.close())

  const pay = (
    changes: Partial<PayReceiverClients>,
    call?: ReceiverCall,
    more: { resend?: boolean } = {},
    client = world.client,
  ) => {
    const clients = { ...world.clients(), timeoutMs: 1500, ...changes }
    const created = { ...world.native(), payment: { recipient: world.recipient, refundTo: world.payer } }
    return payReceiver(client, call ? { ...clients, call, ...more } : { ...clients, ...created })
  }

  const quoteFor = async (user: Hex) => {
    const request = {
      user,
      recipient: freshAddress(),
      originChainId: world.origin.id,
      destinationChainId: world.destination.id,
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      amount: ether,
      tradeType: 'EXACT_INPUT' as const,
      includeProtocolData: true,
    }
    return { request, quote: await world.client.getQuote(request) }
  }

  it('a wallet that sent and answers -32000 is not prompted a second time in the same run', async () => {
    const node = coherent(world.origin.rpcUrl)
    const sign = signerOf(world)
    const asked: string[] = []
    const walletClient = browserWallet(world.payer, async (args: Args) => {
      if (!args.method.endsWith('_sendTransaction')) return node.request(args)
      asked.push(args.method)
      const hash = await sign(args.params[0])
      if (asked.length > 1) return hash
      // What a wallet passes on of the second of its two nodes.
      throw Object.assign(new Error('already known'), { code: -32000 })
    })
    const store = keeping()
    await pay({ walletClient, keep: store.keep }).catch(() => {})
    expect([asked, await countDeposits(world, store.kept!)]).deep.equal([['eth_sendTransaction'], 1])
  })

  it('the same, and the user refuses the second prompt: the resumed run deposits once', async () => {
    const node = coherent(world.origin.rpcUrl)
    const sign = signerOf(world)
    let asked = 0
    const walletClient = browserWallet(world.payer, async (args: Args) => {
      if (!args.method.endsWith('_sendTransaction')) return node.request(args)
      asked++
      if (asked === 2) throw Object.assign(new Error('User rejected.'), { code: 4001 })
      const hash = await sign(args.params[0])
      if (asked > 1) return hash
      throw Object.assign(new Error('already known'), { code: -32000 })
    })
    const store = keeping()
    await pay({ walletClient, keep: store.keep }).catch(() => {})
    expect(await countDeposits(world, store.kept!)).equal(1)
    await pay({ walletClient, keep: store.keep }, store.read()).catch(() => {})
    expect(await countDeposits(world, store.kept!)).equal(1)
  })

  it('a wallet that switches chains while the call is stored sends nothing there', async () => {
    const { origin, destination, payer } = world
    let chain = origin
    const sent: [number, unknown][] = []
    const walletClient = browserWallet(payer, async (args: Args) => {
      if (args.method !== 'eth_sendTransaction') return coherent(chain.rpcUrl).request(args)
      const [{ chainId, ...transaction }] = args.params
      // As wallets do.
      if (chainId !== undefined && Number(chainId) !== chain.id) throw new Error('chainId does not match')
      sent.push([chain.id, chainId])
      return signerOf(world, chain)(transaction)
    })
    const keep = (call: ReceiverCall) => {
      if (call.state === 'depositing') chain = destination
    }
    await pay({ walletClient, keep }).catch(() => {})
    expect(sent.map(([id]) => id)).not.include(destination.id)
  })

  /** A wallet whose transactions wait in the pool of the chain, and which may be on another chain afterwards. */
  async function pendingWallet() {
    const { origin, payer } = world
    const state = {
      chain: origin,
      hash: undefined as Hash | undefined,
      asked: 0,
      isKnown: false,
      sent: undefined as Args | undefined,
    }
    const walletClient = browserWallet(payer, async (args: Args) => {
      if (args.method === 'eth_sendTransaction') {
        state.asked++
        state.sent = args
        if (state.asked === 1) await raw(origin, 'evm_setAutomine', [false])
        state.hash = await signerOf(world)(args.params[0], { gas: 300_000n })
        return state.hash
      }
      const answer = await coherent(state.chain.rpcUrl).request(args)
      if (args.method === 'eth_getTransactionByHash' && answer) state.isKnown = true
      return answer
    })
    return Object.assign(state, { walletClient })
  }
  const until = async (holds: () => boolean) => {
    for (let left = 200; left > 0 && !holds(); left--) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  /** Pays, while the user switches to another chain and sends there what has the nonce of the pending deposit. */
  async function switchWhilePending() {
    const { destination, payer } = world
    const wallet = await pendingWallet()
    const store = keeping()
    const nonce = await world.nonceOf()
    const going = thrown(() => pay({ walletClient: wallet.walletClient, keep: store.keep, timeoutMs: 4000 }))
    await until(() => wallet.isKnown)
    await raw(destination, 'hardhat_mine', ['0x64'])
    wallet.chain = destination
    await new Promise((resolve) => setTimeout(resolve, 200))
    await raw(destination, 'hardhat_setNonce', [payer, `0x${nonce.toString(16)}`])
    await signerOf(world, destination)({ to: payer, value: '0x1' })
    return { wallet, store, error: await going }
  }

  it("the wallet's transactions on another chain replace no deposit", async () => {
    const { error } = await switchWhilePending()
    expect(error.name, error.message).not.equal('StepTransactionError')
  })

  it('the same, and resuming the stored call deposits once', async () => {
    const { origin } = world
    const { wallet, store } = await switchWhilePending()
    wallet.chain = origin
    await raw(origin, 'evm_setAutomine', [true])
    await raw(origin, 'evm_mine')
    await pay({ walletClient: wallet.walletClient, keep: store.keep }, store.read()).catch(() => {})
    expect(await countDeposits(world, store.kept!)).equal(1)
  })

  it('a replacement transaction that makes the deposit counts as the deposit', async () => {
    const { origin, mock } = world
    const { address: batcher } = await openSmartWallet(mock, origin)
    const wallet = await pendingWallet()
    const store = keeping()
    let isBehind = true
    // The service needs its confirmations.
    const proxy = await startServiceProxy(mock.url, (path, answer) =>
      isBehind && path.startsWith('/intents/status')
        ? { ...(answer as object), status: 'waiting', inTxHashes: [] }
        : undefined,
    )
    try {
      const nonce = await world.nonceOf()
      const going = thrown(() =>
        pay(
          { walletClient: wallet.walletClient, keep: store.keep, timeoutMs: 4000 },
          undefined,
          {},
          proxy.client,
        ),
      )
      await until(() => wallet.isKnown)
      const [{ to, data, value }] = wallet.sent!.params
      // The wallet speeds it up within a batch, as an account of EIP-7702 does.
      await signerOf(world)(
        { to: batcher as Hex, data: concat([pad(to as Hex), pad(value as Hex), data as Hex]) },
        { nonce, gas: 500_000n, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 11n },
      )
      await raw(origin, 'evm_setAutomine', [true])
      await raw(origin, 'evm_mine')
      const error = await going
      expect(await countDeposits(world, store.kept!), error.message).equal(1)
      await pay(
        { walletClient: wallet.walletClient, keep: store.keep },
        store.read(),
        {},
        proxy.client,
      ).catch(() => {})
      isBehind = false
      expect(await countDeposits(world, store.kept!), error.message).equal(1)
    } finally {
      await proxy.close()
    }
  })

  /** A smart wallet that returns the hash of the transaction of whoever executes for it. */
  async function relayedWallet(first: (address: Hex) => Promise<Hash>) {
    const wallet = await openSmartWallet(world.mock, world.origin, async (id) =>
      wallet.asked === 1 ? first(wallet.address as Hex) : id,
    )
    return wallet
  }

  it("a smart wallet's execution reverts and its bundler retries: the call is paid once", async () => {
    const { origin, mock } = world
    const wallet = await relayedWallet(async (address) => {
      await raw(origin, 'evm_setAutomine', [false])
      // It sends more than the wallet has.
      const hash = (await raw(origin, 'eth_sendTransaction', [
        {
          from: mock.accounts[4]!.address,
          to: address,
          gas: '0x30d40',
          data: concat([pad(freshAddress()), pad('0xffffffffffffffffffffffff'), '0x']),
        },
      ])) as Hash
      await raw(origin, 'evm_setAutomine', [true])
      await raw(origin, 'evm_mine')
      return hash
    })
    const store = keeping()
    const { walletClient } = wallet
    const error = await thrown(() => pay({ walletClient, keep: store.keep }))
    // The bundler has it in another bundle.
    const run = pay({ walletClient, keep: store.keep }, store.read()).catch(() => {})
    await run
    await wallet.execute()
    expect([await countDeposits(world, store.kept!), wallet.asked], error.message).deep.equal([1, 1])
  })

  it('an approval of 0, which some tokens need before another, also ends once the allowance shows', async () => {
    const { origin, destination, mock } = world
    const wallet = await openSmartWallet(mock, origin)
    const token = tokenOf(origin)
    const write = (functionName: 'transfer' | 'approve', args: readonly [Hex, bigint]) =>
      encodeFunctionData({ abi: erc20Abi, functionName, args })
    await send(mock, origin, mock.accounts[1]!.address, {
      to: token,
      data: write('transfer', [wallet.address as Hex, 100n * usdc]),
    })
    // What an earlier quote left.
    await wallet.walletClient.sendTransaction({
      to: token,
      data: write('approve', [origin.depository, 1n]),
      chain: null,
    })
    await wallet.execute()
    const request = {
      user: wallet.address as Hex,
      recipient: freshAddress(),
      originChainId: origin.id,
      destinationChainId: destination.id,
      originCurrency: token,
      destinationCurrency: tokenOf(destination),
      amount: 100n * usdc,
      tradeType: 'EXACT_INPUT' as const,
      includeProtocolData: true,
    }
    const quote = await world.client.getQuote(request)
    const [step] = quote.steps
    const reset = structuredClone(step!.items[0]!) as { data: { data: Hex } }
    reset.data.data = write('approve', [origin.depository, 0n])
    step!.items.unshift(reset)
    await world.mock.control.resumeSolver()
    const onProgress = ({ type }: { type: string }) => void (type === 'transactionSent' && wallet.execute())
    const end = await world.client
      .executeSteps({
        quote,
        request,
        walletClient: wallet.walletClient,
        timeoutMs: 3000,
        pollingIntervalMs: 20,
        onProgress,
      })
      .then(
        ({ outcome }) => outcome?.status,
        ({ name, message }) => `${name}: ${message}`,
      )
    expect(end).equal('success')
  })

  it('a deposit cancelled in a block that a reorganization removes is made once', async () => {
    const { origin, payer } = world
    const wallet = await pendingWallet()
    const store = keeping()
    const nonce = await world.nonceOf()
    const going = thrown(() => pay({ walletClient: wallet.walletClient, keep: store.keep, timeoutMs: 4000 }))
    await until(() => wallet.isKnown)
    const id = await raw(origin, 'evm_snapshot')
    const cancel = await signerOf(world)(
      { to: payer },
      { nonce, gas: 21_000n, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 11n },
    )
    await raw(origin, 'evm_mine')
    const error = await going
    expect(error.name).equal('StepTransactionError')
    await raw(origin, 'evm_revert', [id])
    // The other branch has the deposit.
    await raw(origin, 'hardhat_dropTransaction', [cancel]).catch(() => {})
    await signerOf(world)(wallet.sent!.params[0], {
      nonce,
      gas: 300_000n,
      maxFeePerGas: 10n ** 13n,
      maxPriorityFeePerGas: 10n ** 12n,
    })
    await raw(origin, 'evm_mine')
    await raw(origin, 'evm_setAutomine', [true])
    expect(await countDeposits(world, store.kept!)).equal(1)
    await pay({ walletClient: wallet.walletClient, keep: store.keep }, store.read()).catch(() => {})
    expect(await countDeposits(world, store.kept!), 'deposits').equal(1)
  })

  /** A wallet of which some methods are never answered, once it has sent. */
  function muteWallet(methods: string[], isMute: (hasSent: boolean) => boolean) {
    const node = coherent(world.origin.rpcUrl)
    const sign = signerOf(world)
    let hasSent = false
    return browserWallet(world.payer, async (args: Args) => {
      if (args.method === 'eth_sendTransaction') {
        const hash = await sign(args.params[0])
        hasSent = true
        return hash
      }
      if (methods.includes(args.method) && isMute(hasSent)) return new Promise(() => {})
      return node.request(args)
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

  for (const method of ['eth_getBlockByNumber']) {
    it(`a wallet that never answers ${method}: timeoutMs bounds the wait before the prompt`, async () => {
      const walletClient = muteWallet([method], () => true)
      world.mock.control.resumeSolver()
      expect(await within(pay({ walletClient, timeoutMs: 1000 }), 8000)).match(/^ended/)
    })
  }

  for (const [name, options] of [
    ['pollingIntervalMs: 0', { pollingIntervalMs: 0 }],
    ['timeoutMs: 2500.5', { timeoutMs: 2500.5, pollingIntervalMs: 20 }],
  ] as const) {
    it(`an option that the client refuses (${name}) is refused before the money leaves`, async () => {
      world.mock.control.resumeSolver()
      const { request, quote } = await quoteFor(world.payer)
      const walletClient = world.walletOn(world.origin)
      const end = await world.client.executeSteps({ quote, request, walletClient, ...options }).then(
        () => 'ended',
        ({ name, message }) => `${name}: ${message}`,
      )
      const refused = end !== 'ended'
      expect([refused && (await countDeposits(world, { quote })), end]).deep.equal([refused && 0, end])
    })
  }

  it('a timeoutMs beyond the range of timers is honored, or refused as an option', async () => {
    const { request, quote } = await quoteFor(world.payer)
    const node = coherent(world.origin.rpcUrl)
    const walletClient = browserWallet(world.payer, async (args: Args) => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      return node.request(args)
    })
    const error = await thrown(() =>
      world.client.executeSteps({ quote, request, walletClient, timeoutMs: 2 ** 31 }),
    )
    // It says that the wallet did not answer within 24 days.
    expect(error.name, error.message).not.equal('StepPromptError')
  })
})
