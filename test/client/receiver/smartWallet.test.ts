import { expect } from 'chai'
import { encodeFunctionData, parseAbiItem } from 'viem'
import {
  type PayReceiverClients,
  payReceiver,
  type ReceiverCall,
  readCallPayment,
} from '../../../src/client/index.js'
import { askOf } from '../../../src/contract/rpc/withRequest.js'
import { attestedOrderReceiverAbi, hashOrder } from '../../../src/index.js'
import { clientOf, send } from '../../mock/helpers.js'
import { complete } from '../../support/complete.js'
import { thrown } from '../../support/errors.js'
import { openSmartWallet, type SmartWallet } from '../steps/smartWallet.js'
import { keeper, open, type World } from './world.js'

class Killed extends Error {}

describe('payReceiver with a smart wallet', () => {
  let world: World
  let wallet: SmartWallet
  before(async () => {
    world = await open()
  })
  after(() => world?.mock.close())
  beforeEach(async () => {
    wallet = await openSmartWallet(world.mock, world.origin)
  })

  const pay = (
    changes: Partial<PayReceiverClients>,
    call?: ReceiverCall,
    more: { resend?: boolean } = {},
  ) => {
    const { walletClient } = wallet
    const clients = { ...world.clients(), walletClient, timeoutMs: 4000, ...changes }
    const created = { ...world.native(), payment: { recipient: world.recipient, refundTo: world.payer } }
    return payReceiver(world.client, call ? { ...clients, call, ...more } : { ...clients, ...created })
  }

  async function expectPaidOnce({ quote, callHash }: ReceiverCall): Promise<void> {
    const logs = await clientOf(world.origin).getLogs({
      address: world.origin.depository,
      event: parseAbiItem('event RelayNativeDeposit(address from, uint256 amount, bytes32 id)'),
      fromBlock: 0n,
    })
    const id = hashOrder(complete(quote).protocol.v2.orderData)
    const count = logs.filter(({ args }) => args.id === id).length
    expect([count, await world.paid(callHash)]).deep.equal([1, true])
  }

  it('default: pays although the wallet returns its own id', async () => {
    const { kept, keep } = keeper()
    const onProgress = ({ type }: { type: string }) => void (type === 'transactionSent' && wallet.execute())
    const { outcome } = await pay({ keep, onProgress })
    expect(outcome.status).equal('success')
    await expectPaidOnce(kept.at(-1)!)
  })

  it('behavior: executed after the timeout, the same call resumes', async () => {
    const { kept, keep } = keeper()
    expect((await thrown(() => pay({ keep, timeoutMs: 200 }))).name).equal('DepositPendingError')
    await wallet.execute()
    await pay({ keep }, kept.at(-1)!)
    expect(wallet.asked).equal(1)
    await expectPaidOnce(kept.at(-1)!)
  })

  it('behavior: a call paid by someone else, without a deposit, ends as paid', async () => {
    const { kept, keep } = keeper()
    const { mock, destination } = world
    const onProgress = async ({ type }: { type: string }) => {
      if (type !== 'transactionSent') return
      const payment = readCallPayment(kept.at(-1)!)
      await send(mock, destination, mock.accounts[3]!.address, {
        to: destination.receiver,
        value: payment.minimum,
        data: encodeFunctionData({
          abi: attestedOrderReceiverAbi,
          functionName: 'payAuthorized',
          args: [payment],
        }),
      })
    }
    const { outcome, txHashes, callHash } = await pay({ keep, onProgress, timeoutMs: 500 })
    expect([outcome.status, txHashes]).deep.equal(['waiting', []])
    expect([await world.paid(callHash), kept.at(-1)!.state]).deep.equal([true, 'paid'])
    // Another process ends the same way, and asks for nothing.
    expect((await pay({ keep, timeoutMs: 500 }, kept.at(-1)!)).outcome.status).equal('waiting')
    expect(wallet.asked).equal(1)
  })

  it('default: authorizes although the authorizer returns its own id', async () => {
    const authorizer = await openSmartWallet(world.mock, world.destination)
    const { kept, keep } = keeper()
    const onProgress = ({ type }: { type: string }) => {
      if (type === 'transactionSent') void wallet.execute()
      if (type === 'authorizationSent') void authorizer.execute()
    }
    await pay({ keep, onProgress, authorizer: authorizer.walletClient })
    expect(authorizer.asked).equal(1)
    await expectPaidOnce(kept.at(-1)!)
  })

  it('error: an authorizer that never executes, and one that never answers: nothing is deposited', async () => {
    for (const [answer, name] of [
      [undefined, 'CallNotPayableError'],
      [() => new Promise<never>(() => {}), 'StepPromptError'],
    ] as const) {
      const { walletClient: authorizer } = await openSmartWallet(world.mock, world.destination, answer)
      const error = await thrown(() => pay({ ...keeper(), authorizer, timeoutMs: 300 }))
      expect([error.name, wallet.asked]).deep.equal([name, 0])
    }
  })

  it('attack: stale evidence does not count as the unmined authorization', async () => {
    const { kept, keep } = keeper()
    await thrown(() => pay({ keep, timeoutMs: 200 }))
    await world.admin('removeRecipient', [world.recipient])
    await world.admin('setRecipient', [{ recipient: world.recipient, hook: false }])
    // The deposit was dropped, and its call is authorized anew before it is asked for again.
    const { walletClient: authorizer } = await openSmartWallet(world.mock, world.destination)
    const call = { ...kept.at(-1)!, deposit: undefined, state: 'quoted' as const }
    const error = await thrown(() => pay({ keep: () => {}, authorizer, timeoutMs: 300 }, call))
    expect(error).include({ name: 'CallNotPayableError', state: 'unauthorized' })
  })

  it('error: a wallet that never answers', async () => {
    wallet = await openSmartWallet(world.mock, world.origin, () => new Promise(() => {}))
    const { kept, keep } = keeper()
    const error = await thrown(() => pay({ keep, timeoutMs: 200 }))
    expect(error.name).equal('DepositUnknownError')
    expect((error.cause as Error).name).equal('StepPromptError')
    await wallet.execute()
    await pay({ keep }, kept.at(-1)!)
    expect(wallet.asked).equal(1)
    await expectPaidOnce(kept.at(-1)!)
  })

  it('attack: a paid call is never requested again, even with resend', async () => {
    const { kept, keep } = keeper()
    await thrown(() => pay({ keep, timeoutMs: 200 }))
    await wallet.execute()
    const call = kept.at(-1)!
    for (let left = 100; left > 0 && !(await world.paid(call.callHash)); left--) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    // A node that shows no logs.
    const originClient = world.clients().originClient
    const blind = {
      ...originClient,
      request: async (args: { method: string }) =>
        args.method === 'eth_getLogs' ? [] : askOf(originClient)(args),
    } as typeof originClient
    await pay({ keep, originClient: blind }, call, { resend: true })
    expect(wallet.asked).equal(1)
    await expectPaidOnce(kept.at(-1)!)
  })

  it('behavior: killed at any stored state, it pays once or says what to do', async () => {
    for (let revision = 1; ; revision++) {
      wallet = await openSmartWallet(world.mock, world.origin)
      const { kept, keep } = keeper()
      const dying = (call: ReceiverCall) => {
        keep(call)
        if (call.revision === revision) throw new Killed()
      }
      const execute = ({ type }: { type: string }) => void (type === 'transactionSent' && wallet.execute())
      const error = await pay({ keep: dying, onProgress: execute }).catch((reason) => reason)
      if (!(error instanceof Killed)) break
      // The wallet's owners answer late.
      await wallet.execute()
      let stopped: string | undefined
      const goOn = (more: object = {}) =>
        pay({ keep, onProgress: execute, timeoutMs: 1500 }, structuredClone(kept.at(-1)!), more)
      await goOn().catch(({ name }) => {
        stopped = name
      })
      // It was killed before the wallet was asked, which only its owner can see.
      if (stopped) {
        expect([stopped, wallet.asked]).deep.equal(['DepositUnknownError', 0])
        await goOn({ resend: true })
      }
      expect(wallet.asked).equal(1)
      await expectPaidOnce(kept.at(-1)!)
    }
  }).timeout(60_000)
})
