import { expect } from 'chai'
import {
  createWalletClient,
  custom,
  encodeFunctionData,
  type Hash,
  type Hex,
  parseAbiItem,
  zeroHash,
} from 'viem'
import { createServiceClient } from '../../../src/client/createServiceClient.js'
import { type PayReceiverClients, payReceiver, type ReceiverCall } from '../../../src/client/index.js'
import { askOf } from '../../../src/contract/rpc/withRequest.js'
import { attestedOrderReceiverAbi, hashOrder } from '../../../src/index.js'
import { mockProfile } from '../../../src/service/profile/mockProfile.js'
import { clientOf } from '../../mock/helpers.js'
import { complete } from '../../support/complete.js'
import { thrown } from '../../support/errors.js'
import { setUpFastClock } from '../../support/fastClock.js'
import { limitLogs, logRefusals, type RpcRule, refusals, startRpcProxy } from '../../support/rpcProxy.js'
import { coherent, keepMining, type Nodes, privatePool, replicas, tenBlocks, toNodes } from './nodes.js'
import { open, type World } from './world.js'

class Killed extends Error {}

function mine(rpcUrl: string, blocks: Hex): Promise<unknown> {
  return coherent(rpcUrl).request({ method: 'hardhat_mine', params: [blocks] })
}

/** Stands for a database that accepts only the next revision. */
function createStore() {
  const store = {
    kept: undefined as ReceiverCall | undefined,
    keep(call: ReceiverCall) {
      if (call.revision !== (store.kept?.revision ?? 0) + 1) throw new Error('Another process has the call.')
      store.kept = JSON.parse(JSON.stringify(call))
    },
    /** Returns a copy, as another process would read it. */
    read: () => structuredClone(store.kept!),
  }
  return store
}

type Store = ReturnType<typeof createStore>

describe('payReceiver after a crash', () => {
  setUpFastClock()
  let world: World
  before(async () => {
    world = await open()
  })
  after(() => world?.mock.close())

  const pay = (
    changes: Partial<PayReceiverClients>,
    call?: ReceiverCall,
    more: { resend?: boolean } = {},
  ) => {
    const clients = { ...world.clients(), ...changes }
    return payReceiver(world.client, call ? { ...clients, call, ...more } : { ...clients, ...world.native() })
  }

  /** How often the wallet deposited for the order. */
  async function countDeposits({ quote }: ReceiverCall): Promise<number> {
    const logs = await clientOf(world.origin).getLogs({
      address: world.origin.depository,
      event: parseAbiItem('event RelayNativeDeposit(address from, uint256 amount, bytes32 id)'),
      fromBlock: 0n,
    })
    const id = hashOrder(complete(quote).protocol.v2.orderData)
    return logs.filter(({ args }) => args.id === id).length
  }

  async function expectPaidOnce(store: Store): Promise<void> {
    expect([await countDeposits(store.kept!), await world.paid(store.kept!.callHash)]).deep.equal([1, true])
  }

  /** Clients that kill the process at a moment: before and after each keeping, and at each event. */
  function killAt(moment: number, store: Store): { clients: Partial<PayReceiverClients>; passed: string[] } {
    const passed: string[] = []
    const pass = (name: string) => {
      passed.push(name)
      if (passed.length === moment + 1) throw new Killed(name)
    }
    return {
      passed,
      clients: {
        keep(call) {
          pass(`before ${call.state}`)
          store.keep(call)
          pass(`after ${call.state}`)
        },
        onProgress: ({ type }) => pass(type),
      },
    }
  }

  const stops = ['DepositUnknownError', 'DepositPendingError', 'StepTransactionError', 'CallNotPayableError']

  /** Goes on as often as a caller would who does what the errors say. */
  async function goOn(store: Store, clients: Partial<PayReceiverClients>): Promise<string[]> {
    const names: string[] = []
    for (let left = 10; left > 0; left--) {
      try {
        await pay({ ...clients, keep: store.keep }, store.kept && store.read())
        return names
      } catch (error) {
        const { name, message } = error as Error
        expect(stops, message).include(name)
        names.push(name)
      }
    }
    throw new Error(`It never paid: ${names.join(', ')}`)
  }

  const kinds: Record<string, { nodes(rpcUrl: string): Nodes; mines?: true; blocks?: Hex }> = {
    'a coherent node': { nodes: coherent },
    'a provider that searches 10 blocks at once': { nodes: tenBlocks, blocks: '0x64' },
    'replicas one block apart': { nodes: (rpcUrl) => replicas(rpcUrl, 1), mines: true },
    'replicas two blocks apart': { nodes: (rpcUrl) => replicas(rpcUrl, 2), mines: true },
  }
  for (const [kind, { nodes, mines, blocks }] of Object.entries(kinds)) {
    it(`behavior: pays once, killed at every moment, on ${kind}`, async () => {
      const { origin, destination } = world
      const urls = [origin.rpcUrl, destination.rpcUrl]
      const stopMining = mines ? urls.map(keepMining) : []
      try {
        const originClient = nodes(origin.rpcUrl).client
        const destinationClient = nodes(destination.rpcUrl).client
        for (let moment = 0; ; moment++) {
          const store = createStore()
          const { clients, passed } = killAt(moment, store)
          const error = await pay({ originClient, destinationClient, ...clients }).catch((reason) => reason)
          if (!(error instanceof Killed)) {
            expect(passed).include.members(['transactionRequested', 'transactionSent', 'after paid'])
            break
          }
          if (blocks) await mine(origin.rpcUrl, blocks)
          const stopped = await goOn(store, { originClient, destinationClient })
          await expectPaidOnce(store)
          if (!mines) expect(stopped, error.message).deep.equal([])
        }
      } finally {
        await Promise.all(stopMining.map((stop) => stop()))
      }
    }).timeout(300_000)
  }

  describe('with a limited node of the origin chain', () => {
    /** A call whose deposit is mined long ago, and whose process does not know it. */
    async function killAfterSending() {
      const store = createStore()
      const onProgress = ({ type }: { type: string }) => {
        if (type === 'transactionSent') throw new Killed()
      }
      const keep = (call: ReceiverCall) => {
        if (Object.values(call.run).some(({ txHash }) => txHash !== undefined)) throw new Killed()
        store.keep(call)
      }
      await thrown(() => pay({ keep, onProgress }))
      expect(store.kept).include({ state: 'depositing' })
      await mine(world.origin.rpcUrl, '0x1f4')
      return store
    }

    async function through<result>(rule: RpcRule, work: (client: Nodes['client']) => Promise<result>) {
      const proxy = await startRpcProxy(world.origin.rpcUrl, rule)
      try {
        return await work(coherent(proxy.url).client)
      } finally {
        await proxy.close()
      }
    }

    /** A node of the destination that does not say what was paid. */
    function hidePayments(): Nodes['client'] {
      const { request } = coherent(world.destination.rpcUrl)
      const asks = encodeFunctionData({
        abi: attestedOrderReceiverAbi,
        functionName: 'isCallPaid',
        args: [zeroHash],
      }).slice(0, 10)
      return toNodes(async (args) => {
        if (args.method === 'eth_call' && JSON.stringify(args.params).includes(asks)) {
          throw new Error('It does not answer.')
        }
        return request(args)
      }).client
    }

    for (const [name, refusal] of Object.entries(logRefusals)) {
      it(`default: finds a mined deposit, with and without resend: ${name}`, async () => {
        for (const more of [{}, { resend: true }]) {
          const store = await killAfterSending()
          await through(limitLogs(10, refusal), (originClient) =>
            pay({ originClient, keep: store.keep }, store.read(), more),
          )
          await expectPaidOnce(store)
        }
      }).timeout(60_000)
    }

    it('error: a router that the profile no longer lists is refused before anything is sent again', async () => {
      const store = await killAfterSending()
      const chains = mockProfile.chains!.map((chain) => ({ ...chain, routers: [] }))
      const client = createServiceClient({ profile: { ...mockProfile, chains }, baseUrl: world.mock.url })
      const events: string[] = []
      const clients = { ...world.clients(), onProgress: ({ type }: { type: string }) => events.push(type) }
      const error = await thrown(() => payReceiver(client, { ...clients, call: store.read(), resend: true }))
      expect(error.name).equal('UnknownRouterError')
      expect(error.message).include('This run signed and sent nothing.')
      expect(events).deep.equal([])
    })

    for (const [name, { answer, says }] of Object.entries(refusals)) {
      it(`error: the message says what to do, and that works: ${name}`, async () => {
        const store = await killAfterSending()
        const refuse =
          (...methods: string[]): RpcRule =>
          ({ method, forward }) =>
            methods.includes(method) ? answer : forward()
        const mute = refuse('eth_getLogs', 'eth_getTransactionReceipt')
        for (const more of [{}, { resend: true }]) {
          const destinationClient = hidePayments()
          const error = await through(mute, (originClient) =>
            thrown(() =>
              pay(
                {
                  originClient,
                  walletClient: world.walletOver(askOf(originClient)),
                  destinationClient,
                  keep: store.keep,
                  timeoutMs: 100,
                },
                store.read(),
                more,
              ),
            ),
          )
          expect(error.name).equal('DepositUnknownError')
          // viem's own transport takes a body with a code for the node's answer, whatever its status.
          expect(error.message)
            .include(says.replace(/^status \d+: /, ''))
            .and.include('an originClient whose node answers eth_getLogs')
        }
        // The service names the deposit, and its receipt shows it.
        await through(refuse('eth_getLogs'), (originClient) =>
          pay({ originClient, keep: store.keep }, store.read()),
        )
        await expectPaidOnce(store)
      }).timeout(60_000)
    }
  })

  describe('attack: a private mempool shows nothing, with a local account', () => {
    /** A call whose deposit is in the pool, and whose process does not know it. */
    async function killWhileSending() {
      const store = createStore()
      const pool = privatePool(world.origin.rpcUrl)
      const dying = world.walletOver(async (args) => {
        const answer = await pool.request(args)
        if (args.method === 'eth_sendRawTransaction') throw new Killed()
        return answer
      })
      const error = await thrown(() => pay({ walletClient: dying, keep: store.keep }))
      expect(error.name).equal('DepositUnknownError')
      return { store, pool, walletClient: world.walletOver(pool.request) }
    }

    it('default: the chain accepts only one of two deposits with the same nonce', async () => {
      const { store, pool, walletClient } = await killWhileSending()
      let taken = 0
      const onProgress = async ({ type }: { type: string }) => {
        if (type === 'transactionSent') taken = await pool.release()
      }
      await pay({ walletClient, keep: store.keep, onProgress }, store.read())
      expect(taken).equal(1)
      await expectPaidOnce(store)
    })

    it('behavior: the first is mined right before the wallet is prompted again', async () => {
      const { store, pool } = await killWhileSending()
      const onProgress = ({ type }: { type: string }) => type === 'transactionRequested' && pool.release()
      // A call that is paid meanwhile would end well.
      await world.mock.control.pauseSolver()
      const error = await thrown(() => pay({ keep: store.keep, onProgress }, store.read()))
      world.mock.control.resumeSolver()
      expect(error.name).equal('DepositUnknownError')
      await pay({ keep: store.keep }, store.read())
      await expectPaidOnce(store)
    })
  })

  describe('a wallet that chooses nonces by itself', () => {
    /** Stands for a browser's wallet: it signs, and its transactions wait where no node shows them. */
    function browserWallet() {
      const { origin, payer } = world
      const pool = privatePool(origin.rpcUrl)
      const signer = world.walletOver(pool.request)
      const asked: string[] = []
      const wallet = { fails: undefined as object | undefined, isSending: true }
      const request = async (args: { method: string; params: [{ to: Hex; data: Hex; value: Hex }] }) => {
        if (args.method !== 'eth_sendTransaction') return pool.request(args)
        asked.push(args.method)
        const [{ to, data, value }] = args.params
        let hash: Hash | undefined
        if (wallet.isSending) {
          hash = await signer.sendTransaction({ to, data, value: BigInt(value), chain: null })
        }
        if (wallet.fails) throw wallet.fails
        return hash
      }
      const transport = custom({ request: request }, { retryCount: 0 })
      const walletClient = createWalletClient({ account: payer, transport, pollingInterval: 20 })
      return { pool, asked, wallet, walletClient }
    }

    it('attack: no node shows its transaction: it is not prompted again until that is mined', async () => {
      const { pool, asked, wallet, walletClient } = browserWallet()
      const store = createStore()
      wallet.fails = new Error('The line broke.')
      expect((await thrown(() => pay({ walletClient, keep: store.keep }))).name).equal('DepositUnknownError')
      const error = await thrown(() => pay({ walletClient, keep: store.keep, timeoutMs: 100 }, store.read()))
      const { nonce, fromBlock } = store.kept!.deposit!
      const { callHash } = store.kept!
      expect(error).include({ name: 'DepositUnknownError', callHash, nonce, fromBlock })
      expect(error.message).include('resend: true')
      expect([asked.length, await pool.release()]).deep.equal([1, 1])
      await pay({ walletClient, keep: store.keep }, store.read())
      await expectPaidOnce(store)
    })

    it("attack: another transaction uses the wallet's next nonce", async () => {
      const { pool, asked, wallet, walletClient } = browserWallet()
      const { origin, walletOn, payer } = world
      const store = createStore()
      wallet.fails = new Error('The line broke.')
      // The wallet sends something else between the question and the deposit.
      const keep = async (call: ReceiverCall) => {
        store.keep(call)
        if (call.state !== 'depositing') return
        const hash = await walletOn(origin).sendTransaction({ to: payer, value: 1n, chain: null })
        await clientOf(origin).waitForTransactionReceipt({ hash })
      }
      await thrown(() => pay({ walletClient, keep }))
      const error = await thrown(() => pay({ walletClient, keep: store.keep, timeoutMs: 100 }, store.read()))
      expect(error.name).equal('DepositUnknownError')
      expect([asked.length, await pool.release()]).deep.equal([1, 1])
      await pay({ walletClient, keep: store.keep }, store.read())
      await expectPaidOnce(store)
    })

    it('behavior: it never sent, and the caller confirms that', async () => {
      const { pool, asked, wallet, walletClient } = browserWallet()
      const store = createStore()
      Object.assign(wallet, { fails: new Error('The window was closed.'), isSending: false })
      await thrown(() => pay({ walletClient, keep: store.keep }))
      Object.assign(wallet, { fails: undefined, isSending: true })
      const again = (more: object) =>
        pay(
          {
            walletClient,
            keep: store.keep,
            timeoutMs: 5000,
            onProgress: ({ type }) => type === 'transactionSent' && pool.release(),
          },
          store.read(),
          more,
        )
      await again({ resend: true })
      expect(asked.length).equal(2)
      await expectPaidOnce(store)
    })

    it('behavior: resend finds a mined deposit', async () => {
      const { pool, asked, wallet, walletClient } = browserWallet()
      const store = createStore()
      wallet.fails = new Error('The line broke.')
      await thrown(() => pay({ walletClient, keep: store.keep }))
      await pool.release()
      await pay({ walletClient, keep: store.keep }, store.read(), { resend: true })
      expect(asked.length).equal(1)
      await expectPaidOnce(store)
    })

    it('behavior: it is prompted again after the user refused', async () => {
      const { pool, asked, wallet, walletClient } = browserWallet()
      const store = createStore()
      Object.assign(wallet, { fails: { code: 4001, message: 'User rejected.' }, isSending: false })
      await thrown(() => pay({ walletClient, keep: store.keep }))
      expect(store.kept).include({ state: 'authorized' }).not.property('deposit')
      Object.assign(wallet, { fails: undefined, isSending: true })
      const onProgress = ({ type }: { type: string }) => type === 'transactionSent' && pool.release()
      await pay({ walletClient, keep: store.keep, onProgress }, store.read())
      expect(asked.length).equal(2)
      await expectPaidOnce(store)
    })

    it('attack: a refusal decides nothing about an earlier prompt', async () => {
      const { pool, wallet, walletClient } = browserWallet()
      const store = createStore()
      wallet.fails = new Error('The line broke.')
      await thrown(() => pay({ walletClient, keep: store.keep }))
      Object.assign(wallet, { fails: { code: 4001, message: 'User rejected.' }, isSending: false })
      await thrown(() => pay({ walletClient, keep: store.keep }, store.read(), { resend: true }))
      const error = await thrown(() => pay({ walletClient, keep: store.keep, timeoutMs: 60 }, store.read()))
      expect(error.name).equal('DepositUnknownError')
      await pool.release()
      await pay({ walletClient, keep: store.keep }, store.read())
      await expectPaidOnce(store)
    })
  })

  describe("another transaction has the deposit's nonce", () => {
    const killWhileDepositing = async () => {
      const store = createStore()
      const keep = (call: ReceiverCall) => {
        store.keep(call)
        if (call.state === 'depositing') throw new Killed()
      }
      await thrown(() => pay({ keep }))
      return store
    }
    const useNonce = async (nonce: number) => {
      const { origin, payer, walletOn } = world
      const hash = await walletOn(origin).sendTransaction({ to: payer, value: 1n, nonce, chain: null })
      await clientOf(origin).waitForTransactionReceipt({ hash })
    }

    it('default: the deposit is requested again', async () => {
      const store = await killWhileDepositing()
      await useNonce(store.kept!.deposit!.nonce)
      await pay({ keep: store.keep }, store.read())
      await expectPaidOnce(store)
    })

    for (const [name, since] of [
      ['has code', 0],
      ['got its code since', 1],
    ] as const) {
      it(`attack: the nonce of an account that ${name} proves nothing`, async () => {
        const { origin } = world
        const { request } = coherent(origin.rpcUrl)
        const originWith = (code: Hex) =>
          createWalletClient({
            transport: custom({
              request: async (args) => (args.method === 'eth_getCode' ? code : request(args)),
            }),
          })
        const delegated: Hex = `0xef0100${'12'.repeat(20)}`
        const store = createStore()
        const keep = (call: ReceiverCall) => {
          store.keep(call)
          if (call.state === 'depositing') throw new Killed()
        }
        await thrown(() => pay({ keep, originClient: originWith(since === 0 ? delegated : '0x') }))
        await useNonce(store.kept!.deposit!.nonce)
        const nonce = await world.nonceOf()
        const goOn = (code: Hex) =>
          thrown(() =>
            pay({ keep: store.keep, originClient: originWith(code), timeoutMs: 500 }, store.read()),
          )
        expect((await goOn(since === 0 ? '0x' : delegated)).name).equal('DepositUnknownError')
        expect(await world.nonceOf()).equal(nonce)
      })
    }

    it('behavior: the deposit is requested only once the other transaction is final', async () => {
      const store = await killWhileDepositing()
      const { rpcUrl } = world.origin
      await mine(rpcUrl, '0x5')
      await useNonce(store.kept!.deposit!.nonce)
      const profile = {
        ...mockProfile,
        chains: world.client.profile.chains!,
        finality: { blocks: 3, seconds: 0 },
      }
      const client = createServiceClient({ profile, baseUrl: world.mock.url })
      const goingOn = () =>
        payReceiver(client, { ...world.clients(), call: store.read(), keep: store.keep, timeoutMs: 2000 })
      expect((await thrown(goingOn)).name).equal('DepositPendingError')
      await mine(rpcUrl, '0x3')
      await goingOn()
      await expectPaidOnce(store)
    })

    /** Sends the deposit, and is killed before anybody has its hash. Nothing is filled before the solver is resumed. */
    const killWhenSent = async () => {
      await world.mock.control.pauseSolver()
      const store = createStore()
      const { origin, walletOn, walletOver } = world
      const walletClient = walletOver(async (args) => {
        const answer = await askOf(walletOn(origin))(args)
        if (args.method === 'eth_sendRawTransaction') throw new Killed()
        return answer
      })
      await thrown(() => pay({ walletClient, keep: store.keep }))
      return store
    }
    /** `hardhat_mine` makes blocks that have no states. */
    const mineEach = async (blocks: number) => {
      const { request } = coherent(world.origin.rpcUrl)
      for (let left = blocks; left > 0; left--) await request({ method: 'evm_mine', params: [] })
    }
    /** A balancer: logs of ranges come from a replica that lacks the deposit's block, states go back `kept` blocks. */
    const leavingOut = (kept = 1_000_000n) => {
      const { request } = coherent(world.origin.rpcUrl)
      const answer = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
        if (method === 'eth_getLogs' && !('blockHash' in (params[0] as object))) return []
        const block = String(params[1])
        if (method === 'eth_getTransactionCount' && block.startsWith('0x')) {
          const head = BigInt((await request({ method: 'eth_blockNumber', params: [] })) as Hex)
          const isKept = head - BigInt(block) <= kept
          if (!isKept) throw Object.assign(new Error('missing trie node 1234'), { code: -32000 })
        }
        return request({ method, params })
      }
      return createWalletClient({ transport: custom({ request: answer }, { retryCount: 0 }) })
    }

    afterEach(() => world.mock.control.resumeSolver())
    /** Goes on while the service does not say what it knows, and nothing is filled. */
    const goOnAlone = (store: Store, kept?: bigint) => {
      const client = { ...world.client, getStatus: () => Promise.reject(new Error('down')) }
      const clients = { ...world.clients(), originClient: leavingOut(kept), keep: store.keep }
      return thrown(() => payReceiver(client, { ...clients, call: store.read(), timeoutMs: 500 }))
    }
    const finish = async (store: Store) => {
      await world.mock.control.resumeSolver()
      await pay({ keep: store.keep }, store.read())
      await expectPaidOnce(store)
    }

    for (const blocks of [1, 9, 63, 150]) {
      it(`attack: that transaction is the deposit, which a replica ${blocks} behind leaves out of its logs`, async () => {
        const store = await killWhenSent()
        await mineEach(blocks)
        await goOnAlone(store)
        expect(await countDeposits(store.kept!)).equal(1)
        await finish(store)
      })
    }

    it('attack: the same, without the earlier states: nothing is sent until the deposit is shown', async () => {
      const store = await killWhenSent()
      await mineEach(20)
      expect((await goOnAlone(store, 8n)).name).equal('DepositPendingError')
      expect(await countDeposits(store.kept!)).equal(1)
      await finish(store)
    })

    it("behavior: the transaction is older than the node's states, and the node shows all logs", async () => {
      const store = await killWhileDepositing()
      await useNonce(store.kept!.deposit!.nonce)
      await mineEach(150)
      await coherent(world.origin.rpcUrl).request({ method: 'evm_increaseTime', params: [600] })
      await mineEach(50)
      await pay({ originClient: leavingOut(128n), keep: store.keep }, store.read())
      await expectPaidOnce(store)
    })
  })

  it('attack: two processes resume one call, from every stored state', async () => {
    for (let kept = 1; ; kept++) {
      const store = createStore()
      const keep = (call: ReceiverCall) => {
        store.keep(call)
        if (call.revision === kept) throw new Killed()
      }
      const error = await pay({ keep }).catch((reason) => reason)
      if (!(error instanceof Killed)) break
      const [one, other] = [store.read(), store.read()]
      const ends = await Promise.allSettled([one, other].map((call) => pay({ keep: store.keep }, call)))
      const failures = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))
      expect(failures, `from ${kept}`).deep.equal(['Error: Another process has the call.'])
      await expectPaidOnce(store)
    }
  }).timeout(120_000)

  it('behavior: the store gets a copy, and a failed write leaves the revision unchanged', async () => {
    const seen: ReceiverCall[] = []
    await pay({ keep: (call) => void seen.push(call) })
    expect(seen.map(({ revision }) => revision)).deep.equal(seen.map((_, index) => index + 1))
    expect(seen[0]!.state).equal('quoted')
    const call = structuredClone(seen.at(-1)!)
    const { revision } = call
    await thrown(() => pay({ keep: () => Promise.reject(new Error('The disk is full.')) }, call))
    expect(call.revision).equal(revision)
  })
})
