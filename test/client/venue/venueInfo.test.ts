import { expect } from 'chai'
import { getVenueBalance } from '../../../src/client/venue/getVenueBalance.js'
import { getVenueSpotTokens } from '../../../src/client/venue/getVenueSpotTokens.js'
import { startServers } from '../../service/venue/servers.js'
import { spotToken, spotUsdc, user } from '../../service/venue/support.js'
import { thrown } from '../../support/errors.js'
import { answer } from '../../support/httpServer.js'

describe("the venue's info interface", () => {
  let servers: Awaited<ReturnType<typeof startServers>>

  before(async () => {
    servers = await startServers()
  })
  beforeEach(() => servers.respondHonestly())
  after(() => servers.close())

  /** Answers these types of questions in another way: with a value, or by a handler. */
  function answerWith(changes: Record<string, unknown>): void {
    const honest = { clearinghouseState: { withdrawable: '1234.56789' }, userAbstraction: 'default' }
    const answers: Record<string, unknown> = { ...honest, ...changes }
    servers.info.respondWith((request, response) => {
      const value = answers[(request.body as { type: string }).type]
      const handler =
        typeof value === 'function'
          ? (value as ReturnType<typeof answer>)
          : answer(200, JSON.stringify(value))
      handler(request, response)
    })
  }
  const balance = () => getVenueBalance(servers.connection, { user })

  describe('getVenueBalance', () => {
    it('default', async () => {
      expect(await getVenueBalance(servers.connection, { user })).deep.equal({
        withdrawable: '1234.56789',
        withdrawableAmount: 123456789000n,
        mode: 'default',
      })
      const [request] = servers.info.requests
      expect(request).include({ method: 'POST', path: '/info' })
      expect(request!.body).deep.equal({ type: 'clearinghouseState', user: user.toLowerCase() })
      expect(request!.headers).not.property('x-api-key')
    })

    it('behavior: keeps every digit', async () => {
      for (const [withdrawable, withdrawableAmount] of [
        ['0.0', 0n],
        ['0.00000001', 1n],
        ['90071992547409.93', 9007199254740993000000n],
      ] as const) {
        answerWith({ clearinghouseState: { withdrawable } })
        expect(await balance()).deep.equal({ withdrawable, withdrawableAmount, mode: 'default' })
      }
    })

    describe('the mode of the account', () => {
      const spot = (total: string, hold: string, coin = 'USDC') => ({
        balances: [
          { coin: 'HYPE', total: '7.0', hold: '0.0' },
          { coin, total, hold },
        ],
      })

      it("behavior: a unified account's balance is the amount that spot orders do not hold", async () => {
        for (const [state, withdrawable, withdrawableAmount] of [
          [spot('899.0', '0.0'), '899', 89_900_000_000n],
          [spot('899.00000001', '0.5'), '898.50000001', 89_850_000_001n],
          [spot('1.0', '1.5'), '0', 0n],
          [spot('899.0', '0.0', 'USDT'), '0', 0n],
          [{ balances: [] }, '0', 0n],
        ] as const) {
          answerWith({ userAbstraction: 'unifiedAccount', spotClearinghouseState: state })
          expect(await balance()).deep.equal({ withdrawable, withdrawableAmount, mode: 'unifiedAccount' })
        }
      })

      it('behavior: an unknown mode has no amount', async () => {
        for (const mode of ['portfolioMargin', 'other', '', 'constructor']) {
          answerWith({ userAbstraction: mode })
          expect(await balance()).deep.equal({ withdrawable: null, withdrawableAmount: null, mode })
        }
      })

      it('behavior: without a mode, the balance is that of perps', async () => {
        const perps = { withdrawable: '1234.56789', withdrawableAmount: 123456789000n }
        for (const said of [null, answer(400, {}), answer(404, 'no'), answer(422, 'no')]) {
          answerWith({ userAbstraction: said })
          expect(await balance()).deep.equal(perps)
        }
      })

      it('error: a venue that limits, fails or forbids the request is not treated as one without modes', async () => {
        for (const status of [401, 403, 429, 500, 502]) {
          answerWith({ userAbstraction: answer(status, {}) })
          expect(await thrown(balance)).include({ status })
        }
      })

      it('error: a malformed answer', async () => {
        for (const userAbstraction of [5, { mode: 'default' }]) {
          answerWith({ userAbstraction })
          expect(await thrown(balance)).include({ name: 'InvalidResponseError' })
        }
        answerWith({ userAbstraction: 'unifiedAccount', spotClearinghouseState: spot('1.0', 'x') })
        expect(await thrown(balance)).include({ name: 'InvalidResponseError', path: 'balances[1].hold' })
      })
    })

    it('error: an answer that is not an amount', async () => {
      for (const withdrawable of ['0.000000001', '-1', 'x', '']) {
        answerWith({ clearinghouseState: { withdrawable } })
        expect(await thrown(balance)).include({
          name: 'InvalidResponseError',
          path: 'withdrawable',
          value: withdrawable,
        })
      }
      for (const body of [{}, { withdrawable: 5 }, null]) {
        servers.info.respondWith(answer(200, body))
        expect(await thrown(() => getVenueBalance(servers.connection, { user }))).include({
          name: 'InvalidResponseError',
        })
      }
    })

    it('error: a missing or invalid address', async () => {
      for (const value of ['', '0x12', undefined]) {
        expect(await thrown(() => getVenueBalance(servers.connection, { user: value as string }))).include({
          name: 'InvalidRequestError',
          path: 'user',
          value,
        })
      }
      expect(servers.sent()).equal(0)
    })
  })

  describe('getVenueSpotTokens', () => {
    it('default', async () => {
      expect(await getVenueSpotTokens(servers.connection)).deep.equal([
        { index: 0, szDecimals: 8, isCanonical: true, name: 'USDC', tokenId: spotUsdc, weiDecimals: 8 },
        { index: 150, szDecimals: 2, isCanonical: false, ...spotToken },
      ])
      expect(servers.info.requests[0]!.body).deep.equal({ type: 'spotMeta' })
    })

    it('error: a token with a wrong field', async () => {
      const good = { index: 1, szDecimals: 2, ...spotToken }
      for (const [field, value] of [
        ['tokenId', '0x12'],
        ['weiDecimals', '8'],
        ['name', undefined],
      ] as const) {
        servers.info.respondWith(answer(200, { tokens: [good, { ...good, [field]: value }] }))
        expect(await thrown(() => getVenueSpotTokens(servers.connection))).include({
          name: 'InvalidResponseError',
          path: `tokens[1].${field}`,
          value,
        })
      }
    })
  })
})
