import { expect } from 'chai'
import { type Hex, zeroAddress } from 'viem'
import { prepareAuthorizedCall } from '../../../src/contract/index.js'
import { encodeOrderCall, hashOrder, type OrderData, padAddress } from '../../../src/index.js'
import { contractsOf } from '../../../src/service/profile/contractsOf.js'
import type { ServiceProfileRouter } from '../../../src/service/profile/types.js'
import type { QuoteV2 as Quote } from '../../../src/service/resources/quote.js'
import type { planSteps } from '../../../src/service/steps/planSteps.js'
import { readTerms } from '../../../src/service/steps/readTerms.js'
import type { StepRequest, Unverifiable } from '../../../src/service/steps/types.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'
import { plainRouter } from '../../support/routerKinds.js'
import { planBoth } from './bothVersions.js'
import {
  account,
  depository,
  encode,
  makeOrder,
  makeQuote,
  originRouter,
  otherToken,
  profile,
  proxy,
  recipient,
  request,
  router,
  thief,
  token,
  tokenRequest,
  user,
} from './quotes.js'

type Options = {
  allowed?: readonly Unverifiable[]
  maximumAmountIn?: bigint
  minimumAmountOut?: bigint
  maximumDifference?: bigint
  changedProfile?: typeof profile
}

function plan(
  quote: Quote,
  asked: StepRequest,
  { allowed = [], changedProfile = profile, ...bounds }: Options = {},
) {
  const terms = readTerms({ request: asked, profile: changedProfile, account: account.address, ...bounds })
  return planBoth(quote, terms, allowed)
}

function sent(planned: ReturnType<typeof planSteps>) {
  return planned.map((item) => (item.kind === 'transaction' ? item.transaction : item.message))
}

/** A lying service's change of the order; ids and amounts follow. */
type Lie = [field: string, path: string, change: (order: OrderData) => unknown]

const orderLies: Lie[] = [
  ['solver', 'protocol.v2.orderData.solver', (order) => Object.assign(order, { solver: thief })],
  [
    'a second input',
    'protocol.v2.orderData.inputs',
    (order) => (order.inputs as unknown[]).push(order.inputs[0]),
  ],
  [
    'origin chain',
    'protocol.v2.orderData.inputs[0].payment.chainId',
    (order) => Object.assign(order.inputs[0]!.payment, { chainId: 'base' }),
  ],
  [
    'origin currency',
    'protocol.v2.orderData.inputs[0].payment.currency',
    (order) => Object.assign(order.inputs[0]!.payment, { currency: thief }),
  ],
  [
    'more in',
    'protocol.v2.orderData.inputs[0].payment.amount',
    (order) => Object.assign(order.inputs[0]!.payment, { amount: '1001' }),
  ],
  [
    'less in',
    'protocol.v2.orderData.inputs[0].payment.amount',
    (order) => Object.assign(order.inputs[0]!.payment, { amount: '999' }),
  ],
  [
    'no refunds',
    'protocol.v2.orderData.inputs[0].refunds',
    (order) => Object.assign(order.inputs[0]!, { refunds: [] }),
  ],
  [
    'refund recipient',
    'protocol.v2.orderData.inputs[0].refunds[0].recipient',
    (order) => Object.assign(order.inputs[0]!.refunds[0]!, { recipient: thief }),
  ],
  [
    'refund recipient elsewhere',
    'protocol.v2.orderData.inputs[0].refunds[1].recipient',
    (order) => Object.assign(order.inputs[0]!.refunds[1]!, { recipient: thief }),
  ],
  [
    'refund in another currency',
    'protocol.v2.orderData.inputs[0].refunds[1].currency',
    (order) => Object.assign(order.inputs[0]!.refunds[1]!, { currency: thief }),
  ],
  [
    'refund to another machine',
    'protocol.v2.orderData.inputs[0].refunds[0].recipient',
    (order) =>
      Object.assign(order.inputs[0]!.refunds[0]!, {
        chainId: 'solana',
        currency: '11111111111111111111111111111111',
        recipient: 'F7p3dFrjRTbtRp8FRF6qHLomXbKRBzpvBLjtQcfcgmNe',
      }),
  ],
  [
    'refund contract',
    'protocol.v2.orderData.inputs[0].refunds[0].extraData',
    (order) => Object.assign(order.inputs[0]!.refunds[0]!, { extraData: padAddress(thief) }),
  ],
  [
    'destination chain',
    'protocol.v2.orderData.output.chainId',
    (order) => Object.assign(order.output, { chainId: 'optimism' }),
  ],
  [
    'no payment',
    'protocol.v2.orderData.output.payments',
    (order) => Object.assign(order.output, { payments: [] }),
  ],
  [
    'a second payment',
    'protocol.v2.orderData.output.payments',
    (order) => (order.output.payments as unknown[]).push(order.output.payments[0]),
  ],
  [
    'recipient',
    'protocol.v2.orderData.output.payments[0].recipient',
    (order) => Object.assign(order.output.payments[0]!, { recipient: thief }),
  ],
  [
    'destination currency',
    'protocol.v2.orderData.output.payments[0].currency',
    (order) => Object.assign(order.output.payments[0]!, { currency: thief }),
  ],
  [
    'nothing out',
    'protocol.v2.orderData.output.payments[0].minimumAmount',
    (order) => Object.assign(order.output.payments[0]!, { minimumAmount: '0' }),
  ],
  ['no call', 'protocol.v2.orderData.output.calls', (order) => Object.assign(order.output, { calls: [] })],
  [
    'a further call',
    'protocol.v2.orderData.output.calls',
    (order) => (order.output.calls as Hex[]).push(encodeOrderCall({ to: thief, data: '0x', value: 0n })),
  ],
  [
    'another call',
    'protocol.v2.orderData.output.calls[0]',
    (order) =>
      Object.assign(order.output, { calls: [encodeOrderCall({ to: thief, data: '0x1234', value: 0n })] }),
  ],
  [
    'fill contract',
    'protocol.v2.orderData.output.extraData',
    (order) => Object.assign(order.output, { extraData: padAddress(thief) }),
  ],
  [
    'a router of the other chain',
    'protocol.v2.orderData.output.extraData',
    (order) => Object.assign(order.output, { extraData: padAddress(originRouter) }),
  ],
  [
    'refund contract of the other chain',
    'protocol.v2.orderData.inputs[0].refunds[0].extraData',
    (order) => Object.assign(order.inputs[0]!.refunds[0]!, { extraData: padAddress(router) }),
  ],
]

/** A lying service's change of the steps around an honest order. */
type StepLie = [field: string, path: string, change: (quote: Quote) => unknown]

const data = (quote: Quote, step = 0) => quote.steps[step]!.items[0]!.data as Record<string, unknown>
const orderId = (quote: Quote) => quote.protocol!.v2!.orderId!
const otherId: Hex = `0x${'99'.repeat(32)}`

const anyStepLies: StepLie[] = [
  ['no order', 'protocol.v2', (quote) => Object.assign(quote, { protocol: undefined })],
  ['order id', 'protocol.v2.orderId', (quote) => Object.assign(quote.protocol!.v2!, { orderId: otherId })],
  [
    'shown amount in',
    'details.currencyIn.amount',
    (quote) => Object.assign(quote.details!.currencyIn!, { amount: '1' }),
  ],
  [
    'shown minimum',
    'protocol.v2.orderData.output.payments[0].minimumAmount',
    (quote) => Object.assign(quote.details!.currencyOut!, { minimumAmount: '901' }),
  ],
  ['no step', 'steps', (quote) => Object.assign(quote, { steps: [] })],
  ['paid twice', 'steps', (quote) => quote.steps.push(structuredClone(quote.steps.at(-1)!))],
  [
    'no id to follow',
    'steps[0].requestId',
    (quote) => {
      quote.steps = [quote.steps.at(-1)!]
      delete quote.steps[0]!.requestId
    },
  ],
]

const nativeLies: StepLie[] = [
  [
    'id',
    'steps[0].items[0].data.data.id',
    (quote) => Object.assign(data(quote), { data: encode('depositNative', [user, otherId]) }),
  ],
  [
    'depositor',
    'steps[0].items[0].data.data.depositor',
    (quote) => Object.assign(data(quote), { data: encode('depositNative', [thief, orderId(quote)]) }),
  ],
  ['target', 'steps[0].items[0].data.to', (quote) => Object.assign(data(quote), { to: thief })],
  ['more value', 'steps[0].items[0].data.value', (quote) => Object.assign(data(quote), { value: '1001' })],
  ['less value', 'steps[0].items[0].data.value', (quote) => Object.assign(data(quote), { value: '999' })],
  ['negative value', 'steps[0].items[0].data.value', (quote) => Object.assign(data(quote), { value: '-1' })],
  ['chain', 'steps[0].items[0].data.chainId', (quote) => Object.assign(data(quote), { chainId: 8453 })],
  ['sender', 'steps[0].items[0].data.from', (quote) => Object.assign(data(quote), { from: thief })],
  [
    'other function',
    'steps[0].items[0].data.data',
    (quote) => Object.assign(data(quote), { data: encode('transfer', [thief, 1000n]) }),
  ],
  [
    'cut data',
    'steps[0].items[0].data.data',
    (quote) =>
      Object.assign(data(quote), { data: encode('depositNative', [user, orderId(quote)]).slice(0, -2) }),
  ],
  [
    'dirty address',
    'steps[0].items[0].data.data',
    (quote) =>
      Object.assign(data(quote), {
        data: encode('depositNative', [user, orderId(quote)]).replace(/^(0x.{8})00/, '$101'),
      }),
  ],
  ['no data', 'steps[0].items[0].data.to', (quote) => Object.assign(quote.steps[0]!.items[0]!, { data: {} })],
  ['kind', 'steps[0].kind', (quote) => Object.assign(quote.steps[0]!, { kind: 'signature' })],
  ['a second item', 'steps[0].items', (quote) => quote.steps[0]!.items.push(quote.steps[0]!.items[0]!)],
  [
    'an unknown step',
    'steps[0].id',
    (quote) => quote.steps.unshift({ ...structuredClone(quote.steps[0]!), id: 'bonus' }),
  ],
  [
    'a step after the payment',
    'steps[0]',
    (quote) => quote.steps.push({ ...structuredClone(quote.steps[0]!), id: 'approve' }),
  ],
  [
    'an approval',
    'steps[0].items[0].data',
    (quote) => quote.steps.unshift({ ...structuredClone(quote.steps[0]!), id: 'approve' }),
  ],
  [
    'check of another request',
    'steps[0].items[0].check.endpoint',
    (quote) =>
      Object.assign(quote.steps[0]!.items[0]!.check!, {
        endpoint: `/intents/status/v3?requestId=${otherId}`,
      }),
  ],
  [
    'check elsewhere',
    'steps[0].items[0].check.endpoint',
    (quote) =>
      Object.assign(quote.steps[0]!.items[0]!.check!, {
        endpoint: `//thief.example/?requestId=${orderId(quote)}`,
      }),
  ],
  [
    'absolute check of another request',
    'steps[0].items[0].check.endpoint',
    (quote) =>
      Object.assign(quote.steps[0]!.items[0]!.check!, {
        endpoint: `https://service.example/intents/status/v3?requestId=${otherId}`,
      }),
  ],
]

const tokenLies: StepLie[] = [
  [
    'spender',
    'steps[0].items[0].data.data.spender',
    (quote) => Object.assign(data(quote), { data: encode('approve', [thief, 1000n]) }),
  ],
  [
    'a router as spender',
    'steps[0].items[0].data.data.spender',
    (quote) => Object.assign(data(quote), { data: encode('approve', [router, 1000n]) }),
  ],
  [
    'more allowance',
    'steps[0].items[0].data.data.amount',
    (quote) => Object.assign(data(quote), { data: encode('approve', [depository, 1001n]) }),
  ],
  ['approved token', 'steps[0].items[0].data.to', (quote) => Object.assign(data(quote), { to: otherToken })],
  [
    'value with an approval',
    'steps[0].items[0].data.value',
    (quote) => Object.assign(data(quote), { value: '1' }),
  ],
  [
    'a transfer as approval',
    'steps[0].items[0].data.data',
    (quote) => Object.assign(data(quote), { data: encode('transfer', [thief, 1000n]) }),
  ],
  [
    'deposited token',
    'steps[1].items[0].data.data.token',
    (quote) =>
      Object.assign(data(quote, 1), {
        data: encode('depositErc20', [user, otherToken, 1000n, orderId(quote)]),
      }),
  ],
  [
    'deposited amount',
    'steps[1].items[0].data.data.amount',
    (quote) =>
      Object.assign(data(quote, 1), { data: encode('depositErc20', [user, token, 1001n, orderId(quote)]) }),
  ],
  [
    'deposited id',
    'steps[1].items[0].data.data.id',
    (quote) => Object.assign(data(quote, 1), { data: encode('depositErc20', [user, token, 1000n, otherId]) }),
  ],
  [
    'token depositor',
    'steps[1].items[0].data.data.depositor',
    (quote) =>
      Object.assign(data(quote, 1), { data: encode('depositErc20', [thief, token, 1000n, orderId(quote)]) }),
  ],
  ['token target', 'steps[1].items[0].data.to', (quote) => Object.assign(data(quote, 1), { to: thief })],
  [
    'value with a token',
    'steps[1].items[0].data.value',
    (quote) => Object.assign(data(quote, 1), { value: '1' }),
  ],
  [
    'a plain transfer',
    'steps[1].items[0].data.data',
    (quote) => Object.assign(data(quote, 1), { data: encode('transfer', [depository, 1000n]) }),
  ],
]

async function expectRefused(run: () => unknown, path: string) {
  const error = await thrown(run)
  expect(error.name, error.message).to.be.oneOf(['StepMismatchError', 'UnknownRouterError'])
  expect(error.path).equal(path)
}

describe('planSteps', () => {
  it('error: extra data that is not an address', async () => {
    const order = makeOrder(request)
    order.output.extraData = `0x01${'00'.repeat(31)}`
    const error = await thrown(() => plan(makeQuote(order), request))
    expect(error).include({ name: 'StepMismatchError', path: 'protocol.v2.orderData.output.extraData' })
  })

  it("attack: the request's own fill contract in place of a refund's router", async () => {
    const asked = { ...request, txs: [], fillContract: recipient }
    const order = makeOrder(asked)
    order.output.extraData = padAddress(recipient)
    expect(sent(plan(makeQuote(order), asked))).length(1)
    order.inputs[0]!.refunds[1]!.extraData = padAddress(recipient)
    const path = 'protocol.v2.orderData.inputs[0].refunds[1].extraData'
    await expectRefused(() => plan(makeQuote(order), asked), path)
  })

  it('default: a native deposit', () => {
    const order = makeOrder(request)
    expect(sent(plan(makeQuote(order), request))).deep.equal([
      { to: depository, data: encode('depositNative', [user, hashOrder(order)]), value: 1000n },
    ])
  })

  it('default: an approval and a deposit of a token', () => {
    const order = makeOrder(tokenRequest)
    expect(sent(plan(makeQuote(order), tokenRequest))).deep.equal([
      { to: token, data: encode('approve', [depository, 1000n]), value: 0n },
      { to: depository, data: encode('depositErc20', [user, token, 1000n, hashOrder(order)]), value: 0n },
    ])
  })

  it('behavior: an approval without from is the wallet’s, and one from another account is refused', async () => {
    const quote = makeQuote(makeOrder(tokenRequest))
    delete data(quote).from
    expect(plan(quote, tokenRequest)).length(2)
    Object.assign(data(quote), { from: thief })
    await expectRefused(() => plan(quote, tokenRequest), 'steps[0].items[0].data.from')
  })

  it('behavior: an approval may be reset first; empty steps and appended bytes are harmless', () => {
    const quote = makeQuote(makeOrder(tokenRequest))
    const [approve, deposit] = quote.steps
    const reset = structuredClone(approve!)
    Object.assign(reset.items[0]!.data!, { data: encode('approve', [depository, 0n]) })
    Object.assign(deposit!.items[0]!.data!, { data: `${deposit!.items[0]!.data!.data}1234` })
    quote.steps = [{ ...approve!, id: 'whatever', items: [] }, reset, approve!, deposit!]
    expect(plan(quote, tokenRequest)).length(3)
  })

  it("behavior: the service's gas prices are not used", () => {
    const quote = makeQuote(makeOrder(request))
    Object.assign(data(quote), { gas: '30000000', maxFeePerGas: '1000000000000000000' })
    expect(Object.keys(sent(plan(quote, request))[0]!)).deep.equal(['to', 'data', 'value'])
  })

  it('behavior: addresses in any case', () => {
    const quote = makeQuote(makeOrder(request))
    Object.assign(data(quote), { from: account.address, to: depository.toUpperCase().replace('0X', '0x') })
    expect(plan(quote, request)).length(1)
  })

  it('behavior: accepts request ids that are not order ids', () => {
    const quote = makeQuote(makeOrder(request))
    quote.steps[0]!.requestId = otherId
    quote.steps[0]!.items[0]!.check!.endpoint = `/intents/status/v3?requestId=${otherId}`
    expect(plan(quote, request)).length(1)
  })

  it("behavior: a check names its step's request, and may have further parameters", async () => {
    const own = orderId(makeQuote(makeOrder(request)))
    const check = (endpoint: unknown) => {
      const quote = makeQuote(makeOrder(request))
      Object.assign(quote.steps[0]!.items[0]!.check!, { endpoint })
      return plan(quote, request)
    }
    const endpoint = `/intents/status/v3?requestId=`
    for (const accepted of [
      `${endpoint}${own}&referrer=a`,
      `${endpoint}${own.toUpperCase().replace('X', 'x')}`,
      `https://service.example${endpoint}${own}`,
      `https://service.example/base${endpoint}${own}`,
    ]) {
      expect(check(accepted)).length(1)
    }
    const refused = [`${otherId}&requestId=${own}`, `${otherId}&a=b`, `${own}00`, `${own}#${otherId}`, '']
    for (const rest of refused) {
      await expectRefused(() => check(`${endpoint}${rest}`), 'steps[0].items[0].check.endpoint')
    }
    for (const host of ['https://service.example/?', 'https://', 'ftp://service.example']) {
      await expectRefused(() => check(`${host}${endpoint}${own}`), 'steps[0].items[0].check.endpoint')
    }
  })

  it('behavior: a value that is an exact number', async () => {
    const quote = makeQuote(makeOrder(request))
    Object.assign(data(quote), { value: 1000 })
    expect(sent(plan(quote, request))[0]).include({ value: 1000n })
    for (const value of [1000.5, 2 ** 53, Number.NaN, -1]) {
      Object.assign(data(quote), { value })
      await expectRefused(() => plan(quote, request), 'steps[0].items[0].data.value')
    }
  })

  it('behavior: an approval that is complete needs no data, a deposit does', async () => {
    for (const data of [null, undefined]) {
      const quote = makeQuote(makeOrder(tokenRequest))
      Object.assign(quote.steps[0]!.items[0]!, { status: 'complete', data })
      expect(plan(quote, tokenRequest).map(({ step }) => step.id)).deep.equal(['deposit'])
      quote.steps[0]!.items[0]!.status = 'incomplete'
      await expectRefused(() => plan(quote, tokenRequest), 'steps[0].items[0].data')
      quote.steps.shift()
      Object.assign(quote.steps[0]!.items[0]!, { status: 'complete', data })
      await expectRefused(() => plan(quote, tokenRequest), 'steps[0].items[0].data')
    }
  })

  it('behavior: a value that is a number', async () => {
    const withValue = (value: unknown) => {
      const quote = makeQuote(makeOrder(tokenRequest))
      quote.steps.forEach((_, index) => {
        Object.assign(data(quote, index), { value })
      })
      return plan(quote, tokenRequest)
    }
    expect(sent(withValue(0))).deep.equal(sent(withValue('0')))
    for (const value of [-1, 0.5, 1e30, true, []]) {
      await expectRefused(() => withValue(value), 'steps[0].items[0].data.value')
    }
  })

  it('behavior: an approval that is complete needs no data', async () => {
    const quote = makeQuote(makeOrder(tokenRequest))
    expect(quote.steps.map(({ id }) => id)).deep.equal(['approve', 'deposit'])
    const [approval] = quote.steps[0]!.items
    for (const none of [undefined, null]) {
      Object.assign(approval!, { status: 'complete', data: none })
      expect(plan(quote, tokenRequest).map(({ step }) => step.id)).deep.equal(['deposit'])
    }
    Object.assign(approval!, { status: 'incomplete' })
    await expectRefused(() => plan(quote, tokenRequest), 'steps[0].items[0].data')
    const [deposit] = quote.steps[1]!.items
    Object.assign(approval!, { status: 'complete' })
    Object.assign(deposit!, { status: 'complete', data: undefined })
    await expectRefused(() => plan(quote, tokenRequest), 'steps[1].items[0].data')
  })

  it('behavior: unused parts may have any form', async () => {
    const odd: unknown[] = [null, 5, [], {}, { toString: null }]
    for (const value of odd) {
      const quote = makeQuote(makeOrder(request))
      Object.assign(quote.steps[0]!, { depositAddress: value, action: value })
      Object.assign(quote.steps[0]!.items[0]!, { check: value })
      expect(plan(quote, request)).length(1)
    }
    for (const value of odd.slice(1)) {
      const shown = makeQuote(makeOrder(request))
      Object.assign(shown.details!.currencyIn!, { amount: value })
      await expectRefused(() => plan(shown, request), 'details.currencyIn.amount')
    }
  })

  it('error: a malformed request id, on one chain', async () => {
    const asked = { ...tokenRequest, destinationChainId: 1, destinationCurrency: token, txs: [] }
    const quote = makeQuote(makeOrder(asked))
    const step = { ...quote.steps[1]!, id: 'send', requestId: mistyped<null>(5) }
    quote.steps = [step]
    Object.assign(data(quote), { to: token, data: encode('transfer', [recipient, 1000n]) })
    await expectRefused(() => plan(quote, asked), 'steps[0].items[0].check.endpoint')
    delete step.items[0]!.check
    expect(plan(quote, asked)).length(1)
  })

  it('behavior: refunds go where the request says', async () => {
    const order = makeOrder(request)
    const asked = { ...request, refundTo: recipient }
    await expectRefused(
      () => plan(makeQuote(order), asked),
      'protocol.v2.orderData.inputs[0].refunds[0].recipient',
    )
    for (const refund of order.inputs[0]!.refunds) Object.assign(refund, { recipient })
    expect(plan(makeQuote(order), asked)).length(1)
    await expectRefused(
      () => plan(makeQuote(order), request),
      'protocol.v2.orderData.inputs[0].refunds[0].recipient',
    )
    for (const refundTo of [zeroAddress, '0x0']) {
      expect(plan(makeQuote(makeOrder(request)), { ...request, refundTo })).length(1)
      await expectRefused(
        () => plan(makeQuote(order), { ...request, refundTo }),
        'protocol.v2.orderData.inputs[0].refunds[0].recipient',
      )
    }
  })

  it('behavior: a recipient on another machine', async () => {
    const solana = 'F7p3dFrjRTbtRp8FRF6qHLomXbKRBzpvBLjtQcfcgmNe'
    const native = '11111111111111111111111111111111'
    const asked = {
      ...request,
      destinationChainId: 792703809,
      destinationCurrency: native,
      recipient: solana,
      txs: [],
    }
    const order = makeOrder({ ...asked, destinationCurrency: native })
    Object.assign(order.output, { chainId: 'solana', extraData: '0x' })
    Object.assign(order.output.payments[0]!, { recipient: solana })
    Object.assign(order.inputs[0]!.refunds[1]!, { chainId: 'solana', recipient: solana })
    expect(plan(makeQuote(order), asked)).length(1)
    Object.assign(order.output.payments[0]!, { recipient: native })
    await expectRefused(
      () => plan(makeQuote(order), asked),
      'protocol.v2.orderData.output.payments[0].recipient',
    )
  })

  describe('behavior: bounds', () => {
    const asked: StepRequest = { ...request, tradeType: 'EXACT_OUTPUT', amount: 900n }
    const quote = () => makeQuote(makeOrder(request))

    it('the sent amount is checked at, above and below the maximum', async () => {
      expect(plan(quote(), asked, { maximumAmountIn: 1000n })).length(1)
      expect(plan(quote(), asked, { maximumAmountIn: 1001n })).length(1)
      await expectRefused(
        () => plan(quote(), asked, { maximumAmountIn: 999n }),
        'protocol.v2.orderData.inputs[0].payment.amount',
      )
    })

    it('the sent amount must be above zero', async () => {
      const order = makeOrder(request)
      Object.assign(order.inputs[0]!.payment, { amount: '0' })
      await expectRefused(
        () => plan(makeQuote(order), asked, { maximumAmountIn: 1000n }),
        'protocol.v2.orderData.inputs[0].payment.amount',
      )
    })

    it('the caller must set the maximum if the service chooses the amount', async () => {
      for (const tradeType of ['EXACT_OUTPUT', 'EXPECTED_OUTPUT'] as const) {
        const error = await thrown(() => plan(quote(), { ...asked, tradeType }))
        expect(error).include({ name: 'StepOptionError', option: 'maximumAmountIn' })
      }
    })

    it('the received amount is that of an exact output', async () => {
      await expectRefused(
        () => plan(quote(), { ...asked, amount: 901n }, { maximumAmountIn: 1000n }),
        'protocol.v2.orderData.output.payments[0].minimumAmount',
      )
    })

    it('the caller must set the minimum if the quote shows only an amount', async () => {
      for (const minimumAmount of [undefined, null]) {
        const silent = quote()
        Object.assign(silent.details!.currencyOut!, { minimumAmount })
        expect(plan(silent, request, { minimumAmountOut: 900n })).length(1)
        expect(
          plan({ ...silent, details: { ...silent.details, currencyOut: minimumAmount } }, request),
        ).length(1)
        expect(await thrown(async () => plan(silent, request))).include({
          name: 'StepOptionError',
          option: 'minimumAmountOut',
        })
      }
    })

    it("the received amount must reach the caller's minimum", async () => {
      expect(plan(quote(), request, { minimumAmountOut: 900n })).length(1)
      await expectRefused(
        () => plan(quote(), request, { minimumAmountOut: 901n }),
        'protocol.v2.orderData.output.payments[0].minimumAmount',
      )
    })
  })

  describe('behavior: a call of payAuthorized', () => {
    const receiver: Hex = '0x00000000000000000000000000000000000ece17'
    const path = 'protocol.v2.orderData.output.payments[0].minimumAmount'

    /** A request that asks for 900 of a currency in one call, and an order that pays the router `paid` of it. */
    function make(currency: Hex, paid: bigint, terms: object = {}) {
      const { txs } = prepareAuthorizedCall({
        chainId: 8453,
        receiver,
        router: { address: router, form: 'metadata' },
        payment: {
          originChainId: 1,
          originUser: user,
          originCurrency: zeroAddress,
          token: currency,
          minimum: 900n,
          recipient,
          refundTo: user,
          deadline: 1_900_000_000,
          ...terms,
        },
      })
      const asked = { ...request, destinationCurrency: currency, txs }
      const order = makeOrder(asked)
      const payment = { recipient: router, currency, minimumAmount: `${paid}`, expectedAmount: `${paid}` }
      Object.assign(order.output, { payments: [payment] })
      return { asked, quote: makeQuote(order) }
    }

    it('default: the order pays the router exactly what the call takes', () => {
      for (const currency of [zeroAddress, otherToken]) {
        const { asked, quote } = make(currency, 900n)
        expect(plan(quote, asked)).length(1)
      }
    })

    it('attack: the router is paid 100, and the call takes 1', async () => {
      for (const currency of [zeroAddress, otherToken]) {
        const { asked, quote } = make(currency, 100n, {
          minimum: 1n,
          maximum: currency === zeroAddress ? 1n : 100n,
        })
        await expectRefused(() => plan(quote, asked), path)
      }
    })

    it('attack: more native currency than the call takes, whatever difference the caller allows', async () => {
      for (const paid of [899n, 901n]) {
        const { asked, quote } = make(zeroAddress, paid)
        await expectRefused(() => plan(quote, asked, { maximumDifference: 5n }), path)
      }
    })

    it("behavior: a token amount may differ up to the caller's limit", async () => {
      const { asked, quote } = make(otherToken, 905n, { maximum: 1000n })
      expect(plan(quote, asked, { maximumDifference: 5n })).length(1)
      await expectRefused(() => plan(quote, asked, { maximumDifference: 4n }), path)
      await expectRefused(() => plan(quote, asked), path)
    })

    it('behavior: the solver, who must make the call, makes up for a smaller token amount', () => {
      const { asked, quote } = make(otherToken, 899n)
      expect(plan(quote, asked)).length(1)
    })

    it('behavior: two receivers are paid in one order', async () => {
      const one = make(otherToken, 900n).asked
      const two = make(otherToken, 900n).asked
      const asked = { ...one, txs: [...one.txs!, ...two.txs!] }
      const order = (paid: number) => {
        const made = makeOrder(asked)
        const payment = made.output.payments[0]!
        Object.assign(payment, { recipient: router, minimumAmount: `${paid}`, expectedAmount: `${paid}` })
        return makeQuote(made)
      }
      expect(plan(order(1800), asked)).length(1)
      await expectRefused(() => plan(order(1801), asked), path)
    })

    it('behavior: a payment in another currency belongs to the other calls', () => {
      const { asked } = make(token, 900n)
      const order = makeOrder({ ...asked, destinationCurrency: otherToken })
      Object.assign(order.output.payments[0]!, {
        recipient: router,
        minimumAmount: '5000',
        expectedAmount: '5000',
      })
      expect(plan(makeQuote(order), { ...asked, destinationCurrency: otherToken })).length(1)
    })

    it('error: an invalid difference', async () => {
      const { asked, quote } = make(otherToken, 900n)
      const error = await thrown(() => plan(quote, asked, { maximumDifference: -1n }))
      expect(error).include({ name: 'StepOptionError', option: 'maximumDifference' })
    })
  })

  describe('attack: an order that differs from the request', () => {
    for (const [asked, kind] of [
      [request, 'native'],
      [tokenRequest, 'token'],
    ] as const) {
      for (const [field, path, change] of orderLies) {
        it(`${kind}: ${field}`, async () => {
          const order = makeOrder(asked)
          change(order)
          await expectRefused(() => plan(makeQuote(order), asked), path)
        })
      }
    }
  })

  describe('attack: steps that differ from the request', () => {
    for (const [asked, kind, lies] of [
      [request, 'native', [...anyStepLies, ...nativeLies]],
      [tokenRequest, 'token', [...anyStepLies, ...tokenLies]],
    ] as const) {
      for (const [field, path, change] of lies) {
        it(`${kind}: ${field}`, async () => {
          const quote = makeQuote(makeOrder(asked))
          change(quote)
          await expectRefused(() => plan(quote, asked), path)
        })
      }
    }
  })

  describe('behavior: a plain transfer with the order id', () => {
    const asked = { ...tokenRequest, explicitDeposit: false }
    const make = (to: Hex, amount: bigint, id: (quote: Quote) => string) => {
      const quote = makeQuote(makeOrder(asked))
      quote.steps = [quote.steps[1]!]
      Object.assign(data(quote), { to: token, data: encode('transfer', [to, amount]) + id(quote).slice(2) })
      return quote
    }

    it('default', () => {
      expect(plan(make(depository, 1000n, orderId), asked)).length(1)
    })

    const lies: [string, Quote, string][] = [
      ['recipient', make(thief, 1000n, orderId), 'steps[0].items[0].data.data.to'],
      ['amount', make(depository, 1001n, orderId), 'steps[0].items[0].data.data.amount'],
      ['id', make(depository, 1000n, () => otherId), 'steps[0].items[0].data.data.id'],
      ['no id', make(depository, 1000n, () => '0x'), 'steps[0].items[0].data.data.id'],
    ]
    for (const [field, quote, path] of lies) {
      it(`attack: ${field}`, () => expectRefused(() => plan(quote, asked), path))
    }

    it('attack: token', () => {
      const quote = make(depository, 1000n, orderId)
      Object.assign(data(quote), { to: otherToken })
      return expectRefused(() => plan(quote, asked), 'steps[0].items[0].data.to')
    })

    it('attack: an allowance in place of the transfer', () => {
      const quote = make(depository, 1000n, orderId)
      const id = orderId(quote).slice(2)
      Object.assign(data(quote), { data: encode('approve', [depository, 1000n]) + id })
      return expectRefused(() => plan(quote, asked), 'steps[0].items[0].data.data')
    })

    it('attack: without a request for it', () =>
      expectRefused(() => plan(make(depository, 1000n, orderId), tokenRequest), 'steps[0].items[0].data.to'))
  })

  describe('behavior: a swap', () => {
    const asked = { ...tokenRequest, destinationChainId: 1, txs: [] }
    const make = () => {
      const quote = makeQuote(makeOrder(asked))
      const [approve, swap] = quote.steps
      Object.assign(approve!.items[0]!.data!, { data: encode('approve', [proxy, 1000n]) })
      Object.assign(swap!.items[0]!.data!, { to: originRouter, data: '0xabcdef' })
      quote.steps = [approve!, { ...swap!, id: 'swap' }]
      delete quote.protocol
      return quote
    }

    it('needs the caller to allow it', async () => {
      const error = await thrown(() => plan(make(), asked))
      expect(error).include({ name: 'UnverifiedStepError', path: 'steps[1]', needs: 'swap' })
      expect(sent(plan(make(), asked, { allowed: ['swap'] }))).deep.equal([
        { to: token, data: encode('approve', [proxy, 1000n]), value: 0n },
        { to: originRouter, data: '0xabcdef', value: 0n },
      ])
    })

    it("behavior: through a router's approval proxy, or a router that is its own proxy", async () => {
      const quote = make()
      Object.assign(data(quote, 1), { to: proxy })
      expect(plan(quote, asked, { allowed: ['swap'] })).length(2)
      const [origin, ...others] = profile.chains!
      const exchange = { address: originRouter, ...plainRouter }
      const change = (router: ServiceProfileRouter) => ({
        ...profile,
        chains: [{ ...origin!, routers: [router] }, ...others],
      })
      const changedProfile = change({ ...exchange, approvalProxy: originRouter })
      Object.assign(data(quote), { data: encode('approve', [originRouter, 1000n]) })
      Object.assign(data(quote, 1), { to: originRouter })
      expect(plan(quote, asked, { allowed: ['swap'], changedProfile })).length(2)
      const error = await thrown(() =>
        plan(quote, asked, { allowed: ['swap'], changedProfile: change(exchange) }),
      )
      expect(error).include({ name: 'StepOptionError', option: 'profile.chains' })
      expect(error.shortMessage).match(/approval proxy on chain 1, which extendProfile adds/)
    })

    const lies: StepLie[] = [
      ['target', 'steps[1].items[0].data.to', (quote) => Object.assign(data(quote, 1), { to: token })],
      ['chain', 'steps[1].items[0].data.chainId', (quote) => Object.assign(data(quote, 1), { chainId: 10 })],
      ['no target', 'steps[1].items[0].data.to', (quote) => Object.assign(data(quote, 1), { to: 5 })],
      [
        "another chain's router",
        'steps[1].items[0].data.to',
        (quote) => Object.assign(data(quote, 1), { to: router }),
      ],
      ['value', 'steps[1].items[0].data.value', (quote) => Object.assign(data(quote, 1), { value: '1' })],
      [
        'allowance',
        'steps[0].items[0].data.data.amount',
        (quote) => Object.assign(data(quote), { data: encode('approve', [proxy, 1001n]) }),
      ],
      [
        'spender',
        'steps[0].items[0].data.data.spender',
        (quote) => Object.assign(data(quote), { data: encode('approve', [depository, 1000n]) }),
      ],
      [
        'a router in place of its proxy, through which anybody may spend',
        'steps[0].items[0].data.data.spender',
        (quote) => Object.assign(data(quote), { data: encode('approve', [originRouter, 1000n]) }),
      ],
    ]
    for (const [field, path, change] of lies) {
      it(`attack: ${field}`, async () => {
        const quote = make()
        change(quote)
        await expectRefused(() => plan(quote, asked, { allowed: ['swap'] }), path)
      })
    }

    it('attack: more native currency than requested, or a negative amount', async () => {
      const native = { ...asked, originCurrency: zeroAddress }
      const quote = make()
      quote.steps = [quote.steps[1]!]
      Object.assign(data(quote), { value: '1000' })
      expect(plan(quote, native, { allowed: ['swap'] })).length(1)
      Object.assign(data(quote), { value: '1001' })
      await expectRefused(() => plan(quote, native, { allowed: ['swap'] }), 'steps[0].items[0].data.value')
      Object.assign(data(quote), { value: '-1' })
      await expectRefused(() => plan(quote, native, { allowed: ['swap'] }), 'steps[0].items[0].data.value')
    })
  })

  describe('behavior: a send', () => {
    const asked = { ...tokenRequest, destinationChainId: 1, destinationCurrency: token, txs: [] }
    const make = (to: Hex, amount: bigint) => {
      const quote = makeQuote(makeOrder(asked))
      quote.steps = [{ ...quote.steps[1]!, id: 'send' }]
      Object.assign(data(quote), { to: token, data: encode('transfer', [to, amount]) })
      return quote
    }

    it('default', () => {
      expect(plan(make(recipient, 1000n), asked)).length(1)
    })
    it('attack: recipient', () =>
      expectRefused(() => plan(make(thief, 1000n), asked), 'steps[0].items[0].data.data.recipient'))
    it('attack: amount', () =>
      expectRefused(() => plan(make(recipient, 1001n), asked), 'steps[0].items[0].data.data.amount'))
    it('attack: in place of a payment on another chain', () =>
      expectRefused(
        () => plan(make(recipient, 1000n), { ...asked, destinationChainId: 8453 }),
        'steps[0].items[0].data',
      ))
    it('attack: in place of calls', () =>
      expectRefused(
        () => plan(make(recipient, 1000n), { ...asked, txs: request.txs! }),
        'steps[0].items[0].data',
      ))
    it('attack: token', async () => {
      const quote = make(recipient, 1000n)
      Object.assign(data(quote), { to: otherToken })
      await expectRefused(() => plan(quote, asked), 'steps[0].items[0].data.to')
    })
    it('attack: value', async () => {
      const quote = make(recipient, 1000n)
      Object.assign(data(quote), { value: '1' })
      await expectRefused(() => plan(quote, asked), 'steps[0].items[0].data.value')
    })
    it('attack: in place of another currency', () =>
      expectRefused(
        () => plan(make(recipient, 1000n), { ...asked, destinationCurrency: otherToken }),
        'steps[0].items[0].data',
      ))
    it('attack: native data', async () => {
      const native = { ...asked, originCurrency: zeroAddress, destinationCurrency: zeroAddress }
      const quote = make(recipient, 0n)
      Object.assign(data(quote), { to: recipient, value: '1000', data: '0x' })
      expect(plan(quote, native)).length(1)
      Object.assign(data(quote), { data: '0x12345678' })
      await expectRefused(() => plan(quote, native), 'steps[0].items[0].data.data')
    })
  })

  describe('behavior: a deposit address', () => {
    const address: Hex = '0x0000000000000000000000000000000000add7e5'
    const make = () => {
      const quote = makeQuote(makeOrder(request))
      Object.assign(quote.steps[0]!, { depositAddress: address })
      Object.assign(data(quote), { to: address, data: '0x' })
      return quote
    }

    it('needs the caller to allow it', async () => {
      expect(await thrown(() => plan(make(), request))).include({
        name: 'UnverifiedStepError',
        needs: 'depositAddress',
      })
      expect(sent(plan(make(), request, { allowed: ['depositAddress'] }))).deep.equal([
        { to: address, data: '0x', value: 1000n },
      ])
    })

    it('attack: amount, and another target than the address shown', async () => {
      const quote = make()
      Object.assign(data(quote), { value: '1001' })
      const allowed = ['depositAddress'] as const
      await expectRefused(() => plan(quote, request, { allowed }), 'steps[0].items[0].data.value')
      Object.assign(data(quote), { value: '1000', to: thief })
      await expectRefused(() => plan(quote, request, { allowed }), 'steps[0].items[0].data.to')
    })
  })

  describe('error: missing facts are required from the caller, never taken from the quote', () => {
    const cases: [option: string, asked: StepRequest, changedProfile: typeof profile][] = [
      ['profile.solvers', request, { ...profile, solvers: undefined }],
      [
        'profile.chains',
        request,
        { ...profile, chains: profile.chains!.map(({ depository: _, ...chain }) => chain) },
      ],
      ['request.originChainId', { ...request, originChainId: 5 }, profile],
      ['request.originChainId', { ...request, originChainId: 792703809 }, profile],
      ['request.destinationChainId', { ...request, destinationChainId: 5 }, profile],
      ['request.user', { ...request, user: thief }, profile],
      ['request.originCurrency', { ...request, originCurrency: 'ETH' }, profile],
      ['request.recipient', { ...request, recipient: 'nobody' }, profile],
      ['request.amount', { ...request, amount: '1.5' }, profile],
      ...contractsOf(profile.chains!.find(({ id }) => id === request.originChainId)).map(
        (refundTo) =>
          ['request.refundTo', { ...request, refundTo }, profile] as [string, StepRequest, typeof profile],
      ),
    ]
    expect(cases).to.have.length.above(11)
    for (const [option, asked, changedProfile] of cases) {
      it(option, async () => {
        const error = await thrown(() => plan(makeQuote(makeOrder(request)), asked, { changedProfile }))
        expect(error).include({ name: 'StepOptionError', option })
      })
    }

    it('profile.chains: the routers', async () => {
      const asked = { ...tokenRequest, destinationChainId: 1, txs: [] }
      const quote = makeQuote(makeOrder(asked))
      quote.steps[1]!.id = 'swap'
      delete quote.protocol
      const chains = profile.chains!.map((chain) => ({ ...chain, routers: [] }))
      const changedProfile = { ...profile, chains }
      const error = await thrown(() => plan(quote, asked, { allowed: ['swap'], changedProfile }))
      expect(error).include({ name: 'StepOptionError', option: 'profile.chains' })
      expect(error.shortMessage).match(/routers of chain 1, which extendProfile adds/)
    })
  })
})
