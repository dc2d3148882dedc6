// A solver makes the call before it is authorized, gives the money to refundTo, and settles with that transaction what is
// deposited after the authorization is confirmed. The oracle compares no times of deposits and fills.
import { expect } from 'chai'
import {
  type Address,
  concat,
  createPublicClient,
  custom,
  encodeFunctionData,
  type Hash,
  type Hex,
  zeroHash,
} from 'viem'
import { payReceiver, type ReceiverCall } from '../../src/client/index.js'
import { getPaymentReturnedEvents, isCallPaid } from '../../src/contract/index.js'
import { hashOrder, padAddress, proveSignedOrder, signOrder, verifyFillSettlement } from '../../src/index.js'
import { coherent, toNodes } from '../client/receiver/nodes.js'
import { keeper, open, type World } from '../client/receiver/world.js'
import { send } from '../mock/helpers.js'
import { fillAmount, makeAuthorized, makePayment, solver } from '../receivers/support/fixture.js'
import { asFixture, deploySignedFixture, type SignedFixture } from '../receivers/support/signedFixture.js'
import { thrown } from '../support/errors.js'

const home: Address = '0x00000000000000000000000000000000000000a1'

describe('Attack: a fill before the authorization and a deposit after it', () => {
  let fixture: SignedFixture
  before(async () => {
    fixture = await deploySignedFixture()
  })
  after(() => fixture.connection.close())

  const placeOf = async (hash: Hash) => {
    const { publicClient } = fixture
    const transaction = await publicClient.getTransaction({ hash })
    const receipt = await publicClient.getTransactionReceipt({ hash })
    const block = await publicClient.getBlock({ blockNumber: receipt.blockNumber })
    return { transaction, receipt, block }
  }

  // docs/integration.md, "Settled is not paid".
  it('settles by every rule of the oracle although the receiver paid nobody', async () => {
    const { receiver, payer, stranger, viem, publicClient, helpers, connection } = fixture
    const router = await viem.deployContract('MockMetadataRouter')
    const depository = await viem.deployContract('MockDepository')
    await receiver.write.setRouter([router.address, true])

    // The quote: the user's order has two refunds, as the public service's do.
    const deadline = Number(await helpers.time.latest()) + 3600
    const p = makePayment(asFixture(fixture), deadline, { originUser: zeroHash, refundTo: home })
    const plain = await makeAuthorized(asFixture(fixture), p)
    const [input] = plain.orderData.inputs
    const { orderData } = await makeAuthorized(asFixture(fixture), p, {
      payment: { recipient: router.address },
      output: { extraData: padAddress(router.address) },
      order: { inputs: [{ ...input!, refunds: [input!.refunds[0]!, input!.refunds[0]!] }] },
    })
    const orderSignature = await signOrder({ orderData, account: solver })
    const orderId = hashOrder(orderData)
    const callHash = await receiver.read.hashPayment([p])

    // 1. The solver, which has made the quote, fills at once: the call was never authorized, and is returned.
    const callData = encodeFunctionData({ abi: receiver.abi, functionName: 'payAuthorized', args: [p] })
    const call = (target: Address, data: `0x${string}`) => ({
      target,
      allowFailure: false,
      value: fillAmount,
      callData: data,
    })
    const calls = [call(router.address, '0x'), call(receiver.address, callData)]
    const data = encodeFunctionData({
      abi: router.abi,
      functionName: 'multicall',
      args: [calls, payer.account.address, payer.account.address, '0x'],
    })
    const filled = await payer.sendTransaction({
      to: router.address,
      data: concat([data, orderId]),
      value: fillAmount,
    })
    expect(await publicClient.getBalance({ address: home })).to.equal(fillAmount)

    // 2. The app authorizes, and waits for as many blocks as it likes.
    await receiver.write.authorizeFill([proveSignedOrder(orderData), orderSignature, []], {
      account: stranger.account,
    })
    await helpers.mine(60)

    // 3. Only then does the user deposit.
    const deposited = await depository.write.depositNative([stranger.account.address, orderId], {
      value: fillAmount,
      account: stranger.account,
    })
    await helpers.mine(60, { interval: 12 })

    // 4. The fill of step 1 settles the deposit of step 3.
    const latest = await publicClient.getBlock()
    const finality = { blocks: 10, seconds: 60 }
    const report = await verifyFillSettlement({
      orderData,
      orderSignature,
      ...(await placeOf(filled)),
      head: latest,
      finality,
      deposits: [
        {
          inputIndex: 0,
          depository: depository.address,
          ...(await placeOf(deposited)),
          head: latest,
          finality,
        },
      ],
    })
    expect(report.rows.filter(({ ok }) => ok !== true).map(({ name }) => name)).to.deep.equal([])
    expect(report.settled).to.equal(true)

    const client = createPublicClient({ transport: custom(connection.provider, { retryCount: 0 }) })
    expect(await isCallPaid(client, { receiver: receiver.address, callHash })).to.equal(false)
    // The one trace, for which `payReceiver` looks after the authorization and before the deposit.
    const search = { receiver: receiver.address, callHash, fromBlock: 0n }
    const traces = await getPaymentReturnedEvents(client, search)
    expect(await getPaymentReturnedEvents(client, { ...search, callHash: zeroHash })).to.deep.equal([])
    expect(traces.map(({ transactionHash }) => transactionHash)).to.deep.equal([filled])
  })
})

describe('Attack: payReceiver and a payment returned before its authorization', () => {
  let world: World
  before(async () => {
    world = await open()
  })
  after(() => world.mock.close())

  /** Makes the call, as the solver can that was asked for its quote. */
  const fillEarly = async ({ request }: ReceiverCall) => {
    const { mock, destination } = world
    const [one] = request.txs
    const sent = { to: one!.to as Address, data: one!.data as Hex, value: BigInt(one!.value) }
    return send(mock, destination, mock.accounts[4]!.address, sent)
  }

  /** Follows a new call, and does `then` once it is in `state`. */
  const follow = async (state: ReceiverCall['state'], then: (call: ReceiverCall) => unknown) => {
    const { kept, keep } = keeper()
    const nonce = await world.nonceOf()
    let isDone = false
    const paying = payReceiver(world.client, {
      ...world.clients(),
      ...world.native(),
      keep: async (call) => {
        keep(call)
        if (call.state !== state || isDone) return
        isDone = true
        await then(call)
      },
    })
    const error = await thrown(() => paying)
    return { kept, error, deposits: (await world.nonceOf()) - nonce }
  }

  it('deposits nothing, even if resumed, and follows the next call', async () => {
    const hashes: Hash[] = []
    const { kept, error, deposits } = await follow('quoted', async (call) =>
      hashes.push(await fillEarly(call)),
    )
    const { callHash } = kept.at(-1)!
    expect(error).to.include({ name: 'CallFilledEarlyError', callHash, transaction: hashes[0] })
    expect(error).to.have.property('refundTo', world.payer)
    expect(deposits).to.equal(0)

    const resumed = await thrown(() => payReceiver(world.client, { ...world.clients(), call: kept.at(-1)! }))
    expect(resumed).to.include({ name: 'CallFilledEarlyError', callHash, transaction: hashes[0] })

    const { outcome } = await payReceiver(world.client, { ...world.clients(), ...world.native() })
    expect(outcome.status).to.equal('success')
  })

  it('deposits nothing if the call was made between the end of the process and the authorization', async () => {
    const { kept, error, deposits } = await follow('quoted', () => {
      throw new Error('the process ended')
    })
    expect(error).to.have.property('message', 'the process ended')
    await fillEarly(kept.at(-1)!)
    const nonce = await world.nonceOf()
    const again = await thrown(() => payReceiver(world.client, { ...world.clients(), call: kept.at(-1)! }))
    expect(again).to.have.property('name', 'CallFilledEarlyError')
    expect([deposits, (await world.nonceOf()) - nonce]).to.deep.equal([0, 0])
  })

  it('deposits nothing if one of several replicas leaves the fill out of its logs', async () => {
    const { kept } = await follow('quoted', () => {
      throw new Error('the process ended')
    })
    const call = kept.at(-1)!
    await fillEarly(call)
    const { request } = coherent(world.destination.rpcUrl)
    let asked = 0
    const nodes = toNodes((args) =>
      args.method === 'eth_getLogs' && asked++ < 3 ? Promise.resolve([]) : request(args),
    )
    const error = await thrown(() =>
      payReceiver(world.client, { ...world.clients(), destinationClient: nodes.client, call }),
    )
    expect(error).to.have.property('name', 'CallFilledEarlyError')
    expect(asked).to.be.at.least(4)
  })

  it('stores the block at which the call was opened and refuses a call without it', async () => {
    const { kept } = await follow('quoted', () => {
      throw new Error('the process ended')
    })
    const { openedAtBlock, ...rest } = kept.at(-1)!
    expect(openedAtBlock).to.match(/^\d+$/)
    const error = await thrown(() =>
      payReceiver(world.client, { ...world.clients(), call: rest as ReceiverCall }),
    )
    expect(error).to.include({ name: 'ReceiverCallError', field: 'openedAtBlock' })
  })
})
