// The order with a call that the public service publishes, as a receiver on its chain meets it: only its solver, its
// call and the amount are others, and what follows from them, its id and the signature.
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import hre from 'hardhat'
import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hash,
  pad,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { hashPayment, inspectFill } from '../../src/contract/index.js'
import {
  encodeOrderCall,
  hashOrder,
  type OrderData,
  padAddress,
  proveSignedOrder,
  signOrder,
} from '../../src/index.js'
import { expectRevert } from '../support/expectRevert.js'
import { oneKey, type PaymentTerms, restoreAfterEach, secondSolver, solver } from './support/fixture.js'
import { deploySignedReceiver } from './support/signedFixture.js'

const published = JSON.parse(
  readFileSync(new URL('../vectors/quote-call-live.json', import.meta.url), 'utf8'),
) as {
  request: { user: Address }
  standardOrderId: Hash
  quote: { protocol: { v2: { orderData: OrderData } } }
}
const { orderData } = published.quote.protocol.v2
const { user } = published.request
const router = orderData.output.payments[0]!.recipient as Address
/** The other router of the chain. */
const oldRouter: Address = '0xccc88a9d1b4ed6b0eaba998850414b24f1c315be'
const chainId = 8453
const originChainId = 1
const amount = 98_765_432_100_000_000n

describe('The published order with a call', () => {
  let chain: Awaited<ReturnType<typeof deploy>>
  let p: PaymentTerms

  before(async () => {
    chain = await deploy()
    p = {
      originChainId: BigInt(originChainId),
      originUser: zeroHash,
      originCurrency: padAddress(zeroAddress),
      token: zeroAddress,
      minimum: amount,
      maximum: amount,
      recipient: chain.recipient.account.address,
      refundTo: user,
      deadline: orderData.output.deadline,
      salt: pad('0x01', { size: 32 }),
      data: '0x',
    }
  })
  restoreAfterEach(() => chain)

  async function deploy() {
    const initialDate = new Date((orderData.output.deadline - 3600) * 1000)
    const connection = await hre.network.create({
      network: 'destination',
      chainType: 'l1',
      override: { initialDate },
    })
    const { viem, networkHelpers: helpers } = connection
    const [admin, payer, recipient] = await viem.getWalletClients()
    if (!admin || !payer || !recipient) throw new Error('three accounts expected')
    const implementation = await viem.deployContract('SignedOrderReceiver')
    const receiver = await deploySignedReceiver(
      viem,
      implementation.address,
      {
        ...oneKey(admin.account.address),
        chainName: 'base',
        solvers: [{ solver: solver.address, start: 0, stop: 0 }],
        routes: [
          {
            chainId: BigInt(originChainId),
            currency: padAddress(zeroAddress),
            min: 1n,
            max: 2n * BigInt(orderData.inputs[0]!.payment.amount),
          },
        ],
        tokens: [{ token: zeroAddress, min: 1n, max: amount }],
        recipients: [{ recipient: recipient.account.address, hook: false }],
        routers: [router],
        reserved: [],
      },
      [{ name: 'ethereum', chainId: BigInt(originChainId), isEvm: true }],
    )
    const publicClient = await viem.getPublicClient({ cacheTime: 0 })
    return { connection, viem, helpers, publicClient, payer, recipient, receiver }
  }

  type Changes = { recipient?: Address; named?: Address; terms?: Partial<PaymentTerms> }

  /** The published order, with the receiver's call. */
  function order({ recipient = router, named = router, terms = {} }: Changes = {}): OrderData {
    const { receiver } = chain
    const args = [{ ...p, ...terms }] as const
    const data = encodeFunctionData({ abi: receiver.abi, functionName: 'payAuthorized', args })
    const { output } = orderData
    return {
      ...orderData,
      solver: solver.address,
      output: {
        ...output,
        payments: [
          { ...output.payments[0]!, recipient, minimumAmount: amount, expectedAmount: amount },
          ...output.payments.slice(1),
        ],
        calls: [encodeOrderCall({ to: receiver.address, data, value: amount }), ...output.calls.slice(1)],
        extraData: padAddress(named),
      },
    }
  }

  async function authorize(shown: OrderData, signed = shown, account = solver) {
    const signature = await signOrder({ orderData: signed, account })
    return chain.receiver.write.authorizeFill([proveSignedOrder(shown), signature, []])
  }

  const refuses = (
    call: Promise<Hash>,
    error: 'TermsMismatch' | 'WrongFillContract',
    args: readonly unknown[],
  ) => expectRevert(chain.viem.assertions, call, chain.receiver, error, args)

  it('equals the published order, with all its parts', async () => {
    expect(hashOrder(orderData)).to.equal(published.standardOrderId)
    expect(await chain.publicClient.getChainId()).to.equal(chainId)
    const { output, solver: _, ...rest } = order()
    const { output: theirs, solver: __, ...same } = orderData
    expect(rest).to.deep.equal(same)
    expect({ ...output, calls: [], payments: [] }).to.deep.equal({ ...theirs, calls: [], payments: [] })
    expect(output.payments.map(({ recipient, currency }) => [recipient, currency])).to.deep.equal(
      theirs.payments.map(({ recipient, currency }) => [recipient, currency]),
    )
  })

  it('is returned to the user before its evidence, and accepted and paid after it', async () => {
    const { receiver, publicClient, payer } = chain
    const pay = () => receiver.write.payAuthorized([p], { value: amount, account: payer.account })
    await pay()
    expect(await publicClient.getBalance({ address: user })).to.equal(amount)

    const before = await publicClient.getBalance({ address: p.recipient })
    await authorize(order())
    await pay()
    expect(await publicClient.getBalance({ address: user })).to.equal(amount)
    expect(await publicClient.getBalance({ address: p.recipient })).to.equal(before + amount)
    // Other orders may have the same call, so that none of them is what was paid.
    expect(await receiver.read.isPaid([hashOrder(order())])).to.equal(false)
    const callHash = hashPayment({ chainId, receiver: receiver.address, payment: p })
    expect(await receiver.read.isCallPaid([callHash])).to.equal(true)
  })

  it('is refused if a word was changed after the signature', async () => {
    const { receiver, viem, payer } = chain
    const other = payer.account.address
    for (const changes of [
      { recipient: p.recipient },
      { recipient: other },
      { named: oldRouter },
      { named: other },
      { terms: { recipient: other } },
    ]) {
      const call = authorize(order(changes), order())
      await viem.assertions.revertWithCustomError(call, receiver, 'UnknownSolver')
    }
    const call = authorize(order(), order(), secondSolver)
    await viem.assertions.revertWithCustomError(call, receiver, 'UnknownSolver')
  })

  it("is refused if it is signed but pays neither the call's recipient nor the router", async () => {
    const other = chain.payer.account.address
    const mismatch = (found: Address, recipient = p.recipient) =>
      [stringToHex('recipient', { size: 32 }), padAddress(recipient), padAddress(found)] as const
    await refuses(authorize(order({ recipient: other })), 'TermsMismatch', mismatch(other))
    await refuses(authorize(order({ recipient: oldRouter })), 'TermsMismatch', mismatch(oldRouter))
    await refuses(authorize(order({ recipient: user })), 'TermsMismatch', mismatch(user))
    await authorize(order({ recipient: p.recipient }))
  })

  it('is refused if it is signed but names an unconfigured router', async () => {
    for (const recipient of [router, oldRouter, p.recipient]) {
      const args = [padAddress(oldRouter), 1n, chain.receiver.address]
      await refuses(authorize(order({ recipient, named: oldRouter })), 'WrongFillContract', args)
    }
    // Nothing is wrong with the order: the receiver's list lacks the router.
    const shown = order({ recipient: oldRouter, named: oldRouter })
    const { failures } = await inspectFill(chain.payer, {
      receiver: chain.receiver.address,
      orderData: shown,
      orderSignature: await signOrder({ orderData: shown, account: solver }),
      payer: chain.payer.account.address,
      amount,
    })
    const named = getAddress(oldRouter)
    const message = `The receiver's list of routers does not have ${named}, the order's fill contract.`
    const [failure] = failures.filter(({ check }) => check === 'terms')
    expect(failure).to.include({ name: 'WrongFillContract', message })
    expect(failure?.remedy).to.include('setRouter')
    // As the one in use it would be taken.
    await chain.receiver.write.setRouter([oldRouter, true])
    await authorize(order({ recipient: oldRouter, named: oldRouter }))
  })

  it('is refused as published, because it has no call to this contract', async () => {
    const args = [padAddress(router), 0n, chain.receiver.address]
    await refuses(authorize({ ...orderData, solver: solver.address }), 'WrongFillContract', args)
  })
})
