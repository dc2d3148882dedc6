// A second attack on the client that pays. Each asserts the right value.
import { expect } from 'chai'
import { createPublicClient, custom, type Hash, type Hex, numberToHex, UserRejectedRequestError } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  createServiceClient,
  mockProfile,
  type PayReceiverClients,
  type ReceiverCall,
} from '../../src/client/index.js'
import { askOf } from '../../src/contract/rpc/withRequest.js'
import { coherent, toNodes } from '../client/receiver/nodes.js'
import type { World } from '../client/receiver/world.js'
import { openSmartWallet } from '../client/steps/smartWallet.js'
import { freshAddress, nativeRequest, send } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'
import { keepRun } from '../support/keepRun.js'
import {
  type Args,
  browserWallet,
  countDeposits,
  Killed,
  keeping,
  raw,
  replicaBehind,
  signerOf,
  startServiceProxy,
} from './clientSupport.js'
import { endOf, killIn, setUpAttack } from './setUpAttack.js'

describe('Attack: the paying client, second round', () => {
  let world: World
  const { pay, nodeWith, wallet } = setUpAttack((opened) => {
    world = opened
  })

  /** Somebody else makes the call, and brings the money. */
  const payAsStranger = ({ request, payment }: ReceiverCall) => {
    const { mock, destination } = world
    const one = request.txs.find(({ to }) => to.toLowerCase() === destination.receiver.toLowerCase())!
    return send(mock, destination, mock.accounts[4]!.address, {
      to: destination.receiver,
      data: one.data as Hex,
      value: BigInt(payment.minimum),
    })
  }
  const statusOf = (status: () => object | undefined) => (path: string, answer: unknown) => {
    const change = path.startsWith('/intents/status') ? status() : undefined
    return change && { ...(answer as object), ...change }
  }

  describe('calls that failed at the service and are paid', () => {
    // Somebody else paid, so that the solver's call reverts and the service says failure.
    const run = async (
      change: (isPaid: () => boolean) => (args: Args, ask: () => Promise<unknown>) => unknown,
      waits: Partial<PayReceiverClients> = { timeoutMs: 9000 },
    ) => {
      const { mock, destination } = world
      const store = keeping()
      let isPaid = false
      const proxy = await startServiceProxy(
        mock.url,
        statusOf(() => (isPaid ? { status: 'failure', failReason: 'EXECUTION_REVERTED' } : undefined)),
      )
      const destinationClient = nodeWith(
        destination.rpcUrl,
        change(() => isPaid),
      )
      const onProgress = async ({ type }: { type: string }) => {
        if (type !== 'transactionConfirmed') return
        await payAsStranger(store.kept!)
        isPaid = true
      }
      try {
        const told = await endOf(
          pay({ keep: store.keep, destinationClient, onProgress, ...waits }, undefined, {
            client: proxy.client,
          }),
        )
        expect(await world.paid(store.kept!.callHash)).equal(true)
        return [told, store.kept!.state]
      } finally {
        await proxy.close()
      }
    }

    it("requirePaid: the destination's node is down: the call is not reported as unpaid", async () => {
      const [told, state] = await run((isPaid) => ({ method }, ask) => {
        if (isPaid() && method === 'eth_call') throw Object.assign(new Error('no backend'), { code: -32603 })
        return ask()
      })
      expect([told === 'CallNotPaidError', state]).deep.equal([false, 'depositing'])
    })

    it('requirePaid: the node lags for a few seconds: the call is paid or unknown', async () => {
      let since: number | undefined
      const slowly = { pollingIntervalMs: 500, timeoutMs: 20_000 }
      const [told, state] = await run(
        (isPaid) =>
          async ({ method, params }, ask) => {
            if (isPaid()) since ??= Date.now()
            if (since === undefined || Date.now() - since > 5000 || method !== 'eth_call') return ask()
            const head = BigInt((await raw(world.destination, 'eth_blockNumber')) as Hex)
            return raw(world.destination, method, [params[0], numberToHex(head - 1n)])
          },
        slowly,
      )
      expect([told, state]).deep.equal(['paid', 'paid'])
    })
  })

  it('requirePaid: a call that one replica shows as paid does not become unpaid because the next replica lags', async () => {
    const { mock, origin, destination } = world
    const safe = await openSmartWallet(mock, origin)
    const store = keeping()
    let answers: number | undefined
    const destinationClient = nodeWith(destination.rpcUrl, async ({ method, params }, ask) => {
      if (answers === undefined || method !== 'eth_call' || answers++ % 2 === 0) return ask()
      const head = BigInt((await raw(destination, 'eth_blockNumber')) as Hex)
      return raw(destination, method, [params[0], numberToHex(head - 1n)])
    })
    const onProgress = async ({ type }: { type: string }) => {
      if (type !== 'transactionSent') return
      await payAsStranger(store.kept!)
      answers = 0
    }
    const told = await endOf(
      pay({
        keep: store.keep,
        walletClient: safe.walletClient,
        destinationClient,
        onProgress,
        timeoutMs: 1000,
      }),
    )
    expect([told, store.kept!.state]).deep.equal(['paid', 'paid'])
  })

  for (const [name, status] of [
    ['says waiting', () => ({ status: 'waiting', inTxHashes: [], txHashes: [] })],
    ['is silent', () => ({ status: 5 })],
  ] as const) {
    it(`lastWordWithoutDeposit: a Safe's deposit paid the call, and the service ${name}: the client does not report a missing deposit`, async () => {
      const { mock, origin } = world
      const safe = await openSmartWallet(mock, origin)
      const store = keeping()
      const proxy = await startServiceProxy(mock.url, statusOf(status))
      try {
        await mock.control.resumeSolver()
        const onProgress = ({ type }: { type: string }) => void (type === 'transactionSent' && safe.execute())
        const told = await pay(
          { keep: store.keep, walletClient: safe.walletClient, onProgress, timeoutMs: 5000 },
          undefined,
          { client: proxy.client },
        ).then(
          ({ txHashes }) => txHashes.length,
          ({ name }) => name,
        )
        expect([await countDeposits(world, store.kept!), await world.paid(store.kept!.callHash)]).deep.equal([
          1,
          true,
        ])
        // `PayReceiverReturnType.outcome`: empty where no deposit of the wallet came.
        expect(told).not.equal(0)
      } finally {
        await proxy.close()
      }
    })
  }

  it('requireUnfilled: one lagging replica among several hides no early fill', async () => {
    const { destination } = world
    const store = keeping()
    const mine = async (count: number) => {
      for (let left = count; left > 0; left--) await raw(destination, 'evm_mine')
    }
    await thrown(() => pay({ keep: killIn('quoted', store) }))
    const call = store.read()
    await mine(20)
    // The solver makes the call before it is authorized.
    const { request } = call
    const [one] = request.txs
    const { mock } = world
    await send(mock, destination, mock.accounts[4]!.address, {
      to: one!.to as Hex,
      data: one!.data as Hex,
      value: BigInt(one!.value),
    })
    const filled = BigInt((await raw(destination, 'eth_blockNumber')) as Hex)
    await mine(20)
    // Ten blocks at once; the replica that answers the first page is a few blocks behind, without a word.
    const destinationClient = nodeWith(destination.rpcUrl, replicaBehind(destination, filled))
    const told = await endOf(pay({ keep: store.keep, destinationClient }, call))
    expect([told === 'paid', await countDeposits(world, call)], told).deep.equal([false, 0])
  })

  describe('an originClient of another chain at the first run', () => {
    const crash = async () => {
      const { origin, destination } = world
      for (let left = 200; left > 0; left--) await raw(destination, 'evm_mine')
      const store = keeping()
      const walletClient = wallet(async ({ method }, sendIt) => {
        if (method !== 'eth_sendTransaction') return undefined
        await sendIt()
        throw new Killed()
      })
      const originClient = coherent(destination.rpcUrl).client
      const told = await endOf(pay({ keep: store.keep, walletClient, originClient }))
      expect(origin.id).not.equal(destination.id)
      return { store, told }
    }
    it('is refused before the wallet is prompted, as in a resumed run', async () => {
      const { store, told } = await crash()
      expect([told, store.kept]).deep.equal(['StepOptionError', undefined])
    })
  })

  it('a resumed run with a pending deposit and a profile with another solver does not report "nothing was signed or sent"', async () => {
    const { origin, mock } = world
    const store = keeping()
    await raw(origin, 'evm_setAutomine', [false])
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'transactionSent') throw new Killed()
    }
    await thrown(() => pay({ keep: store.keep, onProgress }))
    const solvers = { ...mockProfile.solvers!, evm: freshAddress() }
    const client = createServiceClient({ profile: { ...mockProfile, solvers }, baseUrl: mock.url })
    const error = await thrown(() => pay({ keep: store.keep }, store.read(), { client }))
    expect(error.message).not.match(/nothing was signed or sent/i)
    expect(error.name).equal('DepositPendingError')
  })

  it('executeSteps: a wallet that sends and answers an empty text is not prompted again', async () => {
    const { origin, destination, payer } = world
    let asked = 0
    const walletClient = wallet(async ({ method }, sendIt) => {
      if (method !== 'eth_sendTransaction') return undefined
      asked++
      await sendIt()
      return ''
    })
    const request = {
      ...nativeRequest([origin, destination]),
      user: payer,
      recipient: world.recipient,
    }
    const quote = await world.client.getQuote(request)
    const parameters = {
      quote,
      request,
      walletClient,
      maximumAmountIn: 2n * 10n ** 18n,
      timeoutMs: 1000,
      pollingIntervalMs: 20,
    }
    const proxy = await startServiceProxy(
      world.mock.url,
      statusOf(() => ({ status: 'waiting', inTxHashes: [] })),
    )
    try {
      const kept = keepRun()
      const { onProgress } = kept
      const first = await thrown(() => proxy.client.executeSteps({ ...parameters, onProgress }))
      await thrown(() => proxy.client.executeSteps({ ...parameters, run: kept.run }))
      expect(asked, first.name).equal(1)
    } finally {
      await proxy.close()
    }
  })

  for (const [name, status] of [
    ['knows the request no more', 404],
    ['ended its status', 410],
  ] as const) {
    it(`a paid call is reported as paid, although the service ${name}`, async () => {
      const { mock } = world
      const store = keeping()
      await mock.control.resumeSolver()
      const onProgress = ({ type }: { type: string }) => {
        if (type === 'transactionConfirmed') throw new Killed()
      }
      await thrown(() => pay({ keep: store.keep, onProgress, timeoutMs: 9000 }))
      for (let left = 200; left > 0 && !(await world.paid(store.kept!.callHash)); left--) {
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
      expect(await world.paid(store.kept!.callHash)).equal(true)
      const client = createServiceClient({
        profile: 'mock',
        baseUrl: mock.url,
        fetch: async () => Response.json({ message: 'not found' }, { status }),
      })
      const told = await endOf(pay({ keep: store.keep, timeoutMs: 20_000 }, store.read(), { client }))
      expect([told, store.kept!.state]).deep.equal(['paid', 'paid'])
    })
  }

  it('resend: a deposit queued after a missing nonce is not sent again with another nonce', async () => {
    const { origin } = world
    const store = keeping()
    // Another transaction of the account, which the node then dropped, had the nonce before it.
    const { request } = coherent(origin.rpcUrl)
    let isAhead = true
    const ahead = async (args: Args) => {
      const answer = await request(args)
      const isCount = args.method === 'eth_getTransactionCount' && args.params[1] === 'pending'
      return isCount && isAhead ? numberToHex(BigInt(answer as Hex) + 1n) : answer
    }
    const { client: originClient } = toNodes(ahead)
    await raw(origin, 'evm_setAutomine', [false])
    const walletClient = world.walletOver(ahead)
    const told = await endOf(pay({ keep: store.keep, walletClient, originClient }))
    isAhead = false
    expect(told).equal('DepositPendingError')
    const call = store.read()
    const { txHash } = Object.values(call.run)[0]!
    // Who asks a node sees that it was not dropped.
    expect(await raw(origin, 'eth_getTransactionByHash', [txHash])).not.equal(null)
    await world.mock.control.resumeSolver()
    const mining = setInterval(() => void raw(origin, 'evm_mine'), 300)
    try {
      await endOf(pay({ keep: store.keep, timeoutMs: 8000 }, call, { resend: true }))
      await new Promise((resolve) => setTimeout(resolve, 1000))
    } finally {
      clearInterval(mining)
    }
    expect(await countDeposits(world, call)).be.at.most(1)
  })

  it("inTime: the caller's own pending block number request does not hold up the payment", async () => {
    const { origin, mock } = world
    await mock.control.resumeSolver()
    const { request } = coherent(origin.rpcUrl)
    let isFirst = true
    const originClient = createPublicClient({
      cacheTime: 0,
      transport: custom({
        request: (args: Args) => {
          if (args.method === 'eth_blockNumber' && isFirst) {
            isFirst = false
            return new Promise(() => {})
          }
          return request(args)
        },
      }),
    })
    void originClient.getBlockNumber()
    expect(await endOf(pay({ originClient, timeoutMs: 3000 }), 25_000)).not.equal('still waits')
  })

  it('a Safe executes late, and the service knows the request only after its deposit: the run ends soon after', async () => {
    const { mock, origin } = world
    await mock.control.resumeSolver()
    const safe = await openSmartWallet(mock, origin)
    const store = keeping()
    const client = createServiceClient({
      profile: 'mock',
      baseUrl: mock.url,
      fetch: async (input, init) => {
        const isKnown =
          !String(input).includes('/intents/status') || (await countDeposits(world, store.kept!)) > 0
        return isKnown ? fetch(input, init) : Response.json({ message: 'not found' }, { status: 404 })
      },
    })
    const onProgress = ({ type }: { type: string }) =>
      void (type === 'transactionSent' && setTimeout(() => safe.execute(), 14_000))
    const start = Date.now()
    const told = await endOf(
      pay({ keep: store.keep, walletClient: safe.walletClient, onProgress, timeoutMs: 50_000 }, undefined, {
        client,
      }),
    )
    expect(told).equal('paid')
    expect(Date.now() - start).be.below(30_000)
  })

  it('txHashes: the null answer of a wallet to the approval adds no "0x"', async () => {
    const { mock } = world
    await mock.control.resumeSolver()
    const walletClient = wallet(async ({ method }, sendIt) => {
      if (method !== 'eth_sendTransaction') return undefined
      await sendIt()
      return null
    })
    const progress: unknown[] = []
    const onProgress = (one: { type: string; txHash?: Hash }) =>
      one.type === 'transactionConfirmed' && progress.push(one.txHash)
    const { txHashes } = await pay({ walletClient, onProgress: onProgress, timeoutMs: 9000 }, undefined, {
      isToken: true,
    })
    expect(txHashes).not.include('0x')
    // What a wallet did not tell is told as that.
    expect(progress.filter((hash) => hash === '0x').length).most(1)
  })

  it('the user refuses the chain switch right before the deposit: the advice to run again works', async () => {
    const { origin, destination, payer, mock } = world
    let chain = origin
    const walletClient = browserWallet(payer, async (args: Args) => {
      if (args.method === 'wallet_switchEthereumChain') throw Object.assign(new Error('No.'), { code: 4001 })
      if (args.method === 'eth_sendTransaction') return signerOf(world, chain)(args.params[0])
      return coherent(chain.rpcUrl).request(args)
    })
    const store = keeping()
    const keep = (call: ReceiverCall) => {
      store.keep(call)
      if (call.state === 'depositing') chain = destination
    }
    const error = await thrown(() => pay({ walletClient, keep }))
    expect(error.name).equal('WalletChainError')
    chain = origin
    await mock.control.resumeSolver()
    // "Switch the wallet, or pass a client of that chain, and run the steps again."
    expect(await endOf(pay({ walletClient, keep: store.keep, timeoutMs: 9000 }, store.read()))).equal('paid')
  })

  describe('quotes of version 3', () => {
    const client = () =>
      createServiceClient({
        profile: 'mock',
        baseUrl: world.mock.url,
        apiKey: world.mock.apiKey,
        quoteVersion: 'v3',
      })
    for (const moment of [
      'transactionRequested',
      'transactionSent',
      'transactionConfirmed',
      'authorized',
      'sent before the hash',
    ]) {
      for (const isLocal of [true, false]) {
        it(`killed at ${moment} (${isLocal ? 'signs here' : 'browser'}): one deposit`, async () => {
          const store = keeping()
          const sends = wallet(async ({ method }, sendIt) => {
            if (method !== 'eth_sendTransaction' || moment !== 'sent before the hash') return undefined
            await sendIt()
            throw new Killed()
          })
          const over = {
            ...(!isLocal && { walletClient: sends }),
            onProgress: ({ type }: { type: string }) => {
              if (type === moment) throw new Killed()
            },
          }
          const first = await endOf(pay({ keep: store.keep, ...over }, undefined, { client: client() }))
          await world.mock.control.resumeSolver()
          const more = isLocal ? {} : { walletClient: wallet() }
          const told = await endOf(
            pay({ keep: store.keep, timeoutMs: 9000, ...more }, store.read(), { client: client() }),
          )
          expect([told, await countDeposits(world, store.kept!)], first).deep.equal(['paid', 1])
        })
      }
    }
  })

  it('a wallet that answers an object: the resumed run finds the deposit', async () => {
    const { mock } = world
    const store = keeping()
    const walletClient = wallet(async ({ method }, sendIt) => {
      if (method !== 'eth_sendTransaction') return undefined
      return { hash: await sendIt() }
    })
    const first = await endOf(pay({ keep: store.keep, walletClient }))
    await mock.control.resumeSolver()
    const told = await endOf(
      pay(
        { keep: store.keep, walletClient: wallet(), timeoutMs: 9000 },
        JSON.parse(JSON.stringify(store.read())),
      ),
    )
    expect([told, await countDeposits(world, store.kept!)], first).deep.equal(['paid', 1])
  })

  for (const isLate of [true, false]) {
    it(`a wallet that answers null, and a run killed at once: the next run makes no second deposit (${isLate ? 'mined later' : 'mined'})`, async () => {
      const { mock, origin } = world
      const store = keeping()
      if (isLate) await raw(origin, 'evm_setAutomine', [false])
      const walletClient = wallet(async ({ method }, sendIt) => {
        if (method !== 'eth_sendTransaction') return undefined
        await sendIt()
        return null
      })
      const onProgress = ({ type }: { type: string }) => {
        if (type === 'transactionSent') throw new Killed()
      }
      await thrown(() => pay({ keep: store.keep, walletClient, onProgress }))
      const going = pay({ keep: store.keep, walletClient: wallet(), timeoutMs: 12_000 }, store.read())
      setTimeout(async () => {
        await mock.control.resumeSolver()
        await raw(origin, 'evm_mine')
        await raw(origin, 'evm_setAutomine', [true])
      }, 4000)
      const told = await going.then(
        ({ txHashes }) => txHashes,
        ({ name, message }) => `${name} ${message}`,
      )
      expect(await countDeposits(world, store.kept!)).equal(1)
      expect(told).not.include('0x')
      expect(told).be.an('array')
    })
  }

  it('a destinationClient of another chain after the deposit: no error claims that nothing was deposited', async () => {
    const { origin, mock } = world
    const store = keeping()
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'transactionConfirmed') throw new Killed()
    }
    await thrown(() => pay({ keep: store.keep, onProgress }))
    await mock.control.resumeSolver()
    const error = await thrown(() =>
      pay(
        { keep: store.keep, destinationClient: coherent(origin.rpcUrl).client, timeoutMs: 3000 },
        store.read(),
      ),
    )
    expect(error.name).not.equal('FillRevertedError')
    expect(store.kept!.state).not.equal('notPaid')
  })

  it('a browser wallet that ignores the nonce of an earlier local run: the stored nonce proves nothing', async () => {
    const { payer } = world
    const store = keeping()
    // The first run signs here, and ends before it asks.
    await thrown(() => pay({ keep: killIn('depositing', store) }))
    const { nonce } = store.kept!.deposit!
    // The account goes on in a browser, whose wallet chooses nonces by itself, as MetaMask does, and sends in private.
    const held: (() => Promise<Hash>)[] = []
    const walletClient = wallet(({ method, params }) => {
      if (method !== 'eth_sendTransaction') return undefined
      const [{ to, data, value }] = params
      const more = { nonce: nonce + 1 + held.length, gas: 300_000n }
      held.push(() => signerOf(world)({ to, data, value }, more))
      throw new Killed()
    })
    // The first run sent nothing, which is true.
    const second = await endOf(pay({ keep: store.keep, walletClient }, store.read(), { resend: true }))
    expect([second, held.length]).deep.equal(['DepositUnknownError', 1])
    // Another transaction of the wallet is mined, with the nonce that the first run kept.
    await signerOf(world)({ to: payer, value: '0x1' }, { nonce, gas: 21_000n })
    const third = await endOf(pay({ keep: store.keep, walletClient, timeoutMs: 2000 }, store.read()))
    for (const release of held) await release()
    expect([held.length, await countDeposits(world, store.kept!)], third).deep.equal([1, 1])
  })

  it('a call stored as authorized: a re-mined authorization is confirmed before the deposit', async () => {
    const { destination } = world
    const store = keeping()
    const id = await raw(destination, 'evm_snapshot')
    await thrown(() => pay({ keep: killIn('authorized', store), confirmations: 1 }))
    const call = store.read()
    expect(call.state).equal('authorized')
    await raw(destination, 'evm_revert', [id])
    for (let left = 10; left > 0; left--) await raw(destination, 'evm_mine')
    // Its transaction is mined again, in the newest block.
    await thrown(() =>
      pay({ keep: killIn('authorized', keeping()), confirmations: 1 }, { ...call, state: 'quoted' }),
    )
    const told = await endOf(pay({ keep: store.keep, confirmations: 5, timeoutMs: 1000 }, call))
    expect([told, await countDeposits(world, call)]).deep.equal(['CallNotPayableError', 0])
  })

  it('evidence that the receiver refuses after the deposit is not reported as authorized', async () => {
    const { recipient } = world
    const store = keeping()
    const stop = ({ type }: { type: string }) => {
      if (type === 'transactionConfirmed') throw new Killed()
    }
    await thrown(() => pay({ keep: store.keep, onProgress: stop }))
    await world.admin('removeRecipient', [recipient])
    const types: string[] = []
    await endOf(pay({ keep: store.keep, onProgress: ({ type }) => types.push(type) }, store.read()))
    expect(types).not.include('authorized')
  })

  it('an abort ends the wait for a wallet that does not answer', async () => {
    const over = new AbortController()
    const store = keeping()
    const walletClient = wallet(({ method }) => {
      if (method !== 'eth_sendTransaction') return undefined
      setTimeout(() => over.abort(), 300)
      return new Promise(() => {})
    })
    const told = await endOf(
      pay({ keep: store.keep, walletClient, signal: over.signal, timeoutMs: 30_000 }),
      15_000,
    )
    expect(told).not.equal('still waits')
  })

  it('executeSteps: its own transaction reverted, and the service saw the other one: another run does not prompt again', async () => {
    const { origin, destination, payer, mock } = world
    let asked = 0
    let since = 0
    // A wallet that tries again by itself what reverted, and whose node shows it a little later than the service.
    const walletClient = wallet(async ({ method, params }) => {
      if (method === 'eth_getTransactionReceipt' && Date.now() - since < 800) return null
      if (method !== 'eth_sendTransaction') return undefined
      asked++
      const reverted = await signerOf(world)({ to: origin.depository, data: '0xdeadbeef' }, { gas: 100_000n })
      since = Date.now()
      await signerOf(world)(params[0])
      return reverted
    })
    const request = {
      ...nativeRequest([origin, destination]),
      user: payer,
      recipient: world.recipient,
    }
    const quote = await world.client.getQuote(request)
    const proxy = await startServiceProxy(
      mock.url,
      statusOf(() => ({ status: 'pending', inTxHashes: null })),
    )
    try {
      const parameters = {
        quote,
        request,
        walletClient,
        maximumAmountIn: 2n * 10n ** 18n,
        timeoutMs: 2500,
        pollingIntervalMs: 20,
      }
      const told: string[] = []
      const kept = keepRun()
      const { onProgress } = kept
      for (let runs = 3; runs > 0; runs--) {
        told.push(await endOf(proxy.client.executeSteps({ ...parameters, onProgress, run: kept.run })))
      }
      expect([asked, await countDeposits(world, { quote })], `${told}`).deep.equal([1, 1])
    } finally {
      await proxy.close()
    }
  })

  it('findDeposit: 150 blocks, half a minute on some chains, do not prove that a node left out no log', async () => {
    const { origin, walletOn, walletOver } = world
    const store = keeping()
    const walletClient = walletOver(async (args) => {
      const answer = await askOf(walletOn(origin))(args)
      if (args.method === 'eth_sendRawTransaction') throw new Killed()
      return answer
    })
    await thrown(() => pay({ walletClient, keep: store.keep }))
    expect(await countDeposits(world, store.kept!)).equal(1)
    for (let left = 150; left > 0; left--) await raw(origin, 'evm_mine')
    const { request } = coherent(origin.rpcUrl)
    const originClient = toNodes(async (args) => {
      const [first, second] = (args.params ?? []) as [object, string]
      if (args.method === 'eth_getLogs' && !('blockHash' in first)) return []
      if (args.method === 'eth_getTransactionCount' && second.startsWith('0x')) {
        const head = BigInt((await request({ method: 'eth_blockNumber', params: [] })) as Hex)
        if (head - BigInt(second) > 128n)
          throw Object.assign(new Error('missing trie node'), { code: -32000 })
      }
      return request(args)
    }).client
    const client = { ...world.client, getStatus: () => Promise.reject(new Error('down')) }
    const told = await endOf(
      pay({ keep: store.keep, originClient, timeoutMs: 1000 }, store.read(), { client }),
    )
    expect(await countDeposits(world, store.kept!), told).equal(1)
  })

  it('a resumed run with another depository in its profile, after the deposit, does not report "nothing was signed or sent"', async () => {
    const { origin, mock, walletOn, walletOver } = world
    const store = keeping()
    const walletClient = walletOver(async (args) => {
      const answer = await askOf(walletOn(origin))(args)
      if (args.method === 'eth_sendRawTransaction') throw new Killed()
      return answer
    })
    await thrown(() => pay({ walletClient, keep: store.keep }))
    expect(await countDeposits(world, store.kept!)).equal(1)
    const chains = mockProfile.chains!.map((chain) => ({ ...chain, depository: freshAddress() }))
    const client = createServiceClient({ profile: { ...mockProfile, chains }, baseUrl: mock.url })
    const error = await thrown(() => pay({ keep: store.keep }, store.read(), { client }))
    expect(error.message).not.match(/nothing was signed or sent/i)
    expect(error.name).equal('RequestTimeoutError')
  })

  it("a resumed run with another account's wallet is refused, and the stored call still works for the right one", async () => {
    const { origin, mock, walletOn } = world
    const store = keeping()
    // Another account, with more transactions.
    const other = privateKeyToAccount(mock.accounts[4]!.privateKey)
    for (let left = 3; left > 0; left--) await send(mock, origin, other.address, { to: freshAddress() })
    await raw(origin, 'evm_setAutomine', [false])
    const dying = world.walletOver(async (args) => {
      const answer = await askOf(walletOn(origin))(args)
      if (args.method === 'eth_sendRawTransaction') throw new Killed()
      return answer
    })
    await thrown(() => pay({ walletClient: dying, keep: store.keep }))
    const call = store.read()
    expect(call.deposit).not.equal(undefined)
    const error = await thrown(() => pay({ walletClient: walletOn(origin, other) }, call))
    await thrown(() => pay({}, call))
    await raw(origin, 'evm_mine')
    await raw(origin, 'evm_mine')
    expect([await countDeposits(world, call), error.name], error.message).deep.equal([1, 'StepOptionError'])
  })

  it('a call that someone else paid and a reorganization undid: the error says how to continue', async () => {
    const { destination } = world
    const store = keeping()
    const walletClient = wallet(({ method }) => {
      if (method === 'eth_sendTransaction') throw new Killed()
      return undefined
    })
    await thrown(() => pay({ keep: store.keep, walletClient }))
    const id = await raw(destination, 'evm_snapshot')
    await payAsStranger(store.kept!)
    const first = await endOf(pay({ keep: store.keep, walletClient }, store.read()))
    expect([first, store.kept!.state]).deep.equal(['paid', 'paid'])
    await raw(destination, 'evm_revert', [id])
    expect(await world.paid(store.kept!.callHash)).equal(false)
    const error = await thrown(() => pay({ keep: store.keep, walletClient }, store.read()))
    expect(`${error.name} ${error.message}`).match(/resend/)
  })

  it("executeSteps: the service refunds a Safe's deposit without naming it: the run ends with the refund", async () => {
    const { mock, origin, destination } = world
    const safe = await openSmartWallet(mock, origin)
    let isOver = false
    const proxy = await startServiceProxy(
      mock.url,
      statusOf(() => (isOver ? { status: 'refund', inTxHashes: null } : undefined)),
    )
    try {
      const request = {
        ...nativeRequest([origin, destination]),
        user: safe.address,
        refundTo: safe.address,
        recipient: world.recipient,
      }
      const quote = await proxy.client.getQuote(request)
      const parameters = {
        quote,
        request,
        walletClient: safe.walletClient,
        maximumAmountIn: 2n * 10n ** 18n,
        timeoutMs: 3000,
        pollingIntervalMs: 20,
        onProgress: async ({ type }: { type: string }) => {
          if (type !== 'transactionSent' || isOver) return
          await safe.execute()
          isOver = true
        },
      }
      const told: string[] = []
      for (let runs = 2; runs > 0; runs--) {
        told.push(
          await proxy.client.executeSteps(parameters).then(
            ({ outcome }) => outcome!.status,
            ({ name }) => name,
          ),
        )
      }
      expect(await countDeposits(world, { quote })).equal(1)
      expect(told).include('refund')
    } finally {
      await proxy.close()
    }
  })

  it('two calls share nodes: aborting one does not end the other', async () => {
    const { origin, mock, destination } = world
    await mock.control.resumeSolver()
    const { request } = coherent(origin.rpcUrl)
    const over = new AbortController()
    let asked = 0
    const transport = custom({
      request: async (args: Args) => {
        if (args.method === 'eth_blockNumber') {
          asked++
          await new Promise((resolve) => setTimeout(resolve, 1500))
        }
        return request(args)
      },
    })
    const originClient = createPublicClient({ cacheTime: 0, transport })
    const aborted = endOf(pay({ originClient, signal: over.signal, timeoutMs: 20_000 }))
    const authorizer = world.walletOn(destination, privateKeyToAccount(mock.accounts[4]!.privateKey))
    const walletClient = world.walletOn(origin, privateKeyToAccount(mock.accounts[1]!.privateKey))
    const other = endOf(pay({ originClient, authorizer, walletClient, timeoutMs: 20_000 }))
    for (let left = 500; left > 0 && asked === 0; left--)
      await new Promise((resolve) => setTimeout(resolve, 10))
    await new Promise((resolve) => setTimeout(resolve, 700))
    over.abort()
    await aborted
    expect(await other).equal('paid')
  })

  it('the user refuses another prompt after the wallet sent the deposit: the client keeps the deposit', async () => {
    const store = keeping()
    // In `onProgress` the app asks the wallet for a signature, which the user declines.
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'transactionSent') throw new UserRejectedRequestError(new Error('No.'))
    }
    await thrown(() => pay({ keep: store.keep, walletClient: wallet(), onProgress }))
    expect(await countDeposits(world, store.kept!)).equal(1)
    const { state, deposit } = store.kept!
    await world.mock.control.resumeSolver()
    for (let left = 200; left > 0 && !(await world.paid(store.kept!.callHash)); left--) {
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    const told = await endOf(pay({ keep: store.keep, walletClient: wallet(), timeoutMs: 9000 }, store.read()))
    expect([told, state, deposit !== undefined]).deep.equal(['paid', 'depositing', true])
  })
})
