// Orders that can't be settled, or can't be refunded: the guard refuses them.
import { type Address, maxUint256 } from 'viem'
import { solver } from '../receivers/support/fixture.js'
import {
  deployGuardFixture,
  type GuardFixture,
  here,
  makePaymentOrder,
  makeRefund,
  payThrough,
  promised,
  recipient,
} from '../receivers/support/guardFixture.js'

describe('Attack: orders that the guard must refuse', () => {
  let fixture: GuardFixture
  before(async () => {
    fixture = await deployGuardFixture()
  })
  after(() => fixture.connection.close())

  // Decision 5: "EVM addresses and currencies in an order are exactly 20 bytes". Receivers check both words of every payment,
  // and so does the guard.
  for (const currency of ['0x', `0x${'11'.repeat(19)}`, `0x${'11'.repeat(32)}`] as const) {
    it(`a second payment on an EVM chain whose currency has ${(currency.length - 2) / 2} bytes`, async () => {
      const payments = [{}, { currency: `0x${'22'.repeat(20)}` as Address, minimumAmount: 1n }]
      const made = await makePaymentOrder(fixture, { payments })
      // The library does not encode such a currency, so that the order is put together here.
      const order = structuredClone(made.order) as typeof made.order
      ;(order.output.payments as unknown as { currency: string }[])[1]!.currency = currency
      const harness = await fixture.viem.deployContract('GuardHarness')
      const id = await readId(harness, order)
      const orderSignature = await solver.signMessage({ message: { raw: id } })
      await fixture.viem.assertions.revertWithCustomErrorWithArgs(
        payThrough(fixture, 'paySigned', { ...made, order, orderSignature }),
        fixture.guard,
        'InvalidOrderAddress',
        [currency],
      )
    })
  }

  // Decision 38: "What can never be settled or refunded". Origin and destination are one chain: a refund in the output's
  // currency counts as the one that has to be there only if it asks for nothing.
  it('on one chain: the only refund is in the output currency, with an unpayable minimum', async () => {
    const { payer, token, guard } = fixture
    const account = payer.account.address
    const refund = {
      ...makeRefund(account, 4_000_000_000, here.name, token.address),
      minimumAmount: maxUint256,
    }
    const made = await makePaymentOrder(fixture, {
      refunds: [refund, refund],
      payments: [{ currency: token.address }],
      output: { chainId: here.name },
      attestation: { destinationChainId: fixture.chainId },
      terms: {
        destinationChainId: BigInt(fixture.chainId),
        outputCurrency: token.address,
        minimum: promised,
        recipient,
        allowNoRefund: false,
      },
    })
    await fixture.viem.assertions.revertWithCustomError(
      payThrough(fixture, 'paySigned', made),
      guard,
      'RefundMissing',
    )
  })
})

async function readId(harness: unknown, order: unknown): Promise<`0x${string}`> {
  const { read } = harness as { read: Record<string, (args: unknown[]) => Promise<unknown>> }
  const answer = await read.read!([order])
  return (Array.isArray(answer) ? answer[0] : answer) as `0x${string}`
}
