import { expect } from 'chai'
import { getVenueBalance } from '../../../src/client/venue/getVenueBalance.js'
import { getVenueSpotTokens } from '../../../src/client/venue/getVenueSpotTokens.js'
import { startServers } from '../../service/venue/servers.js'
import { spotToken, user } from '../../service/venue/support.js'
import { thrown } from '../../support/errors.js'
import { answer } from '../../support/httpServer.js'

describe("the venue's info interface", () => {
  let servers: Awaited<ReturnType<typeof startServers>>

  before(async () => {
    servers = await startServers()
  })
  beforeEach(() => servers.respondHonestly())
  after(() => servers.close())

  describe('getVenueBalance', () => {
    it('default', async () => {
      expect(await getVenueBalance(servers.connection, { user })).deep.equal({
        withdrawable: '1234.56789',
        withdrawableAmount: 123456789000n,
      })
      const [request] = servers.info.requests
      expect(request).include({ method: 'POST', path: '/info' })
      expect(request!.body).deep.equal({ type: 'clearinghouseState', user: user.toLowerCase() })
      expect(request!.headers).not.property('x-api-key')
    })

    it('behavior: every digit counts', async () => {
      for (const [withdrawable, withdrawableAmount] of [
        ['0.0', 0n],
        ['0.00000001', 1n],
        ['90071992547409.93', 9007199254740993000000n],
      ] as const) {
        servers.info.respondWith(answer(200, { withdrawable }))
        expect(await getVenueBalance(servers.connection, { user })).deep.equal({
          withdrawable,
          withdrawableAmount,
        })
      }
    })

    it('error: an answer that is no amount', async () => {
      for (const withdrawable of ['0.000000001', '-1', 'x', '']) {
        servers.info.respondWith(answer(200, { withdrawable }))
        expect(await thrown(() => getVenueBalance(servers.connection, { user }))).include({
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

    it('error: no address', async () => {
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
