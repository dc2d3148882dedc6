import { expect } from 'chai'
import { createConnection } from '../../../src/client/createConnection.js'
import { claimAppFees, getAppFeeBalances } from '../../../src/client/operations/table.js'
import { answer, setUpHttpServer } from '../../support/httpServer.js'
import { usdcAddress, user } from './fixtures.js'

describe('paths of getAppFeeBalances and claimAppFees', () => {
  const server = setUpHttpServer()

  it('behavior: a wallet cannot change the rest of the path', async () => {
    server.respondWith(answer(200, { balances: [], steps: [] }))
    const connection = createConnection({ profile: 'mock', baseUrl: server.url })
    for (const wallet of ['a/../b', 'a?b=c#d', '%2e%2e1']) {
      await getAppFeeBalances(connection, { wallet })
      await claimAppFees(connection, { wallet, chainId: 8453, currency: usdcAddress, recipient: user })
      const encoded = encodeURIComponent(wallet)
      expect(server.requests.slice(-2).map(({ path }) => path)).deep.equal([
        `/app-fees/${encoded}/balances`,
        `/app-fees/${encoded}/claim`,
      ])
    }
    expect(server.requests).length(6)
  })
})
