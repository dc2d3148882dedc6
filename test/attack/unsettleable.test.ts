// Orders that the service's oracle can't settle, or that can't be refunded: a deposit would come back by the solver's good
// will, or after seven days. The guard, `inspectPayment` and the client's check before a deposit have one list.
import { expect } from 'chai'
import { inspectPayment } from '../../src/contract/index.js'
import type { OrderData } from '../../src/index.js'
import { parseOrder } from '../../src/protocol/order/parseOrder.js'
import { checkCalls } from '../../src/service/settlement/checkCalls.js'
import { checkDeposits } from '../../src/service/settlement/checkDeposits.js'
import { planSteps } from '../../src/service/steps/planSteps.js'
import { readTerms } from '../../src/service/steps/readTerms.js'
import {
  deployGuardFixture,
  far,
  type GuardFixture,
  makePaymentOrder,
  payThrough,
} from '../receivers/support/guardFixture.js'
import { account, makeOrder, makeQuote, profile, request } from '../service/steps/quotes.js'

const plan = (order: OrderData) =>
  planSteps(makeQuote(order), readTerms({ request, profile, account: account.address }))

/** What is wrong with an order; the guard's error, and where the client finds it. */
type Fault = { change: (order: OrderData) => void; error: string; path: string }

const input = ({ inputs }: OrderData) => inputs[0]!
const faults: Record<string, Fault> = {
  'another version': {
    change: (order) => Object.assign(order, { version: 'v2' }),
    error: 'UnsupportedVersion',
    path: 'version',
  },
  'an input of weight 0': {
    change: (order) => Object.assign(input(order).payment, { weight: '0' }),
    error: 'InvalidInputWeight',
    path: 'inputs[0].payment.weight',
  },
  'no refund': {
    change: (order) => Object.assign(input(order), { refunds: [] }),
    error: 'RefundMissing',
    path: 'inputs[0].refunds',
  },
  'no refund on the chain of the payment': {
    change: (order) => {
      const [, there] = input(order).refunds
      Object.assign(input(order), { refunds: [there, there] })
    },
    error: 'RefundMissing',
    path: 'inputs[0].refunds',
  },
  'a refund that ends before the output': {
    change: (order) =>
      Object.assign(input(order).refunds[1]!, { deadline: Number(order.output.deadline) - 1 }),
    error: 'RefundTooShort',
    path: 'inputs[0].refunds[1].deadline',
  },
  'a refund of more than is paid': {
    change: (order) =>
      Object.assign(input(order).refunds[0]!, {
        minimumAmount: String(BigInt(input(order).payment.amount) + 1n),
      }),
    error: 'RefundTooHigh',
    path: 'inputs[0].refunds[0].minimumAmount',
  },
}

describe('Attack: an order that can never be settled or refunded', () => {
  let fixture: GuardFixture

  before(async () => {
    fixture = await deployGuardFixture()
  })

  const inspect = async (made: Awaited<ReturnType<typeof makePaymentOrder>>) => {
    const { currency, amount, destinationChainId, recipient, outputCurrency, minimum } = made.terms
    const { failures } = await inspectPayment(fixture.publicClient, {
      guard: fixture.guard.address,
      payer: made.payer,
      orderData: made.orderData,
      orderSignature: made.orderSignature,
      terms: {
        currency,
        amount,
        destinationChainId: Number(destinationChainId),
        recipient,
        outputCurrency,
        minimum,
      },
    })
    return failures.map(({ name }) => name)
  }
  const make = (change?: (order: OrderData) => void) =>
    makePaymentOrder(fixture, {
      output: { calls: [], extraData: '0x' },
      terms: { allowNoRefund: false },
      ...(change ? { change } : {}),
    })

  it('a sound order passes the guard, its inspection and the client', async () => {
    expect(far.name).to.equal((await make()).orderData.output.chainId)
    expect(await inspect(await make())).to.deep.equal([])
    await payThrough(fixture, 'paySigned', await make())
    plan(makeOrder(request))
  })

  for (const [what, { change, error, path }] of Object.entries(faults)) {
    it(`${what}: the guard, its inspection and the client refuse it`, async () => {
      const made = await make(change)
      await fixture.assertions.revertWithCustomError(
        payThrough(fixture, 'paySigned', made),
        fixture.guard,
        error as never,
      )
      expect(await inspect(made)).to.deep.equal([error])
      const order = makeOrder(request)
      change(order)
      expect(() => plan(order)).to.throw(`protocol.v2.orderData.${path}`)
    })
  }

  it('an order that ends this second: the guard and its inspection refuse it', async () => {
    const made = await make()
    const deadline = Number(made.orderData.output.deadline)
    await fixture.helpers.time.increaseTo(deadline)
    expect(await inspect(made)).to.deep.equal(['RequestExpired'])
    await fixture.assertions.revertWithCustomError(
      payThrough(fixture, 'paySigned', made),
      fixture.guard,
      'RequestExpired',
    )
  })

  it('weight 0: the difference that fill and refund need divides by zero', () => {
    const order = makeOrder(request)
    order.inputs[0]!.payment.weight = '0'
    const { inputs } = parseOrder(order)
    const { findings } = checkDeposits({ orderId: `0x${'11'.repeat(32)}`, inputs }, [])
    expect(findings.deposits).to.include({ ok: false })
    expect(findings.deposits.message).to.include('ask for nothing')
  })

  it('calls, and no fill contract whose logs would show them', () => {
    const order = makeOrder(request)
    order.output.extraData = '0x'
    const { calls, extraData } = parseOrder(order).output
    expect(checkCalls({ calls, extraData }, { logs: [] } as never)).to.include({ ok: false })
    expect(() => plan(order)).to.throw('protocol.v2.orderData.output.extraData')
  })
})
