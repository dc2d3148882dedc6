import { expect } from 'chai'
import { createWalletClient, custom, type Hex, numberToHex, zeroAddress } from 'viem'
import { createConnection } from '../../../src/client/createConnection.js'
import { executeSteps } from '../../../src/client/steps/executeSteps.js'
import { hashOrder, padAddress, relayProfile } from '../../../src/index.js'
import { quoteSchema } from '../../../src/service/resources/quote.js'
import type { StepRequest } from '../../../src/service/steps/types.js'
import { thrown } from '../../support/errors.js'
import { createFakeWallet } from '../../support/fakeWallet.js'
import { answer, setUpHttpServer } from '../../support/httpServer.js'
import { setUpMachineClock } from '../../support/machineClock.js'
import { readVector } from '../../support/vectors.js'

const vector = readVector('quote-call-live')
const publishedRequest: StepRequest = vector.request
const [, base] = [1, 8453].map((id) => relayProfile.chains!.find((chain) => chain.id === id)!)
const [, router, olderRouter] = base!.routers!.map(({ address }) => address)
const lineaRouter = relayProfile.chains!.find(({ name }) => name === 'linea')!.routers![0]!.address
const thief: Hex = '0x00000000000000000000000000000000000bad00'

// biome-ignore lint/suspicious/noExplicitAny: what a service may answer is anything.
type Loose = any

/** The published quote, with its order changed, and the ids hashed again unless they are left as they were. */
function makeQuote(change: (order: Loose) => unknown = () => {}, isHashedAgain = true) {
  const quote = structuredClone(vector.quote)
  const { v2 } = quote.protocol
  change(v2.orderData)
  if (isHashedAgain) {
    const orderId = hashOrder(v2.orderData)
    const { data } = quote.steps[0].items[0]
    data.data = data.data.replace(v2.orderId.slice(2), orderId.slice(2))
    v2.orderId = orderId
  }
  return quoteSchema.parse(quote)
}

describe('the quote with a call that the public service published', () => {
  setUpMachineClock(vector.quote.protocol.v2.orderData.output.deadline - 60)
  const server = setUpHttpServer()
  before(() => {
    server.respondWith(answer(200, { status: 'success' }))
  })

  /** Runs a quote with the wallet of the published user; tells what was sent. */
  async function run(quote: ReturnType<typeof makeQuote>, request = publishedRequest) {
    const { walletClient, sent } = createFakeWallet({ account: request.user as Hex, chainId: 1 })
    const connection = createConnection({ profile: relayProfile, baseUrl: server.url })
    const maximumAmountIn = 100012440985606146n
    const { outcome } = await executeSteps(connection, { quote, request, walletClient, maximumAmountIn })
    return { sent, outcome }
  }

  async function expectRefused(quote: ReturnType<typeof makeQuote>, path: string, request?: StepRequest) {
    const error = await thrown(() => run(quote, request))
    expect(error.name, error.message).to.be.oneOf(['StepMismatchError', 'UnknownRouterError'])
    expect(error.path).equal(path)
  }

  const order = 'protocol.v2.orderData'

  it('default: is accepted with the id of the standard rule', async () => {
    const quote = makeQuote()
    expect(quote.protocol!.v2!.orderId).equal(vector.standardOrderId)
    const { sent, outcome } = await run(quote)
    expect(outcome?.status).equal('success')
    expect(sent).deep.equal([
      {
        from: publishedRequest.user,
        to: '0x4cd00e387622c35bddb9b4c962c136462338bc31',
        data: `0x49290c1c00000000000000000000000003508bb71268bba25ecacc8f620e01866650532c${vector.standardOrderId.slice(2)}`,
        value: numberToHex(100012440985606146n),
      },
    ])
  })

  it('error: as published, with the id of the older rule', () =>
    expectRefused(
      makeQuote(() => {}, false),
      'protocol.v2.orderId',
    ))

  it('error: the deposit for the id of the older rule', () => {
    const quote = makeQuote()
    quote.steps[0]!.items[0]!.data!.data = vector.quote.steps[0].items[0].data.data
    return expectRefused(quote, 'steps[0].items[0].data.data.id')
  })

  it("behavior: accepts the chain's older router, and the user in place of a router", async () => {
    const older = makeQuote(({ output }) => {
      output.payments[0].recipient = olderRouter
      output.extraData = padAddress(olderRouter!)
    })
    const toUser = makeQuote(({ output }) => {
      output.payments[0].recipient = publishedRequest.user
    })
    for (const quote of [older, toUser]) expect((await run(quote)).sent).length(1)
  })

  const lies: [string, string, (order: Loose) => unknown][] = [
    [
      'pays someone else',
      `${order}.output.payments[0].recipient`,
      ({ output }) => (output.payments[0].recipient = thief),
    ],
    [
      'pays another router of the chain than it names',
      `${order}.output.payments[0].recipient`,
      ({ output }) => (output.payments[0].recipient = olderRouter),
    ],
    [
      'names another router of the chain than it pays',
      `${order}.output.payments[0].recipient`,
      ({ output }) => (output.extraData = padAddress(olderRouter!)),
    ],
    ['names no router', `${order}.output.extraData`, ({ output }) => (output.extraData = '0x')],
    [
      'names an unknown router',
      `${order}.output.extraData`,
      ({ output }) => (output.extraData = padAddress(thief)),
    ],
    [
      'pays and names an unknown router',
      `${order}.output.extraData`,
      ({ output }) => {
        output.payments[0].recipient = thief
        output.extraData = padAddress(thief)
      },
    ],
    [
      'pays and names a router of another chain',
      `${order}.output.extraData`,
      ({ output }) => {
        output.payments[0].recipient = lineaRouter
        output.extraData = padAddress(lineaRouter)
      },
    ],
    [
      'pays the router and someone else',
      `${order}.output.payments`,
      ({ output }) => output.payments.push({ ...output.payments[0], recipient: thief }),
    ],
    [
      'pays the router twice',
      `${order}.output.payments`,
      ({ output }) => output.payments.push(output.payments[0]),
    ],
    [
      'calls something else',
      `${order}.output.calls[0]`,
      ({ output }) => (output.calls[0] = output.calls[0].replace('d0e30db0', '2e1a7d4d')),
    ],
    [
      'calls someone else',
      `${order}.output.calls[0]`,
      ({ output }) =>
        (output.calls[0] = output.calls[0].replace(
          'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
          thief.slice(2),
        )),
    ],
    [
      'calls with less',
      `${order}.output.calls[0]`,
      ({ output }) => (output.calls[0] = output.calls[0].replace('016345785d8a0000', '016345785d89ffff')),
    ],
    ['calls nothing', `${order}.output.calls`, ({ output }) => output.calls.pop()],
    ['calls twice', `${order}.output.calls`, ({ output }) => output.calls.push(output.calls[0])],
    [
      'delivers less',
      `${order}.output.payments[0].minimumAmount`,
      ({ output }) => (output.payments[0].minimumAmount = '99999999999999999'),
    ],
    [
      'refunds someone else',
      `${order}.inputs[0].refunds[1].recipient`,
      ({ inputs }) => (inputs[0].refunds[1].recipient = thief),
    ],
    ['is of another solver', `${order}.solver`, (changed) => (changed.solver = thief)],
  ]
  for (const [name, path, change] of lies) {
    it(`attack: an order that ${name}`, () => expectRefused(makeQuote(change), path))
    it(`attack: an order that ${name}, under the id of the honest one`, () => {
      const quote = makeQuote(change)
      const honest = makeQuote()
      quote.protocol!.v2!.orderId = honest.protocol!.v2!.orderId
      quote.steps = honest.steps
      return expectRefused(quote, 'protocol.v2.orderId')
    })
  }

  it('attack: an order without calls pays a router', () =>
    expectRefused(
      makeQuote(({ output }) => output.calls.pop()),
      `${order}.output.payments[0].recipient`,
      { ...publishedRequest, txs: [] },
    ))

  it('attack: an order pays a router on a chain for which the profile lists none', async () => {
    const chains = relayProfile.chains!.map(({ routers, ...chain }) => ({
      ...chain,
      ...(chain.name !== 'base' && { routers: routers ?? [] }),
    }))
    const connection = createConnection({ profile: { ...relayProfile, chains }, baseUrl: server.url })
    const walletClient = createWalletClient({
      account: publishedRequest.user as Hex,
      transport: custom({ request: async () => '0x1' }),
    })
    const parameters = {
      quote: makeQuote(),
      request: publishedRequest,
      walletClient,
      maximumAmountIn: 10n ** 18n,
    }
    expect(await thrown(() => executeSteps(connection, parameters))).include({
      name: 'UnknownRouterError',
      path: `${order}.inputs[0].refunds[1].extraData`,
      chain: 'base',
    })
  })

  it('behavior: agrees with the vector', () => {
    const { output } = vector.quote.protocol.v2.orderData
    expect(output.payments[0]).include({ recipient: router, currency: zeroAddress })
    expect(output.extraData).equal(padAddress(router!))
  })
})
