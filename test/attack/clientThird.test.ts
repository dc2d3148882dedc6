// A third attack on the client that pays. Each asserts the right value.
import { expect } from 'chai'
import { createWalletClient, custom, type Hash, type Hex, numberToHex, pad } from 'viem'
import {
  createServiceClient,
  mockProfile,
  type ReceiverCall,
  readReceiverCall,
} from '../../src/client/index.js'
import { askOf } from '../../src/contract/rpc/withRequest.js'
import { coherent, staying } from '../client/receiver/nodes.js'
import type { World } from '../client/receiver/world.js'
import { clientOf, ether, freshAddress, nativeRequest, send, tokenOf, usdc } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'
import { keepRun } from '../support/keepRun.js'
import {
  type Args,
  countDeposits,
  Killed,
  keeping,
  raw,
  replicaBehind,
  signerOf,
  startServiceProxy,
} from './clientSupport.js'
import { endOf, killIn, setUpAttack } from './setUpAttack.js'

describe('Attack: the paying client, third round', () => {
  let world: World
  const { pay, nodeWith, wallet } = setUpAttack((opened) => {
    world = opened
  })

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const until = async (holds: () => unknown) => {
    for (let left = 300; left > 0 && !(await holds()); left--) await pause(20)
  }
  const statusOf = (status: () => object | undefined) => (path: string, answer: unknown) => {
    const change = path.startsWith('/intents/status') ? status() : undefined
    return change && { ...(answer as object), ...change }
  }
  const quoteFor = async (fields: object = {}, client = world.client) => {
    const request = {
      ...nativeRequest([world.origin, world.destination]),
      user: world.payer,
      recipient: world.recipient,
      ...fields,
    }
    return { request, quote: await client.getQuote(request) }
  }
  /** A transfer to the recipient on the origin chain, in place of a deposit. */
  const sendOnOrigin = async () => {
    const { request, quote } = await quoteFor()
    const [step] = quote.steps
    const { data } = step!.items[0]! as { data: object }
    const own = { to: world.recipient, data: '0x', value: String(ether) }
    const items = [{ status: 'incomplete', data: { ...data, ...own } }]
    return {
      quote: { ...quote, steps: [{ ...step, id: 'send', items }] } as typeof quote,
      request: { ...request, destinationChainId: world.origin.id },
    }
  }
  const waits = { maximumAmountIn: 200n * ether, timeoutMs: 1500, pollingIntervalMs: 20 }
  const inTokens = () => ({
    originCurrency: tokenOf(world.origin),
    destinationCurrency: tokenOf(world.destination),
    amount: 100n * usdc,
    tradeType: 'EXACT_INPUT',
  })
  const countSent = () => clientOf(world.origin).getTransactionCount({ address: world.payer })

  it("findDeposit: 1 wei from a stranger with the order's id is not a deposit", async () => {
    const { mock, origin } = world
    const store = keeping()
    await thrown(() => pay({ keep: killIn('depositing', store) }))
    const { orderId } = store.kept!.quote.protocol!.v2!
    const data = `0x49290c1c${pad(freshAddress()).slice(2)}${orderId!.slice(2)}` as Hex
    await send(mock, origin, mock.accounts[4]!.address, { to: origin.depository, data, value: 1n })
    const types: string[] = []
    await thrown(() => pay({ keep: store.keep, onProgress: ({ type }) => types.push(type) }, store.read()))
    expect(types).include('transactionConfirmed')
  })

  it('executeSteps: a late answer to the approval, stored after a later run deposited, causes no second deposit', async () => {
    const { origin } = world
    let answer = () => {}
    const asked: string[] = []
    const walletClient = wallet(async ({ method, params }, sendIt) => {
      if (method !== 'eth_sendTransaction') return undefined
      asked.push(params[0].to.toLowerCase() === origin.depository.toLowerCase() ? 'deposit' : 'approve')
      // The user confirms the first prompt late.
      if (asked.length === 1)
        await new Promise<void>((resolve) => {
          answer = resolve
        })
      return sendIt()
    })
    const { request, quote } = await quoteFor(inTokens())
    const kept = keepRun()
    const parameters = { quote, request, walletClient, ...waits, timeoutMs: 700, onProgress: kept.onProgress }
    const told = [await endOf(world.client.executeSteps(parameters))]
    told.push(await endOf(world.client.executeSteps({ ...parameters, run: kept.run })))
    const before = JSON.stringify(kept.run)
    answer()
    await pause(300)
    const after = JSON.stringify(kept.run)
    told.push(await endOf(world.client.executeSteps({ ...parameters, run: kept.run })))
    const count = asked.filter((one) => one === 'deposit').length
    expect(count, `${told} ${before} ${after}`).equal(1)
  })

  it('executeSteps: a bundler replaces its transaction: its deposit in the other transaction is the only one', async () => {
    const { origin, mock } = world
    const bundler = mock.accounts[4]!.address
    const { request, quote } = await quoteFor()
    let asked = 0
    let operation: { to: Hex; data: Hex; value: Hex } | undefined
    let hash: Hash | undefined
    let isKnown = false
    const bundle = (fields: object) =>
      raw(origin, 'eth_sendTransaction', [{ from: bundler, gas: '0x30d40', ...fields }]) as Promise<Hash>
    const walletClient = wallet(async ({ method, params }) => {
      if (method === 'eth_sendTransaction') {
        asked++
        operation ??= params[0]
        if (asked > 1) return undefined
        await raw(origin, 'evm_setAutomine', [false])
        hash = await bundle({ to: freshAddress(), data: '0x1234', value: '0x1' })
        return hash
      }
      if (method === 'eth_getTransactionByHash' && params[0] === hash)
        isKnown = Boolean(await coherent(origin.rpcUrl).request({ method, params }))
      return undefined
    })
    const kept = keepRun()
    const parameters = {
      quote,
      request,
      walletClient,
      ...waits,
      timeoutMs: 5000,
      onProgress: kept.onProgress,
    }
    const nonce = numberToHex(await clientOf(origin).getTransactionCount({ address: bundler }))
    const going = endOf(world.client.executeSteps(parameters))
    await until(() => isKnown)
    await pause(300)
    // The bundler's next bundle leaves the operation out for now.
    await bundle({ to: freshAddress(), data: '0x5678', nonce, gasPrice: numberToHex(10n ** 13n) })
    await raw(origin, 'evm_setAutomine', [true])
    await raw(origin, 'evm_mine')
    const told = [await going]
    const again = endOf(world.client.executeSteps({ ...parameters, run: kept.run }))
    await pause(500)
    await signerOf(world)(operation!)
    told.push(await again)
    expect([asked, await countDeposits(world, { quote })], `${told}`).deep.equal([1, 1])
  })

  it('a reorganization removes a confirmed deposit for good: the error says what to do', async () => {
    const { origin } = world
    const store = keeping()
    const id = await raw(origin, 'evm_snapshot')
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'transactionConfirmed') throw new Killed()
    }
    await thrown(() => pay({ keep: store.keep, onProgress }))
    expect(await countDeposits(world, store.kept!)).equal(1)
    await raw(origin, 'evm_revert', [id])
    expect(await countDeposits(world, store.kept!)).equal(0)
    const told = await pay({ keep: store.keep }, store.read()).then(
      () => 'paid',
      ({ name, message }) => `${name}: ${message}`,
    )
    // Either it deposits again, with the nonce that nobody used, or it says how.
    expect([await countDeposits(world, store.kept!), told.includes('resend')], told).not.deep.equal([
      0,
      false,
    ])
  })

  it('a confirmed deposit is not reported as gone when nodes fail', async () => {
    const store = keeping()
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'transactionConfirmed') throw new Killed()
    }
    await thrown(() => pay({ keep: store.keep, onProgress }))
    const fail = ({ method }: Args) => {
      if (method === 'eth_getTransactionByHash')
        throw Object.assign(new Error('too many requests'), { code: 429 })
      return undefined
    }
    const originClient = nodeWith(world.origin.rpcUrl, (args, ask) => fail(args) ?? ask())
    const told = await endOf(
      pay({ keep: store.keep, originClient, walletClient: wallet(fail), timeoutMs: 500 }, store.read()),
    )
    expect(told).equal('RequestTimeoutError')
  })

  it("settleDeposit: the wallet's hash stays in the result although the origin's node lags", async () => {
    const { origin, mock } = world
    const store = keeping()
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'transactionSent') throw new Killed()
    }
    const head = BigInt((await raw(origin, 'eth_blockNumber')) as Hex)
    await thrown(() => pay({ keep: store.keep, onProgress, walletClient: wallet() }))
    expect(await countDeposits(world, store.kept!)).equal(1)
    const [entry] = Object.values(store.kept!.run)
    await mock.control.resumeSolver()
    await until(() => world.paid(store.kept!.callHash))
    const { client: originClient } = staying(origin.rpcUrl, () => head)
    const { txHashes, outcome } = await pay(
      { keep: store.keep, originClient, walletClient: wallet() },
      store.read(),
    )
    expect([txHashes, outcome.status]).deep.equal([[entry!.txHash], 'success'])
  })

  it('a new order for an authorized call is followed, not reported as unauthorized', async () => {
    const { destination, recipient, payer, mock } = world
    const store = keeping()
    const deadline = Number((await clientOf(destination).getBlock()).timestamp) + 7200
    const payment = { recipient, refundTo: payer, salt: `0x${'5a'.repeat(32)}` as Hex, deadline }
    const created = { ...world.native(), payment }
    const { payReceiver } = await import('../../src/client/index.js')
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'authorized') throw new Killed()
    }
    const clients = { ...world.clients(), timeoutMs: 5000 }
    await thrown(() => payReceiver(world.client, { ...clients, ...created, keep: store.keep, onProgress }))
    const first = store.kept!.callHash
    expect(store.kept!.deposit).equal(undefined)
    for (let left = 5; left > 0; left--) await raw(destination, 'evm_mine')
    await mock.control.resumeSolver()
    // The quote has expired: the shop asks for another one of the same payment.
    const told = await payReceiver(world.client, { ...clients, ...created, keep: store.keep }).then(
      () => 'paid',
      ({ name, message }) => `${name}: ${message}`,
    )
    expect(store.kept!.callHash).equal(first)
    expect(told).equal('paid')
  })

  it('executeSteps: chooseNonce fails before the prompt: the resumed run prompts the wallet', async () => {
    const { request, quote } = await quoteFor()
    await world.mock.control.resumeSolver()
    const kept = keepRun()
    const walletClient = world.walletOn(world.origin)
    const parameters = {
      quote,
      request,
      walletClient,
      ...waits,
      timeoutMs: 4000,
      onProgress: kept.onProgress,
    }
    const chooseNonce = async () => {
      throw new Error('the store of nonces is down')
    }
    const before = await countSent()
    await thrown(() => world.client.executeSteps({ ...parameters, chooseNonce }))
    expect(await countSent()).equal(before)
    const told = await endOf(world.client.executeSteps({ ...parameters, run: kept.run }))
    expect([told, await countDeposits(world, { quote })], JSON.stringify(kept.run)).deep.equal(['paid', 1])
  })

  it('executeSteps, send: a successful bundle without the transfer is not reported as the transfer', async () => {
    const { origin, mock, recipient } = world
    const before = await clientOf(origin).getBalance({ address: recipient })
    // A bundler's transaction succeeds also where the operation in it failed.
    const walletClient = wallet(({ method }) =>
      method === 'eth_sendTransaction'
        ? send(mock, origin, mock.accounts[4]!.address, { to: freshAddress() })
        : undefined,
    )
    const types: string[] = []
    const told = await endOf(
      world.client.executeSteps({
        ...(await sendOnOrigin()),
        walletClient,
        ...waits,
        onProgress: ({ type }) => void types.push(type),
      }),
    )
    const arrived = (await clientOf(origin).getBalance({ address: recipient })) - before
    expect([arrived, told === 'paid', types.includes('transactionConfirmed')], told).deep.equal([
      0n,
      false,
      false,
    ])
  })

  it('the service reports success on another chain, and the receiver reports the call as paid: the client reports it as paid', async () => {
    await world.mock.control.resumeSolver()
    const proxy = await startServiceProxy(world.mock.url, (path, answer) =>
      path.startsWith('/intents/status') && (answer as { status: string }).status === 'success'
        ? { ...(answer as object), destinationChainId: 999 }
        : undefined,
    )
    try {
      const store = keeping()
      const told = await endOf(
        pay({ keep: store.keep, timeoutMs: 9000 }, undefined, { client: proxy.client }),
      )
      expect(await world.paid(store.kept!.callHash)).equal(true)
      expect([told, store.kept!.state]).deep.equal(['paid', 'paid'])
    } finally {
      await proxy.close()
    }
  })

  it('readReceiverCall: a depositing call without its deposit is refused, and nothing is deposited again', async () => {
    const store = keeping()
    const walletClient = wallet(async ({ method }, sendIt) => {
      if (method !== 'eth_sendTransaction') return undefined
      await sendIt()
      throw new Killed()
    })
    await thrown(() => pay({ keep: store.keep, walletClient }))
    expect([store.kept!.state, await countDeposits(world, store.kept!)]).deep.equal(['depositing', 1])
    const { deposit: _, ...damaged } = store.read()
    const told = await endOf(pay({ walletClient: wallet() }, { ...damaged, run: {} } as ReceiverCall))
    expect([await countDeposits(world, store.kept!), told]).deep.equal([1, 'ReceiverCallError'])
  })

  for (const [name, damage] of [
    ['deposit without a nonce', { deposit: { fromBlock: '1', isNonceFixed: true } }],
    ['a nonce that is text', { deposit: { fromBlock: '1', nonce: '3', isNonceFixed: true } }],
    ['deposit without fromBlock', { deposit: { nonce: 3, isNonceFixed: true } }],
    ['a state that there is not', { state: 'lost' }],
    ['an entry of run that is none', { run: { 'steps[0].items[0]': { state: 'gone' } } }],
    ['a revision below 0', { revision: -4 }],
    ['bounds that are no amounts', { bounds: { maximumAmountIn: 'much' } }],
  ] as const) {
    it(`readReceiverCall: ${name} is refused by name`, async () => {
      const store = keeping()
      await thrown(() => pay({ keep: killIn('quoted', store) }))
      const call = { ...store.read(), ...damage }
      const error = await thrown(() => readReceiverCall(JSON.parse(JSON.stringify(call))))
      expect(error.name).equal('ReceiverCallError')
    })
  }

  it('readReceiverCall: a request whose call differs from the terms is refused', async () => {
    const [one, other] = [keeping(), keeping()]
    await thrown(() => pay({ keep: killIn('quoted', one) }))
    await thrown(() => pay({ keep: killIn('quoted', other) }))
    const { request, quote } = other.read()
    expect(one.kept!.callHash).not.equal(other.kept!.callHash)
    const error = await thrown(() => readReceiverCall({ ...one.read(), request, quote }))
    expect(error.name).equal('ReceiverCallError')
  })

  it("the client does not write to the caller's call object", async () => {
    const store = keeping()
    await thrown(() => pay({ keep: killIn('authorized', store) }))
    const call = store.read()
    const before = structuredClone(call)
    await thrown(() => pay({ keep: killIn('depositing', store) }, call))
    expect(call).deep.equal(before)
  })

  it('a node fails before the prompt: the same call object resumes and deposits', async () => {
    const store = keeping()
    await thrown(() => pay({ keep: killIn('authorized', store) }))
    const call = store.read()
    const originClient = nodeWith(world.origin.rpcUrl, ({ method, params }, ask) => {
      if (method === 'eth_getTransactionCount' && params[1] === 'pending')
        throw Object.assign(new Error('internal error'), { code: -32603 })
      return ask()
    })
    const first = await endOf(pay({ originClient }, call))
    expect(await countDeposits(world, call)).equal(0)
    await world.mock.control.resumeSolver()
    const told = await endOf(pay({ timeoutMs: 4000 }, call))
    expect([told, await countDeposits(world, call)], first).deep.equal(['paid', 1])
  })

  it("resend, after a confirmed deposit: the wallet and the service show it while the origin's node lags", async () => {
    const { origin } = world
    const store = keeping()
    const head = BigInt((await raw(origin, 'eth_blockNumber')) as Hex)
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'transactionConfirmed') throw new Killed()
    }
    await thrown(() => pay({ keep: store.keep, onProgress, walletClient: wallet() }))
    expect(Object.values(store.kept!.run).map(({ state }) => state)).deep.equal(['done'])
    const { client: originClient } = staying(origin.rpcUrl, () => head)
    const told = await endOf(
      pay({ keep: store.keep, originClient, walletClient: wallet() }, store.read(), { resend: true }),
    )
    expect(await countDeposits(world, store.kept!), told).equal(1)
  })

  it('the wallet drops an approval: resend requests it again, and the call is paid', async () => {
    const store = keeping()
    await world.mock.control.resumeSolver()
    const walletClient = wallet(({ method }) =>
      method === 'eth_sendTransaction' ? `0x${'12'.repeat(32)}` : undefined,
    )
    const first = await endOf(pay({ keep: store.keep, walletClient }, undefined, { isToken: true }))
    expect(store.kept!.deposit).equal(undefined)
    const told = await pay({ keep: store.keep, walletClient: wallet(), timeoutMs: 4000 }, store.read(), {
      resend: true,
    }).then(
      () => 'paid',
      ({ name, message }) => `${name}: ${message}`,
    )
    expect(told, first).equal('paid')
  })

  it('the deposit is pending while someone else pays: the client does not report a missing deposit', async () => {
    const { origin, destination, mock } = world
    const store = keeping()
    let hash: Hash | undefined
    const walletClient = wallet(async ({ method, params }) => {
      if (method !== 'eth_sendTransaction') return undefined
      await raw(origin, 'evm_setAutomine', [false])
      hash = await signerOf(world)(params[0], { gas: 300_000n })
      return hash
    })
    const onProgress = async ({ type }: { type: string }) => {
      if (type !== 'transactionSent') return
      const { request, payment } = store.kept!
      const call = request.txs.find(({ to }) => to.toLowerCase() === destination.receiver.toLowerCase())!
      await send(mock, destination, mock.accounts[4]!.address, {
        to: destination.receiver,
        data: call.data as Hex,
        value: BigInt(payment.minimum),
      })
    }
    const end = await pay({ keep: store.keep, walletClient, onProgress }).then(
      ({ txHashes }) => txHashes,
      ({ name }) => name,
    )
    await raw(origin, 'evm_setAutomine', [true])
    await raw(origin, 'evm_mine')
    expect([end, await countDeposits(world, store.kept!)]).deep.equal([[hash], 1])
  })

  it('a resumed run whose profile lacks the origin chain: the error names the profile, not the node', async () => {
    const store = keeping()
    await thrown(() => pay({ keep: killIn('depositing', store) }))
    const chains = mockProfile.chains!.filter(({ id }) => id !== world.origin.id)
    const client = createServiceClient({ profile: { ...mockProfile, chains }, baseUrl: world.mock.url })
    const error = await thrown(() => pay({ keep: store.keep }, store.read(), { client }))
    expect(error.message)
      .match(/profile/)
      .not.match(/destructure|eth_getLogs/)
  })

  for (const timeoutMs of [2 ** 31, Number.NaN, -1, 0]) {
    it(`executeSteps, send: timeoutMs ${timeoutMs} is refused before the wallet is prompted`, async () => {
      const told = await endOf(
        world.client.executeSteps({
          ...(await sendOnOrigin()),
          walletClient: world.walletOn(world.origin),
          ...waits,
          timeoutMs,
        }),
      )
      expect(told).equal('InvalidRequestError')
    })
  }

  it("executeSteps: the refund of a stranger's deposit does not end the run while our deposit is pending on a node that fails once", async () => {
    const { origin, mock } = world
    const { request, quote } = await quoteFor()
    let failed = 0
    let hash: Hash | undefined
    const walletClient = wallet(async ({ method, params }) => {
      if (method === 'eth_sendTransaction') {
        await raw(origin, 'evm_setAutomine', [false])
        hash = await signerOf(world)(params[0], { gas: 300_000n })
        return hash
      }
      if (method === 'eth_getTransactionByHash' && failed++ < 3)
        throw Object.assign(new Error('too many requests'), { code: 429 })
      return undefined
    })
    const proxy = await startServiceProxy(
      mock.url,
      statusOf(() => ({ status: 'refund', inTxHashes: [`0x${'99'.repeat(32)}`] })),
    )
    try {
      const told = await proxy.client.executeSteps({ quote, request, walletClient, ...waits }).then(
        ({ outcome, run }) => `${outcome?.status} ${JSON.stringify(run)}`,
        ({ name }) => name,
      )
      await raw(origin, 'evm_setAutomine', [true])
      await raw(origin, 'evm_mine')
      expect(await countDeposits(world, { quote })).equal(1)
      expect(told).equal('StepPendingError')
    } finally {
      await proxy.close()
    }
  })

  it('executeSteps: its own transaction reverted, and the service ended its status: the client pauses between requests', async () => {
    const { origin } = world
    const { request, quote } = await quoteFor()
    const walletClient = wallet(({ method }) =>
      method === 'eth_sendTransaction'
        ? signerOf(world)({ to: origin.depository, data: '0xdeadbeef' }, { gas: 100_000n })
        : undefined,
    )
    let asked = 0
    const client = createServiceClient({
      profile: 'mock',
      baseUrl: world.mock.url,
      fetch: async (input, init) => {
        const { url } = new Request(input, init)
        if (!url.includes('/intents/status')) return fetch(input, init)
        // The service has seen another deposit of the order.
        if (asked++ < 100) return Response.json({ status: 'pending', updatedAt: 1 })
        return Response.json({ message: 'gone' }, { status: 410 })
      },
    })
    const told = await endOf(client.executeSteps({ quote, request, walletClient, ...waits, timeoutMs: 5000 }))
    expect(asked, told).most(125)
  })

  it('requireUnfilled: a replica 100 blocks late, seconds on some chains, hides no early fill', async () => {
    const { destination, mock } = world
    const store = keeping()
    const mine = async (count: number) => {
      for (let left = count; left > 0; left--) await raw(destination, 'evm_mine')
    }
    await thrown(() => pay({ keep: killIn('quoted', store) }))
    const call = store.read()
    await mine(20)
    const [one] = call.request.txs
    await send(mock, destination, mock.accounts[4]!.address, {
      to: one!.to as Hex,
      data: one!.data as Hex,
      value: BigInt(one!.value),
    })
    const filled = BigInt((await raw(destination, 'eth_blockNumber')) as Hex)
    await mine(100)
    const destinationClient = nodeWith(destination.rpcUrl, replicaBehind(destination, filled))
    const told = await endOf(pay({ keep: store.keep, destinationClient, timeoutMs: 6000 }, call))
    expect([told, await countDeposits(world, call)]).deep.equal(['CallFilledEarlyError', 0])
  })

  it('the node drops the deposit of a local account: the resumed run sends it again, because its nonce is free', async () => {
    const { origin, mock } = world
    const store = keeping()
    await raw(origin, 'evm_setAutomine', [false])
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'transactionSent') throw new Killed()
    }
    await thrown(() => pay({ keep: store.keep, onProgress }))
    const [entry] = Object.values(store.kept!.run)
    expect(entry!.state).equal('sent')
    expect(await raw(origin, 'hardhat_dropTransaction', [entry!.txHash])).equal(true)
    await raw(origin, 'evm_setAutomine', [true])
    await mock.control.resumeSolver()
    const told = await pay({ keep: store.keep, timeoutMs: 4000 }, store.read()).then(
      () => 'paid',
      ({ name, message }) => `${name}: ${message}`,
    )
    expect([told, await countDeposits(world, store.kept!)]).deep.equal(['paid', 1])
  })

  for (const confirmations of [0, 1.5, -3]) {
    it(`confirmations: ${confirmations} either pays or is refused before anything is sent`, async () => {
      await world.mock.control.resumeSolver()
      const types: string[] = []
      const onProgress = ({ type }: { type: string }) => void types.push(type)
      const told = await endOf(pay({ confirmations, onProgress, timeoutMs: 4000 }))
      expect([told, types.includes('authorizationSent')]).deep.oneOf([
        ['paid', true],
        ['StepOptionError', false],
        ['InvalidRequestError', false],
      ])
    })
  }

  it('an origin node that switches chains after its first answer does not prove that a nonce is used', async () => {
    const { origin, destination, payer, walletOn, walletOver, mock } = world
    const store = keeping()
    const walletClient = walletOver(async (args) => {
      const answered = await askOf(walletOn(origin))(args)
      if (args.method === 'eth_sendRawTransaction') throw new Killed()
      return answered
    })
    await thrown(() => pay({ walletClient, keep: store.keep }))
    expect(await countDeposits(world, store.kept!)).equal(1)
    // The account is in use on the other chain as well.
    await send(mock, destination, payer, { to: freshAddress() })
    let asked = 0
    const originClient = nodeWith(origin.rpcUrl, (args, ask) =>
      args.method === 'eth_chainId' && asked++ === 0 ? ask() : coherent(destination.rpcUrl).request(args),
    )
    const client = { ...world.client, getStatus: () => Promise.reject(new Error('down')) }
    const told = await endOf(pay({ keep: store.keep, originClient }, store.read(), { client }))
    expect([await countDeposits(world, store.kept!), told]).deep.equal([1, 'DepositUnknownError'])
  })

  it("awaitApproval: an allowance on the wallet's new chain does not count on the origin", async () => {
    const { origin, destination } = world
    const { request, quote } = await quoteFor(inTokens())
    let chain = origin
    const walletClient = createWalletClient({
      account: world.payer,
      pollingInterval: 20,
      transport: custom(
        {
          request: async (args: Args) => {
            if (args.method === 'wallet_switchEthereumChain')
              throw Object.assign(new Error('No.'), { code: 4001 })
            if (args.method !== 'eth_sendTransaction') {
              // The same token has an allowance there.
              if (args.method === 'eth_call' && chain === destination) return pad(numberToHex(10n ** 12n))
              return coherent(chain.rpcUrl).request(args)
            }
            chain = destination
            return `0x${'12'.repeat(32)}`
          },
        },
        { retryCount: 0 },
      ),
    })
    const types: string[] = []
    const onProgress = ({ type }: { type: string }) => void types.push(type)
    const told = await endOf(
      world.client.executeSteps({ quote, request, walletClient, ...waits, onProgress }),
    )
    expect(types, told).not.include('transactionConfirmed')
  })
})
