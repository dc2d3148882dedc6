import { expect } from 'chai'
import { numberOf } from '../../scripts/interface/items.js'
import { createConnection } from '../../src/client/createConnection.js'
import { getQuote } from '../../src/client/operations/table.js'
import type { QuoteV2 } from '../../src/service/resources/quote.js'
import { tradeTypes } from '../../src/service/resources/quoteRequest.js'
import { quote, trade, user } from '../client/operations/fixtures.js'
import { thrown } from '../support/errors.js'
import { answer, setUpHttpServer } from '../support/httpServer.js'

describe('interface: What the service does', () => {
  const server = setUpHttpServer()
  const send = async (change: object) => {
    server.respondWith(answer(200, quote))
    const connection = createConnection({ profile: 'mock', baseUrl: server.url })
    const result = (await getQuote(connection, { ...trade, amount: 5n, ...change })) as QuoteV2
    return { result, body: server.requests[0]!.body }
  }

  it('a quote lists ordered steps, fees and details [1]', async () => {
    const { result } = await send({})
    expect(result.steps.map(({ id }) => id)).deep.equal(['deposit'])
    expect(result.fees?.relayer?.amount).equal('30754920')
    expect(result.details?.currencyOut?.minimumAmount).equal('30454920')
  })

  for (const tradeType of ['EXACT_INPUT', 'EXPECTED_OUTPUT', 'EXACT_OUTPUT']) {
    it(`the trade type ${tradeType} is sent with its amount [${numberOf('What the service does', tradeType)}]`, async () => {
      expect((await send({ tradeType })).body).include({ tradeType, amount: '5' })
    })
  }

  it('there are three trade types, and no other is sent', async () => {
    expect([...tradeTypes].sort()).deep.equal(['EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT'])
    expect(await thrown(() => send({ tradeType: 'EXACT' }))).include({
      name: 'InvalidRequestError',
      path: 'tradeType',
      value: 'EXACT',
    })
    expect(server.requests).length(0)
  })

  it('a call on the destination chain, a swap and a bridge are the same operation', async () => {
    const txs = [{ to: user, value: '1', data: '0x12' }]
    expect((await send({ txs })).body).deep.include({ txs })
    expect((await send({ destinationChainId: 1 })).body).include({ originChainId: 1, destinationChainId: 1 })
  })
})
