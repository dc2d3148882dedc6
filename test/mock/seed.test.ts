import { expect } from 'chai'
import { startMockService } from '../../src/mock/index.js'
import { call, freshAddress, getQuote, pay, quoteBody, tokenOf, waitFor } from './helpers.js'

describe('a seed and a clock', () => {
  /** Returns the service's answers to the same calls, as text. */
  async function run(recipient: string, seed: string): Promise<string[]> {
    let time = 1_800_000_000_000
    const mock = await startMockService({ seed, now: () => time })
    try {
      const headers = { 'x-api-key': mock.apiKey }
      const body = quoteBody(mock, {
        recipient,
        originCurrency: tokenOf(mock.chains[0]!),
        destinationCurrency: tokenOf(mock.chains[1]!),
        amount: '100000000',
        includeProtocolData: true,
        appFees: [{ recipient: mock.accounts[2]!.address, fee: '50' }],
      })
      const quoted = await call(mock, '/quote/v2', { method: 'POST', body, headers })
      const { orderId } = quoted.body.protocol.v2
      await pay(mock, quoted.body)
      await waitFor(mock, orderId, 'success')
      time += 60_000
      const refused = await getQuote(mock, { recipient: mock.chains[1]!.depository })
      await pay(mock, refused)
      await waitFor(mock, refused.protocol.v2.orderId, 'refund')
      const answers = await Promise.all(
        [
          `/requests/${orderId}/signature`,
          `/requests/${orderId}/signature/v2`,
          `/intents/status/v3?requestId=${orderId}`,
          `/intents/status/v3?requestId=${refused.protocol.v2.orderId}`,
          `/app-fees/${mock.accounts[2]!.address}/balances`,
          '/requests/v3',
        ].map(async (path) => (await call(mock, path, { headers })).text),
      )
      return [quoted.text, ...answers]
    } finally {
      await mock.close()
    }
  }

  it('default: two runs are equal, byte for byte, and another seed differs', async () => {
    const recipient = freshAddress()
    const first = await run(recipient, 'one')
    expect(await run(recipient, 'one')).deep.equal(first)
    const other = await run(recipient, 'two')
    expect(other[0]).not.equal(first[0])
  })
})
