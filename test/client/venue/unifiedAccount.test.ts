// Withdrawals of an account whose USDC is all in spot, against shapes that the service and the venue's SDKs publish.
import { expect } from 'chai'
import { getVenueBalance } from '../../../src/client/venue/getVenueBalance.js'
import { withdrawFromVenue } from '../../../src/client/venue/withdrawFromVenue.js'
import { attacks } from '../../service/venue/attacks.js'
import { countingWallet, startServers } from '../../service/venue/servers.js'
import {
  honestQuote,
  lie,
  nonce,
  perps,
  request as perpsRequest,
  profiles,
  spotUsdc,
  user,
} from '../../service/venue/support.js'
import { thrown } from '../../support/errors.js'
import { answer } from '../../support/httpServer.js'
import { readVector } from '../../support/vectors.js'

type Case = { name: string; body: { action: Record<string, unknown>; nonce: number; signature: object } }

const vectors: { refusal: object; cases: Case[] } = readVector('venue-transfers')
const request = { ...perpsRequest, originCurrency: spotUsdc }
const item = 'steps[1].items[0].data'

describe('a unified account at the venue', () => {
  let servers: Awaited<ReturnType<typeof startServers>>
  before(async () => {
    servers = await startServers(profiles.relay)
  })
  after(() => servers.close())
  beforeEach(() => servers.respondHonestly())

  const withdraw = (changes: Partial<Parameters<typeof withdrawFromVenue>[1]> = {}) =>
    withdrawFromVenue(servers.connection, {
      quote: honestQuote(request, profiles.relay),
      request,
      walletClient: countingWallet().walletClient,
      ...changes,
    })

  for (const { name, body } of vectors.cases.filter(({ body }) => body.action.type === 'sendAsset')) {
    it(`default: ${name}: posts exactly what the venue's SDK posts, including the signature`, async () => {
      const asked = name.startsWith('perps') ? { ...request, originCurrency: perps } : request
      const quote = lie(
        ({ steps }) => {
          // The SDK leaves zeros out.
          steps[1].items[0].data.action.parameters.amount = body.action.amount
        },
        honestQuote(asked, profiles.relay),
      )
      await withdraw({ quote, request: asked })
      expect(servers.exchange.requests.map((sent) => sent.body)).deep.equal([body])
    })
  }

  it('behavior: one sendAsset withdraws the amount that spot orders do not hold', async () => {
    const { connection, info, exchange } = servers
    const answers: Record<string, unknown> = {
      clearinghouseState: { withdrawable: '0.0' },
      userAbstraction: 'unifiedAccount',
      spotClearinghouseState: { balances: [{ coin: 'USDC', token: 0, total: '12.0', hold: '2.0' }] },
      spotMeta: { tokens: [{ index: 0, szDecimals: 8, name: 'USDC', tokenId: spotUsdc, weiDecimals: 8 }] },
    }
    info.respondWith((asked, response) =>
      answer(200, JSON.stringify(answers[(asked.body as { type: string }).type]))(asked, response),
    )
    exchange.respondWith((sent, response) => {
      const { type } = (sent.body as Case['body']).action
      answer(200, type === 'sendAsset' ? { status: 'ok' } : vectors.refusal)(sent, response)
    })
    expect(await getVenueBalance(connection, { user })).deep.equal({
      withdrawable: '10',
      withdrawableAmount: BigInt(request.amount),
      mode: 'unifiedAccount',
    })
    expect(await withdraw()).include({ nonce })
    expect(exchange.requests).length(1)
  })

  it("error: a refusal keeps the venue's own message", async () => {
    servers.exchange.respondWith(answer(200, vectors.refusal))
    expect(await thrown(() => withdraw())).include({ name: 'VenueRejectedError', ...vectors.refusal })
  })

  for (const { name, body } of vectors.cases.filter(({ body }) => body.action.type !== 'sendAsset')) {
    it(`error: ${name} binds no order's nonce and is refused in this mode: nothing is signed`, async () => {
      const { type, signatureChainId: _, ...parameters } = body.action
      const primaryType = `HyperliquidTransaction:${type === 'usdSend' ? 'UsdSend' : 'SpotSend'}`
      const fields = Object.keys(parameters).map((field) => ({
        name: field,
        type: field === 'time' ? 'uint64' : 'string',
      }))
      const quote = lie(
        ({ steps }) => {
          Object.assign(steps[1].items[0].data, {
            action: { type, parameters },
            eip712Types: { [primaryType]: fields },
            eip712PrimaryType: primaryType,
          })
        },
        honestQuote(request, profiles.relay),
      )
      const { walletClient, signed } = countingWallet()
      expect(await thrown(() => withdraw({ quote, walletClient }))).include({
        name: 'StepMismatchError',
        path: `${item}.action.type`,
        found: type,
      })
      expect(signed).deep.equal([])
    })
  }

  describe('forged quotes: nothing is signed, and only the token query is sent', () => {
    let neutral: typeof servers
    before(async () => {
      neutral = await startServers(profiles.neutral)
    })
    after(() => neutral.close())
    beforeEach(() => neutral.respondHonestly())

    for (const { name, path, change, error: kind = 'StepMismatchError' } of attacks) {
      it(`error: ${name}`, async () => {
        const { walletClient, signed } = countingWallet()
        const quote = lie(change, honestQuote(request))
        const error = await thrown(() =>
          withdrawFromVenue(neutral.connection, { quote, request, walletClient }),
        )
        expect(error).include({ name: kind, path })
        expect([signed, neutral.sent()]).deep.equal([[], 1])
      })
    }

    it('error: perps if spot was requested, and spot if perps was', async () => {
      for (const [asked, quoted] of [
        [spotUsdc, perps],
        [perps, spotUsdc],
      ] as const) {
        const { walletClient, signed } = countingWallet()
        const quote = honestQuote({ ...request, originCurrency: quoted })
        const error = await thrown(() =>
          withdrawFromVenue(neutral.connection, {
            quote,
            request: { ...request, originCurrency: asked },
            walletClient,
          }),
        )
        expect(error).include({
          name: 'StepMismatchError',
          path: 'protocol.v2.orderData.inputs[0].payment.currency',
        })
        expect(signed).deep.equal([])
      }
    })
  })
})
