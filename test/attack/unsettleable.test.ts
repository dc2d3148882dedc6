// Orders that the service's oracle can't settle, or that can't be refunded: a deposit would come back by the solver's good
// will, or after seven days. The guard, `inspectPayment` and the client's check before a deposit have one list.
import { expect } from 'chai'
import type { Address } from 'viem'
import { sendPlanned } from '../../src/client/steps/sendPlanned.js'
import { startRun } from '../../src/client/steps/stepRun.js'
import { inspectPayment } from '../../src/contract/index.js'
import { type OrderData, type OrderInputRefund, padAddress } from '../../src/index.js'
import { parseOrder } from '../../src/protocol/order/parseOrder.js'
import { judgeDeposits } from '../../src/rules/settled/judgeDeposits.js'
import { judgeCalls } from '../../src/rules/settled/judgeOutput.js'
import { planSteps } from '../../src/service/steps/planSteps.js'
import { readTerms } from '../../src/service/steps/readTerms.js'
import type { PlannedTransaction } from '../../src/service/steps/types.js'
import {
  deployGuardFixture,
  far,
  type GuardFixture,
  here,
  makePaymentOrder,
  type PaymentOverrides,
  payThrough,
} from '../receivers/support/guardFixture.js'
import { account, makeOrder, makeQuote, originRouter, profile, request } from '../service/steps/quotes.js'
import { thrown } from '../support/errors.js'
import { expectRevert } from '../support/expectRevert.js'
import { fake } from '../support/fake.js'

const plan = (order: OrderData) =>
  planSteps(makeQuote(order), readTerms({ request, profile, account: account.address }))

/** What is wrong with an order; the guard's error, what else its inspection lists, and where the client finds it. */
type Fault = { change: (order: OrderData) => void; error: string; besides?: string[]; path: string }

const other: Address = '0x00000000000000000000000000000000000000c1'
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
  'no refund on the chain of the payment but one in another currency': {
    change: (order) => Object.assign(input(order).refunds[0]!, { currency: other }),
    error: 'RefundCurrencyNotAllowed',
    besides: ['RefundMissing'],
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
  const make = (change?: (order: OrderData) => void, { output = {}, terms = {} }: PaymentOverrides = {}) =>
    makePaymentOrder(fixture, {
      output: { calls: [], extraData: '0x', ...output },
      terms: { allowNoRefund: false, ...terms },
      ...(change ? { change } : {}),
    })
  const refuses = async (made: Awaited<ReturnType<typeof make>>, error: string) =>
    expectRevert(fixture.assertions, payThrough(fixture, 'paySigned', made), fixture.guard, error)

  it('a sound order passes the guard, its inspection and the client', async () => {
    expect(far.name).to.equal((await make()).orderData.output.chainId)
    expect(await inspect(await make())).to.deep.equal([])
    await payThrough(fixture, 'paySigned', await make())
    plan(makeOrder(request))
  })

  for (const [what, { change, error, besides = [], path }] of Object.entries(faults)) {
    it(`${what}: the guard, its inspection and the client refuse it`, async () => {
      const made = await make(change)
      await refuses(made, error)
      expect(await inspect(made)).to.have.members([error, ...besides])
      const order = makeOrder(request)
      change(order)
      expect(() => plan(order)).to.throw(`protocol.v2.orderData.${path}`)
    })
  }

  describe('an order from one chain to itself', () => {
    const oneRequest = { ...request, destinationChainId: request.originChainId, destinationCurrency: other }
    const planOne = (refunds: Partial<OrderInputRefund>[]) => {
      const order = makeOrder(oneRequest)
      const [refund] = input(order).refunds
      const one = (changed: object) => ({ ...refund!, ...changed })
      // The request has calls, for which one refund is too few.
      input(order).refunds = [...refunds, ...refunds].map(one)
      Object.assign(order.output, { chainId: refund!.chainId, extraData: padAddress(originRouter) })
      const quote = makeQuote(order)
      quote.details!.currencyOut!.currency!.chainId = request.originChainId
      return planSteps(quote, readTerms({ request: oneRequest, profile, account: account.address }))
    }
    const makeOne = (refunds: Partial<OrderInputRefund>[]) =>
      make(
        (order) => {
          const [refund] = input(order).refunds
          input(order).refunds = refunds.map((changed) => ({ ...refund!, ...changed }))
          Object.assign(order.output.payments[0]!, { currency: other })
        },
        {
          output: { chainId: here.name },
          terms: { destinationChainId: BigInt(fixture.chainId), outputCurrency: other },
        },
      )

    it('is accepted with a refund in the paid currency', async () => {
      const made = await makeOne([{}])
      expect(await inspect(made)).to.deep.equal([])
      await payThrough(fixture, 'paySigned', made)
      planOne([{}])
    })

    it('without a refund: the guard, its inspection and the client refuse it', async () => {
      const made = await makeOne([])
      await refuses(made, 'RefundMissing')
      expect(await inspect(made)).to.deep.equal(['RefundMissing'])
      expect(() => planOne([])).to.throw('protocol.v2.orderData.inputs[0].refunds')
    })

    it('with a refund in the requested currency: the guard accepts it if the payer names it, the client never', async () => {
      const made = await makeOne([{ currency: other }])
      expect(await inspect(made)).to.deep.equal([])
      await payThrough(fixture, 'paySigned', made)
      expect(() => planOne([{ currency: other }])).to.throw('protocol.v2.orderData.inputs[0].refunds')
    })
  })

  it('an order is refused by the guard, its inspection and the client in the second it ends, not before', async () => {
    const { time } = fixture.helpers
    const first = await make()
    const deadline = Number(first.orderData.output.deadline)
    const second = await make(undefined, { output: { deadline } })
    const order = makeOrder(request)
    order.output.deadline = deadline
    const send = async () => {
      const [planned] = plan(order)
      return sendPlanned(fixture.payer, [planned as PlannedTransaction], {
        chainId: fixture.chainId,
        timeoutMs: 10_000,
        runner: startRun({}, []),
      })
    }

    await time.setNextBlockTimestamp(deadline - 1)
    await payThrough(fixture, 'paySigned', first)
    expect(await inspect(second)).to.deep.equal([])
    const snapshot = await fixture.helpers.takeSnapshot()
    await send()
    await snapshot.restore()

    await time.setNextBlockTimestamp(deadline)
    await refuses(second, 'RequestExpired')
    expect(await time.latest()).to.equal(deadline)
    expect(await inspect(second)).to.deep.equal(['RequestExpired'])
    const error = await thrown(send)
    expect(error).to.include({ name: 'StepMismatchError', path: 'protocol.v2.orderData.output.deadline' })
  })

  it('weight 0: the settlement formula divides by zero', () => {
    const order = makeOrder(request)
    order.inputs[0]!.payment.weight = '0'
    const { inputs } = parseOrder(order)
    const { findings } = judgeDeposits({ orderId: `0x${'11'.repeat(32)}`, inputs }, [])
    expect(findings.deposits).to.include({ ok: false })
    expect(findings.deposits.message).to.include('ask for nothing')
  })

  it('calls without a fill contract to log them are refused', () => {
    const order = makeOrder(request)
    order.output.extraData = '0x'
    const { calls, extraData } = parseOrder(order).output
    expect(judgeCalls({ calls, extraData }, fake({ logs: [] }))).to.include({ ok: false })
    expect(() => plan(order)).to.throw('protocol.v2.orderData.output.extraData')
  })
})
