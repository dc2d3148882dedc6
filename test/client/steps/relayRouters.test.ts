// A published quote, moved to each family of chains and each router of the shipped profile.
import { expect } from 'chai'
import type { Hex } from 'viem'
import { createConnection } from '../../../src/client/createConnection.js'
import { executeSteps } from '../../../src/client/steps/executeSteps.js'
import { hashOrder, padAddress } from '../../../src/index.js'
import { quoteSchema } from '../../../src/service/resources/quote.js'
import { createFakeWallet } from '../../support/fakeWallet.js'
import { answer, setUpHttpServer } from '../../support/httpServer.js'
import { setUpMachineClock } from '../../support/machineClock.js'
import { readVector } from '../../support/vectors.js'

const vector = readVector('quote-call-live')
const newest: Hex = '0x0729e2a4716d9f7dd17858d5d504426d228697f7'
const newer: Hex = '0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f'
const stranger: Hex = '0x00000000000000000000000000000000000bad00'

/** The destination's name, id, and the routers in the order of the profile. */
const families: [name: string, id: number, routers: Hex[]][] = [
  ['base', 8453, [newest, newer, '0x3ec130b627944cad9b2750300ecb0a695da522b6']],
  ['tempo', 4217, [newest, newer]],
  ['robinhood', 4663, [newest, newer]],
  ['arc', 5042, [newest, newer]],
  [
    'linea',
    59144,
    [
      '0x6328ea02d28131e58b28e55c6258258a30d90e05',
      '0x9ef6d3c2f60d7b9008d74cab1fc0f899c957c819',
      '0xb758f3bfa7b9d39ef5457d7c7ffb3702f2ad3982',
    ],
  ],
  ['taiko', 167000, ['0x9ef6d3c2f60d7b9008d74cab1fc0f899c957c819']],
  ['zero', 543210, ['0xe16870b028704e38dbc254a84d3f72c8ba345ca9']],
]

describe('a quote of the public service, with the profile relay alone', () => {
  setUpMachineClock(vector.quote.protocol.v2.orderData.output.deadline - 60)
  const server = setUpHttpServer()
  beforeEach(() => {
    server.respondWith(answer(200, { status: 'success' }))
  })

  /** Pays the router, or with `isPlain` the user, without calls. */
  function makeQuote(name: string, router: Hex, isPlain: boolean) {
    const quote = structuredClone(vector.quote)
    const { v2 } = quote.protocol
    const { inputs, output } = v2.orderData
    inputs[0].refunds[1].chainId = name
    inputs[0].refunds[1].extraData = padAddress(router)
    inputs[0].refunds[0].extraData = padAddress(newest)
    Object.assign(output, { chainId: name, extraData: padAddress(router) })
    output.payments[0].recipient = isPlain ? vector.request.user : router
    if (isPlain) output.calls = []
    const orderId = hashOrder(v2.orderData)
    const { data } = quote.steps[0].items[0]
    data.data = data.data.slice(0, -64) + orderId.slice(2)
    v2.orderId = orderId
    return quoteSchema.parse(quote)
  }

  async function run(name: string, id: number, router: Hex, { isPlain = false } = {}) {
    const { walletClient, sent } = createFakeWallet({ account: vector.request.user, chainId: 1 })
    const connection = createConnection({ profile: 'relay', baseUrl: server.url })
    const { txs, ...plain } = vector.request
    const request = { ...plain, ...(!isPlain && { txs }), destinationChainId: id }
    const error = await executeSteps(connection, {
      quote: makeQuote(name, router, isPlain),
      request,
      walletClient,
      maximumAmountIn: 10n ** 18n,
    }).then(
      () => undefined,
      (thrownError) => thrownError,
    )
    return { sent, error }
  }

  for (const [name, id, routers] of families) {
    for (const [index, router] of routers.entries()) {
      it(`behavior: ${name}: orders of router ${index} reach the wallet, with and without calls`, async () => {
        for (const isPlain of [false, true]) {
          const { sent, error } = await run(name, id, router, { isPlain })
          expect(error).equal(undefined)
          expect(sent).length(1)
        }
      })
    }

    it(`error: ${name}: an unlisted router, before anything is sent`, async () => {
      const { sent, error } = await run(name, id, stranger)
      expect(sent).deep.equal([])
      expect(error).include({
        name: 'UnknownRouterError',
        router: stranger,
        chain: name,
        isListed: undefined,
      })
      expect(error.path).equal('protocol.v2.orderData.inputs[0].refunds[1].extraData')
      expect(error.message)
        .match(/extendProfile/)
        .and.match(/This run signed and sent nothing\./)
        .and.match(/newer profile/)
    })
  }

  it('behavior: the refusal says whether the service lists the router', async () => {
    const pair = { erc20Router: stranger, approvalProxy: newest }
    for (const [contracts, isListed] of [
      [{ 'v3.3': pair }, true],
      [pair, true],
      [{ erc20Router: newest }, false],
    ] as const) {
      server.respondWith((request, response) =>
        answer(200, request.path === '/chains' ? { chains: [{ id: 8453, contracts }] } : {})(
          request,
          response,
        ),
      )
      const { error, sent } = await run('base', 8453, stranger)
      expect(sent).deep.equal([])
      expect(error).include({ name: 'UnknownRouterError', isListed })
      expect(error.message).contain(isListed ? 'own listing has it' : 'own listing does not have it')
    }
  })
})
