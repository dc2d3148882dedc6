// What a report says where the caller, the profile or the quote does not say enough. Changed fields: vectors.test.ts.
import { expect } from 'chai'
import { hashOrder, type OrderData, relayProfile } from '../../src/index.js'
import { verifyQuote } from '../../src/quote/index.js'
import {
  encode,
  makeOrder,
  makeQuote,
  originRouter,
  profile,
  proxy,
  thief,
  tokenRequest,
} from '../service/steps/quotes.js'
import * as venue from '../service/venue/support.js'
import { thrown } from '../support/errors.js'
import { mistyped } from '../support/mistyped.js'
import { readPublishedQuote } from '../support/vectors.js'

const published = readPublishedQuote()
const maximumAmountIn = 100012440985606146n
const { deadline } = published.quote.protocol.v2.orderData.output
const now = deadline - 3600

const verify = (changes: Partial<Parameters<typeof verifyQuote>[0]> = {}) =>
  verifyQuote({
    quote: published.quote,
    request: published.request,
    bounds: { maximumAmountIn },
    now,
    ...changes,
  })

const rowsOf = ({ checks }: Awaited<ReturnType<typeof verifyQuote>>, name: string) =>
  checks.filter((row) => row.name === name).map(({ source: _, ...row }) => row)

describe('verifyQuote', () => {
  it('default: a published, unsigned quote of the public service matches its request', async () => {
    const report = await verify()
    expect(report.valid).equal(true)
    expect(rowsOf(report, 'signature')).deep.equal([
      { name: 'signature', ok: null, missing: ['protocol.v2.orderSignature'] },
    ])
    expect(report.checks.every(({ source }) => source === 'service')).equal(true)
  })

  it('behavior: an unsigned order fails only if a signature is required', async () => {
    const report = await verify({ bounds: { maximumAmountIn, signed: true } })
    expect(report.valid).equal(false)
    expect(rowsOf(report, 'signature')[0]).include({ ok: false, path: 'protocol.v2.orderSignature' })
  })

  it('behavior: each check appears once, unless it fails at several places', async () => {
    const { checks } = await verify()
    expect(new Set(checks.map(({ name }) => name)).size).equal(checks.length)
  })

  for (const [what, changes, name, missing] of [
    ['the time', { now: undefined }, 'expiry', 'now'],
    ['what may be sent', { bounds: {} }, 'amount', 'bounds.maximumAmountIn'],
    [
      'what must arrive',
      { request: { ...published.request, tradeType: 'EXPECTED_OUTPUT' } },
      'output',
      'bounds.minimumAmountOut',
    ],
    ['the solver', { profile: { ...relayProfile, solvers: undefined } }, 'signature', 'profile.solvers'],
  ] as const) {
    it(`behavior: unknown without ${what}, never valid`, async () => {
      const report = await verify(changes)
      expect(report.valid).equal(null)
      expect(rowsOf(report, name)[0]).deep.include({ ok: null })
      expect(rowsOf(report, name)[0]!.missing).include(missing)
    })
  }

  it("attack: enforces the caller's minimum, whatever minimum the quote shows", async () => {
    const request = { ...published.request, tradeType: 'EXPECTED_OUTPUT' }
    const { amount } = request
    const bounds = (minimumAmountOut: bigint) => ({ maximumAmountIn, minimumAmountOut })
    expect((await verify({ request, bounds: bounds(BigInt(amount)) })).valid).equal(true)
    const report = await verify({ request, bounds: bounds(BigInt(amount) + 1n) })
    expect(report.valid).equal(false)
    expect(rowsOf(report, 'output')[0]).include({ required: `at least ${BigInt(amount) + 1n}` })
  })

  it("behavior: enforces the caller's deadline at the given time", async () => {
    expect((await verify({ bounds: { maximumAmountIn, deadline: deadline - 1 } })).valid).equal(true)
    expect((await verify({ bounds: { maximumAmountIn, deadline } })).valid).equal(false)
    expect((await verify({ now: deadline })).valid).equal(false)
    expect((await verify({ now: deadline - 1 })).valid).equal(true)
  })

  describe('a swap at the origin', () => {
    const asked = { ...tokenRequest, txs: [] }
    const make = (change: (order: ReturnType<typeof makeOrder>) => unknown = () => {}) => {
      const order = makeOrder(asked)
      // What the swap brings is the order's input.
      Object.assign(order.inputs[0]!.payment, { currency: `0x${'cc'.repeat(20)}`, amount: '77' })
      Object.assign(order.inputs[0]!.refunds[0]!, { currency: `0x${'cc'.repeat(20)}` })
      change(order)
      const quote = makeQuote(order)
      const [approve, swap] = makeQuote(makeOrder(asked)).steps
      Object.assign(approve!.items[0]!.data!, { data: encode('approve', [proxy, 1000n]) })
      Object.assign(swap!.items[0]!.data!, { to: originRouter, data: '0xabcdef' })
      return { ...quote, steps: [approve!, { ...swap!, id: 'swap' }] }
    }
    const judge = (quote: unknown) =>
      verifyQuote({ quote, request: asked, profile, bounds: { minimumAmountOut: 900n }, now: 1 })

    it('behavior: is checked by its order and its bounds; its calldata stays unknown', async () => {
      const report = await judge(make())
      const unknown = report.checks.filter(({ ok }) => ok === null).map(({ name }) => name)
      expect(report.checks.filter(({ ok }) => ok === false)).deep.equal([])
      expect(unknown).have.members(['effect', 'signature', 'currency', 'amount'])
      expect(report.valid).equal(null)
    })

    it('attack: an order that pays someone else', async () => {
      const report = await judge(
        make((order) => Object.assign(order.output.payments[0]!, { recipient: thief })),
      )
      expect(report.valid).equal(false)
      expect(rowsOf(report, 'recipient')[0]).include({ ok: false, found: thief })
    })

    it('attack: an allowance above the input', async () => {
      const quote = make()
      Object.assign(quote.steps[0]!.items[0]!.data!, { data: encode('approve', [proxy, 1001n]) })
      expect(rowsOf(await judge(quote), 'approval')[0]).include({ ok: false })
    })
  })

  it('behavior: a venue withdrawal is checked by its order; its steps stay unknown', async () => {
    for (const given of Object.values(venue.profiles)) {
      const judge = (request: typeof venue.request) => {
        const quote = venue.honestQuote({}, given)
        return verifyQuote({ quote, request, profile: given, bounds: { minimumAmountOut: 1n }, now: 1 })
      }
      const report = await judge(venue.request)
      expect(report.checks.filter(({ ok }) => ok === false)).deep.equal([])
      expect(rowsOf(report, 'steps')[0]).include({ ok: null })
      expect(report.valid).equal(null)
      const other = await judge({ ...venue.request, recipient: venue.thief })
      expect(rowsOf(other, 'recipient')[0]).include({ ok: false })
    }
  })

  it('behavior: a fee on a chain of another virtual machine, in a quote between EVM chains', async () => {
    const { v2 } = published.quote.protocol
    const orderData: OrderData = {
      ...v2.orderData,
      fees: [
        {
          recipientChainId: 'base',
          recipient: thief,
          currencyChainId: 'solana',
          currency: '11111111111111111111111111111111',
          amount: '1',
        },
      ],
    }
    const orderId = hashOrder(orderData)
    const quote = { ...published.quote, protocol: { v2: { ...v2, orderData, orderId } } }
    const report = await verify({ quote })
    expect(rowsOf(report, 'order')).deep.equal([{ name: 'order', ok: true }])
    expect(rowsOf(report, 'orderId')).deep.equal([{ name: 'orderId', ok: true }])
  })

  it('behavior: a request for another virtual machine, whatever the quote names', async () => {
    const recipient = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
    const destinationCurrency = '11111111111111111111111111111111'
    const request = { ...published.request, destinationChainId: 792703809, recipient, destinationCurrency }
    expect((await verify({ quote: { steps: [] }, request })).valid).equal(false)
    const malformed = { ...request, recipient: `${recipient.slice(0, -1)}0` }
    expect(await thrown(() => verify({ request: malformed }))).include({ option: 'request.recipient' })
  })

  it('behavior: a permit is read and bounded', async () => {
    const item = { status: 'incomplete', data: { sign: { signatureKind: 'eip712' } } }
    const steps = [{ id: 'authorize1', kind: 'signature', items: [item] }]
    const report = await verify({ quote: { ...published.quote, steps } })
    expect(rowsOf(report, 'deposit')[0]).include({ ok: false, path: 'steps[0].items[0].data.sign.domain' })
    expect(rowsOf(report, 'effect')[0]).include({ ok: null })
  })

  it('property: every malformed quote gets a report, and none is valid', async () => {
    const junk = [undefined, null, 0, -1.5, '', 'x', '0x', true, [], [null], {}, { length: 1 }, 1n]
    for (const quote of junk) expect((await verify({ quote })).valid).equal(false)
    for (const key of ['steps', 'protocol', 'details'] as const) {
      for (const value of junk) {
        const { valid } = await verify({ quote: { ...published.quote, [key]: value } })
        expect(valid, `${key} ${String(value)}`).equal(key === 'details')
      }
    }
    for (const orderSignature of [0, 'x', '0x', [], {}]) {
      const quote = structuredClone(published.quote)
      quote.protocol.v2.orderSignature = orderSignature
      expect((await verify({ quote })).valid).equal(false)
    }
  })

  it('error: an invalid request, bounds or profile', async () => {
    const { request } = published
    const cases: [string, Partial<Parameters<typeof verifyQuote>[0]>][] = [
      ['request', { request: null }],
      ['request.user', { request: { ...request, user: 5 } }],
      ['request.amount', { request: { ...request, amount: 'all' } }],
      ['request.tradeType', { request: { ...request, tradeType: 'ANY' } }],
      ['request.txs[0].value', { request: { ...request, txs: [{ ...request.txs[0], value: 'x' }] } }],
      ['request.originChainId', { request: { ...request, originChainId: 5 } }],
      ['maximumAmountIn', { bounds: { maximumAmountIn: -1n } }],
      ['bounds.deadline', { bounds: { deadline: 1.5 } }],
      ['now', { now: -1 }],
      ['profile', { profile: mistyped({}) }],
    ]
    for (const [option, changes] of cases) {
      const error = await thrown(() => verify(changes))
      expect(error, option).include({ name: 'StepOptionError', option })
    }
  })
})
