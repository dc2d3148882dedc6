// Attacks on the client that pays a receiver through a wallet that takes batches (EIP-5792). Each asserts the right value.
import { expect } from 'chai'
import { type PayReceiverClients, payReceiver, type ReceiverCall } from '../../src/client/index.js'
import { hashOrder } from '../../src/index.js'
import { open, type World } from '../client/receiver/world.js'
import { type BatchWallet, countTokenDeposits, openBatchWallet, refuse } from '../client/steps/batchWallet.js'
import { complete } from '../support/complete.js'
import { thrown } from '../support/errors.js'
import { setUpFastClock } from '../support/fastClock.js'
import { Killed, keeping } from './clientSupport.js'

type Change = NonNullable<NonNullable<Parameters<typeof openBatchWallet>[2]>['change']>

describe('Attack: the paying client, with wallets that batch calls', () => {
  setUpFastClock()
  let world: World
  before(async () => {
    world = await open()
  })
  after(() => world?.mock.close())
  afterEach(() => world.mock.control.resumeSolver())

  const openWallet = (change?: Change, account: 'contract' | 'delegated' = 'contract') =>
    openBatchWallet(world.mock, world.origin, { account, ...(change && { change }) })
  const pay = (
    { walletClient }: BatchWallet,
    changes: Partial<PayReceiverClients>,
    call?: ReceiverCall,
    more: { resend?: boolean } = {},
  ) => {
    const clients = { ...world.clients(), walletClient, timeoutMs: 2000, ...changes }
    const created = { ...world.token(), payment: { recipient: world.recipient, refundTo: world.payer } }
    return payReceiver(world.client, call ? { ...clients, call, ...more } : { ...clients, ...created })
  }
  const depositsOf = ({ quote }: ReceiverCall) =>
    countTokenDeposits(world.origin, hashOrder(complete(quote).protocol.v2.orderData))
  /** Has the wallet send as soon as it has answered. */
  const executing = (wallet: BatchWallet) => ({
    onProgress: ({ type }: { type: string }) => void (type === 'transactionSent' && wallet.execute()),
  })

  for (const account of ['contract', 'delegated'] as const) {
    it(`pays with one prompt: ${account}`, async () => {
      const wallet = await openWallet(undefined, account)
      const store = keeping()
      const { txHashes, outcome } = await pay(wallet, { keep: store.keep, ...executing(wallet) })
      expect([outcome.status, wallet.asked(), await depositsOf(store.kept!)]).deep.equal([
        'success',
        [1, 0],
        1,
      ])
      expect(txHashes).deep.equal(wallet.batches[0]!.txHashes)
      expect(store.kept!.state).equal('paid')
    })

    it(`a run killed at any stored state pays once or says what to do: ${account}`, async () => {
      for (let revision = 1; ; revision++) {
        const wallet = await openWallet(undefined, account)
        const store = keeping()
        const dying = (call: ReceiverCall) => {
          store.keep(call)
          if (call.revision === revision) throw new Killed()
        }
        const error = await pay(wallet, { keep: dying, ...executing(wallet) }).catch((reason) => reason)
        if (!(error instanceof Killed)) break
        await wallet.execute()
        const asked = wallet.batches.length
        const goOn = (more: object = {}) =>
          pay(wallet, { keep: store.keep, ...executing(wallet) }, store.read(), more)
        const stopped = await goOn().then(
          () => undefined,
          ({ name }) => name,
        )
        if (stopped) {
          // It was killed before the wallet was asked, which only its owner can see.
          expect([stopped, asked, await depositsOf(store.kept!)]).deep.equal(['DepositUnknownError', 0, 0])
          await goOn({ resend: true })
        }
        expect([wallet.batches.length, await depositsOf(store.kept!)]).deep.equal([1, 1])
      }
    }).timeout(120_000)
  }

  it('a run killed while the wallet waits for its owners: the next run waits for the batch and never requests it again', async () => {
    const wallet = await openWallet()
    const store = keeping()
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'transactionSent') throw new Killed()
    }
    await thrown(() => pay(wallet, { keep: store.keep, onProgress }))
    // Nor on the caller's word, as the wallet still has it.
    for (const resend of [false, true]) {
      const error = await thrown(() =>
        pay(wallet, { keep: store.keep, timeoutMs: 300 }, store.read(), { resend }),
      )
      expect(error.name).equal('DepositPendingError')
    }
    await wallet.execute()
    await pay(wallet, { keep: store.keep }, store.read())
    expect([wallet.asked(), await depositsOf(store.kept!)]).deep.equal([[1, 0], 1])
  })

  it('a run killed during the prompt: the next run finds the batch by its id', async () => {
    let isAlive = true
    const wallet = await openWallet(async ({ method }, ask) => {
      if (method !== 'wallet_sendCalls' || !isAlive) return undefined
      await ask()
      return new Promise(() => {})
    })
    const store = keeping()
    const error = await thrown(() => pay(wallet, { keep: store.keep, timeoutMs: 300 }))
    expect(error.name).equal('DepositUnknownError')
    isAlive = false
    const early = await thrown(() => pay(wallet, { keep: store.keep, timeoutMs: 300 }, store.read()))
    expect(early.name).equal('DepositPendingError')
    await wallet.execute()
    await pay(wallet, { keep: store.keep }, store.read())
    expect([wallet.asked(), await depositsOf(store.kept!)]).deep.equal([[1, 0], 1])
  })

  it('the user refuses: nothing is half done, and a later run can pay the call', async () => {
    let isRefusing = true
    const wallet = await openWallet(({ method }) =>
      method === 'wallet_sendCalls' && isRefusing ? refuse(4001) : undefined,
    )
    const store = keeping()
    const error = await thrown(() => pay(wallet, { keep: store.keep }))
    expect(error.message).match(/rejected/i)
    const { state, deposit, run } = store.kept!
    expect({ state, deposit, run }).deep.equal({ state: 'authorized', deposit: undefined, run: {} })
    isRefusing = false
    await pay(wallet, { keep: store.keep, ...executing(wallet) }, store.read())
    expect([wallet.asked(), await depositsOf(store.kept!)]).deep.equal([[2, 0], 1])
  })

  it('the wallet rejects the batch, and the run is killed before the deposit: the next run deposits', async () => {
    for (const kill of ['approve transactionRequested', 'approve transactionConfirmed', 'none']) {
      const wallet = await openWallet(({ method }) =>
        method === 'wallet_sendCalls' ? refuse(4200) : undefined,
      )
      const store = keeping()
      const onProgress = (progress: { type: string; step?: string }) => {
        if (`${progress.step} ${progress.type}` === kill) throw new Killed()
      }
      await pay(wallet, { keep: store.keep, onProgress }).catch(() => {})
      if (kill !== 'none') await pay(wallet, { keep: store.keep }, store.read())
      expect(await depositsOf(store.kept!), kill).equal(1)
    }
  })

  it('the wallet answers 400 and sends anyway: the next run makes no second deposit', async () => {
    await world.mock.control.pauseSolver()
    const wallet = await openWallet(async ({ method }, ask) =>
      method === 'wallet_getCallsStatus'
        ? { ...((await ask()) as object), status: 400, receipts: [] }
        : undefined,
    )
    const store = keeping()
    const error = await thrown(() => pay(wallet, { keep: store.keep, timeoutMs: 6000 }))
    expect(error).include({ name: 'StepTransactionError', reason: 'cancelled' })
    await wallet.execute()
    world.mock.control.resumeSolver()
    await pay(wallet, { keep: store.keep }, store.read())
    expect([wallet.asked(), await depositsOf(store.kept!)]).deep.equal([[1, 0], 1])
  })
})
