import { expect } from 'chai'
import { type Hex, numberToHex } from 'viem'
import { createServiceClient } from '../../src/client/createServiceClient.js'
import type { Quote } from '../../src/client/index.js'
import { hashOrder } from '../../src/index.js'
import type { StepRequest } from '../../src/service/steps/types.js'
import { thrown } from '../support/errors.js'
import { createFakeWallet, fakeTxHash } from '../support/fakeWallet.js'
import { setUpMachineClock } from '../support/machineClock.js'
import { readVector } from '../support/vectors.js'
import { depositQuote, examples, user } from './examples.js'
import { judgeAnswer } from './judge.js'
import { runs } from './runs.js'

// biome-ignore lint/suspicious/noExplicitAny: what a service answers is anything.
type Loose = any

const call = readVector('quote-call-live')
const native = `0x${'00'.repeat(20)}`
const token = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const request: StepRequest = {
  user,
  originChainId: 8453,
  destinationChainId: 10,
  originCurrency: native,
  destinationCurrency: native,
  amount: '100000000000000000',
  tradeType: 'EXACT_INPUT',
}

describe('published examples', () => {
  for (const { name, operation, section, answer } of examples) {
    it(`${operation}: ${name} (${section})`, async () => {
      expect(judgeAnswer(operation, answer)).deep.equal([])
      const client = createServiceClient({
        profile: 'mock',
        baseUrl: 'https://service.example',
        fetch: async () => Response.json(answer),
      })
      const result = await runs[operation]!(client)
      if (operation.endsWith('/signature')) return
      expect(result).deep.equal(JSON.parse(JSON.stringify(answer)))
    })
  }
})

/** Runs a quote with a wallet that signs everything, and a service that answers `status`. */
async function run(quote: unknown, asked = request, status: object = { status: 'success' }) {
  const { walletClient, sent } = createFakeWallet({
    account: asked.user as Hex,
    chainId: asked.originChainId,
  })
  const client = createServiceClient({ profile: 'relay', fetch: async () => Response.json(status) })
  const { outcome } = await client.executeSteps({
    quote: structuredClone(quote) as Quote,
    request: asked,
    walletClient,
    maximumAmountIn: 10n ** 18n,
  })
  return { sent, outcome }
}

/** The published quote with something changed; its order, if that changed, under its own id. */
function change(edit: (quote: Loose) => unknown): Loose {
  const quote: Loose = structuredClone(depositQuote)
  edit(quote)
  const { v2 } = quote.protocol ?? {}
  if (v2?.orderData?.version === 'v1' && v2.orderId) v2.orderId = hashOrder(v2.orderData)
  return quote
}

describe('executeSteps on published quotes', () => {
  setUpMachineClock(1_791_080_000)

  it('default: pays for the published order', async () => {
    const { sent, outcome } = await run(depositQuote)
    expect(sent).deep.equal([
      {
        from: user,
        to: '0x4cd00e387622c35bddb9b4c962c136462338bc31',
        data: depositQuote.steps[0]!.items[0]!.data.data,
        value: numberToHex(10n ** 17n),
      },
    ])
    expect(outcome?.status).equal('success')
  })

  const accepted: [name: string, edit: (quote: Loose) => unknown][] = [
    ['no from', ({ steps }) => delete steps[0].items[0].data.from],
    ['no check', ({ steps }) => delete steps[0].items[0].check],
    ['a check with another method', ({ steps }) => (steps[0].items[0].check.method = 'POST')],
    ['a check of another form', ({ steps }) => (steps[0].items[0].check = { stream: [1] })],
    ['no status of the item', ({ steps }) => delete steps[0].items[0].status],
    ['gas as a number', ({ steps }) => (steps[0].items[0].data.gas = 31000)],
    ['chain id as its digits', ({ steps }) => (steps[0].items[0].data.chainId = '8453')],
    ['no details and no fees', (quote) => Object.assign(quote, { details: undefined, fees: null })],
    ['a fractional balance', ({ details }) => (details.userBalance = 0.25)],
    [
      'no order id and no payment details',
      ({ protocol }) => Object.assign(protocol.v2, { orderId: null, paymentDetails: null }),
    ],
    [
      'an empty step in front',
      ({ steps }) => steps.unshift({ id: 'approve', kind: 'transaction', items: [] }),
    ],
  ]
  for (const [name, edit] of accepted) {
    it(`behavior: runs a quote with ${name}`, async () => {
      expect((await run(change(edit))).sent).length(1)
    })
  }

  const at = 'protocol.v2.orderData'
  const refused: [name: string, error: object, edit: (quote: Loose) => unknown][] = [
    ['no order', { path: 'protocol.v2' }, (quote) => delete quote.protocol],
    ['no terms of the order', { path: at }, ({ protocol }) => delete protocol.v2.orderData],
    [
      'an order of version 2',
      { path: `${at}.version` },
      ({ protocol }) => (protocol.v2.orderData.version = 'v2'),
    ],
    ['no request id', { path: 'steps[0].requestId' }, ({ steps }) => delete steps[0].requestId],
    ['no target', { path: 'steps[0].items[0].data.to' }, ({ steps }) => delete steps[0].items[0].data.to],
    [
      'a transaction from someone else',
      { path: 'steps[0].items[0].data.from' },
      ({ steps }) => (steps[0].items[0].data.from = token),
    ],
    [
      'a deposit address',
      { name: 'UnverifiedStepError', needs: 'depositAddress' },
      ({ steps }) => (steps[0].depositAddress = token),
    ],
    [
      'a swap before the deposit',
      {
        path: `${at}.inputs[0].payment.currency`,
        required: `${native}, as a swap before the deposit is not verified`,
      },
      ({ protocol }) => (protocol.v2.orderData.inputs[0].payment.currency = token),
    ],
    [
      'a swap after the fill',
      {
        path: `${at}.output.payments[0].currency`,
        required: `${native}, as a swap after the fill is not verified`,
      },
      ({ protocol }) => (protocol.v2.orderData.output.payments[0].currency = token),
    ],
    [
      'a swap step in front of the deposit',
      { path: 'steps', required: 'exactly one that pays, as a swap before or after it is not verified' },
      ({ steps }) => steps.unshift({ ...structuredClone(steps[0]), id: 'swap' }),
    ],
    [
      'a step that is not known',
      { path: 'steps[0].id', found: 'wrap', required: 'a step that is known' },
      ({ steps }) => (steps[0].id = 'wrap'),
    ],
    [
      'no step that pays',
      { path: 'steps', required: 'a step that pays' },
      ({ steps }) => (steps[0].id = 'approve'),
    ],
    [
      'a check of another request',
      { path: 'steps[0].items[0].check.endpoint' },
      ({ steps }) => (steps[0].items[0].check.endpoint = `/intents/status/v3?requestId=${fakeTxHash}`),
    ],
  ]
  for (const [name, error, edit] of refused) {
    it(`error: refuses a quote with ${name}`, async () => {
      expect(await thrown(() => run(change(edit)))).include({ name: 'StepMismatchError', ...error })
    })
  }

  it('error: the published quote whose id is not the hash of its order', async () => {
    const error = await thrown(() => run(call.quote, call.request))
    expect(error).include({ name: 'StepMismatchError', path: 'protocol.v2.orderId' })
    expect(error.required).equal(call.standardOrderId)
  })

  it('error: an origin that EVM wallets cannot pay on', async () => {
    const solana = { ...request, originChainId: 792703809 }
    expect(await thrown(() => run(depositQuote, solana))).include({
      name: 'StepOptionError',
      option: 'request.originChainId',
    })
  })

  it('error: a success between other chains does not count', async () => {
    for (const [field, found] of [
      ['originChainId', 1],
      ['destinationChainId', '42161'],
    ] as const) {
      const status = { status: 'success', originChainId: 8453, destinationChainId: 10, [field]: found }
      const error = await thrown(() => run(depositQuote, request, status))
      expect(error).include({
        name: 'StatusMismatchError',
        field,
        found: Number(found),
        required: request[field],
      })
    }
    const refund = { status: 'refund', originChainId: 1, destinationChainId: 1 }
    expect((await run(depositQuote, request, refund)).outcome?.status).equal('refund')
  })
})
