// The transaction that the service names for an order ends with its id, returns the order's call, and pays another call.
import { expect } from 'chai'
import {
  type Address,
  concat,
  createPublicClient,
  custom,
  encodeFunctionData,
  type Hex,
  zeroHash,
} from 'viem'
import { authorizeFill, isCallPaid } from '../../src/contract/index.js'
import { hashOrder, padAddress, signOrder } from '../../src/index.js'
import { reportReceiver } from '../../src/report/receiver/reportReceiver.js'
import { findOutcome } from '../../src/report/state/findOutcome.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import {
  fillAmount,
  makeAuthorized,
  makePayment,
  originChainId,
  type PaymentTerms,
  solver,
} from '../receivers/support/fixture.js'
import { asFixture, deploySignedFixture, type SignedFixture } from '../receivers/support/signedFixture.js'

const home: Address = '0x00000000000000000000000000000000000000a1'

describe("Attack: another call's payment presented as the order's", () => {
  let fixture: SignedFixture
  before(async () => {
    fixture = await deploySignedFixture()
  })
  after(() => fixture.connection.close())

  async function make(overrides: Partial<PaymentTerms>) {
    const deadline = Number(await fixture.helpers.time.latest()) + 3600
    const p = makePayment(asFixture(fixture), deadline, { originUser: zeroHash, ...overrides })
    const { orderData } = await makeAuthorized(asFixture(fixture), p)
    const orderSignature = await signOrder({ orderData, account: solver })
    const callHash = await fixture.receiver.read.hashPayment([p])
    return { p, orderData, orderSignature, orderId: hashOrder(orderData), callHash }
  }

  it("is not taken for the order's payment if the quote shows the order's call", async () => {
    const { receiver, payer, viem, connection } = fixture
    const at = { receiver: receiver.address }
    const client = createPublicClient({ transport: custom(connection.provider, { retryCount: 0 }) })
    // The victim deposited too early. The solver has a call of its own, for one wei.
    const victim = await make({ refundTo: home })
    const cheap = await make({ minimum: 1n, maximum: 1n })
    const { orderData, orderSignature } = cheap
    await authorizeFill(payer, { ...at, orderData, orderSignature })

    // One transaction of the solver's router: the victim's call, which is returned, and the solver's own.
    const router = await viem.deployContract('MockMetadataRouter')
    const call = (p: PaymentTerms) => ({
      target: receiver.address,
      allowFailure: false,
      value: p.minimum,
      callData: encodeFunctionData({ abi: receiver.abi, functionName: 'payAuthorized', args: [p] }),
    })
    const data = encodeFunctionData({
      abi: router.abi,
      functionName: 'multicall',
      args: [[call(victim.p), call(cheap.p)], payer.account.address, payer.account.address, '0x'],
    })
    const hash = await payer.sendTransaction({
      to: router.address,
      data: concat([data, victim.orderId]),
      value: fillAmount + 1n,
    })
    expect(await isCallPaid(client, { ...at, callHash: victim.callHash })).to.equal(false)
    expect(await client.getBalance({ address: home })).to.equal(fillAmount)

    const words = {
      originChainId,
      originUser: padAddress(home),
      originCurrency: zeroHash,
      originAmount: fillAmount,
      destinationChainId: fixture.chainId,
      destinationUser: padAddress(victim.p.recipient),
    }
    const requestId: Hex = `0x${'77'.repeat(32)}`
    const { report } = await reportReceiver({
      client,
      ...at,
      requestId,
      trusted: [solver.address],
      attestation: { layout: 'v1', requestId, ...words },
      signer: solver.address,
      order: {
        orderId: victim.orderId,
        orderData: victim.orderData,
        orderSignature: victim.orderSignature,
      },
      statedOrderId: victim.orderId,
      statedFills: [hash],
      statedDeposits: [],
      namedFill: undefined,
      profile: mockProfile,
    })
    expect(report.isPaid).to.equal(false)
    expect(report).to.not.have.property('payment')
    expect(report.returned).to.include({ callHash: victim.callHash, amount: fillAmount })
    expect(findOutcome({ onchain: report, now: 0 })).to.deep.equal({
      outcome: 'returned',
      outcomeSource: 'measured',
    })
  })
})
