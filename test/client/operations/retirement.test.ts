import { expect } from 'chai'
import {
  createServiceClient,
  type RetirementNotice,
  relayProfile,
  type ServiceProfile,
} from '../../../src/client/index.js'
import { thrown } from '../../support/errors.js'
import { answer, setUpHttpServer } from '../../support/httpServer.js'
import { mistyped } from '../../support/mistyped.js'

const requestId = `0x${'77'.repeat(32)}`
const routeMissing = { message: 'Route GET:/any not found', error: 'Not Found', statusCode: 404 }
const priceRequest = {
  user: `0x${'11'.repeat(20)}`,
  originChainId: 1,
  destinationChainId: 8453,
  originCurrency: `0x${'00'.repeat(20)}`,
  destinationCurrency: `0x${'00'.repeat(20)}`,
  amount: 1n,
  tradeType: 'EXACT_INPUT',
} as const

describe('an operation that the service retires', () => {
  const server = setUpHttpServer()
  const connect = (
    profile: 'relay' | 'mock' | ServiceProfile,
    onRetirement?: (notice: RetirementNotice) => unknown,
  ) =>
    createServiceClient({
      profile,
      baseUrl: server.url,
      retry: { limit: 0 },
      ...(onRetirement && { onRetirement }),
    })

  describe('getAttestation', () => {
    async function ask(
      profile: 'relay' | 'mock',
      status: number,
      layout: 'v1' | 'v2',
      body: object = routeMissing,
    ) {
      server.respondWith(answer(status, body))
      return thrown(() => connect(profile).getAttestation({ requestId, layout }))
    }

    for (const layout of ['v1', 'v2'] as const) {
      for (const status of [404, 410]) {
        it(`error: ${layout}, ${status}: reports the end date and the successor`, async () => {
          const error = await ask('relay', status, layout)
          expect(error).include({ name: 'ServiceRetiredError', status, ends: '2026-09-01' })
          expect(error.successor).contain('includeProtocolData')
          expect(error.message).contain('2026-09-01')
        })
      }

      it(`behavior: ${layout}: not retired in the specification's form, and other refusals are reported as usual`, async () => {
        expect(await ask('mock', 404, layout)).include({ name: 'ServiceHttpError', status: 404 })
        expect(await ask('relay', 403, layout)).include({ name: 'ServiceHttpError', status: 403 })
      })
    }

    it("behavior: keeps the operation's own message that it found nothing", async () => {
      for (const body of [{ message: 'Request not found' }, { code: 'REQUEST_NOT_FOUND' }]) {
        expect(await ask('relay', 404, 'v1', body)).include({ name: 'ServiceHttpError', status: 404 })
        expect(await ask('relay', 410, 'v1', body)).include({ name: 'ServiceRetiredError', status: 410 })
      }
      for (const body of [{}, { message: 'Not Found' }, { message: 'Cannot GET /requests' }]) {
        expect(await ask('relay', 404, 'v1', body)).include({ name: 'ServiceRetiredError', status: 404 })
      }
    })
  })

  const calls: [
    name: string,
    ends: string,
    call: (client: ReturnType<typeof connect>) => Promise<unknown>,
  ][] = [
    ['quote', '2027-02-23', (client) => client.getQuote(priceRequest)],
    ['price', '2027-02-23', (client) => client.getPrice(priceRequest)],
    [
      'permits',
      '2027-02-23',
      (client) => client.submitPermit({ signature: '0x12', body: { kind: 'permit2', requestId } }),
    ],
  ]
  for (const [name, ends, call] of calls) {
    it(`error: ${name}: 410 names the successor, 404 only after the profile's end date, 429 never`, async () => {
      const { path, successor } = relayProfile.operations![name as 'quote']!
      const ended = { path, successor, ends: '2026-01-01' }
      const over: ServiceProfile = { ...relayProfile, operations: { [name]: ended } }
      const open = { ...over, operations: { [name]: { ...ended, ends: '2999-01-01' } } }
      const error = async (profile: 'relay' | ServiceProfile, status: number) => {
        server.respondWith(answer(status, routeMissing))
        return thrown(() => call(connect(profile)))
      }
      expect(await error('relay', 410)).include({ name: 'ServiceRetiredError', successor, ends })
      expect(await error(over, 404)).include({ name: 'ServiceRetiredError', successor, ends: ended.ends })
      expect(await error(open, 404)).include({ name: 'ServiceHttpError', status: 404 })
      expect(await error(over, 429)).include({ name: 'ServiceRateLimitError' })
    })
  }

  describe('onRetirement', () => {
    const headers = {
      deprecation: '@1795564800',
      sunset: 'Tue, 23 Feb 2027 00:00:00 GMT',
      link: '</quote/v3>; rel="successor-version", <https://docs.example/a,b>; rel="deprecation"; type="text/html"',
    }
    const price = { details: { currencyOut: { amount: '1' } } }

    it('default: reports once per operation and client, whatever the answer; follows no link', async () => {
      const notices: RetirementNotice[] = []
      const client = connect('relay', (notice) => notices.push(notice))
      server.respondWith(answer(400, { message: 'no' }, headers))
      await thrown(() => client.getPrice(priceRequest))
      server.respondWith(answer(200, price, headers))
      await client.getPrice(priceRequest)
      await client.getPrice(priceRequest)
      const notice = {
        deprecatedAt: 1795564800,
        endsAt: 1803340800,
        links: [
          { rel: 'successor-version', url: '/quote/v3' },
          { rel: 'deprecation', url: 'https://docs.example/a,b' },
        ],
      }
      expect(notices).deep.equal([{ operation: 'POST /price', ...notice }])
      expect(server.requests).length(2)
      const other = [`0x${'78'.repeat(32)}`, requestId]
      server.respondWith(answer(404, routeMissing, headers))
      for (const id of other) await thrown(() => client.getAttestation({ requestId: id }))
      expect(notices.slice(1)).deep.equal([{ operation: 'GET /requests/{requestId}/signature', ...notice }])
      await thrown(() => connect('relay', (found) => notices.push(found)).getPrice(priceRequest))
      expect(notices).length(3)
    })

    it('behavior: omits an unreadable date; a link alone announces nothing', async () => {
      const notices: RetirementNotice[] = []
      const ask = async (said: Record<string, string>) => {
        server.respondWith(answer(200, price, said))
        await connect('relay', (notice) => notices.push(notice)).getPrice(priceRequest)
      }
      await ask({ deprecation: 'true', sunset: 'soon', link: 'nothing' })
      await ask({ link: headers.link })
      expect(notices).deep.equal([{ operation: 'POST /price', links: [] }])
    })

    it('behavior: a callback that throws changes no answer', async () => {
      server.respondWith(answer(200, price, headers))
      const throws = () => {
        throw new Error('no')
      }
      const unhandled: unknown[] = []
      const listen = (reason: unknown) => unhandled.push(reason)
      process.on('unhandledRejection', listen)
      try {
        for (const onRetirement of [throws, async () => throws()]) {
          expect(await connect('relay', onRetirement).getPrice(priceRequest)).deep.include(price)
        }
        await new Promise((resolve) => setTimeout(resolve, 20))
      } finally {
        process.off('unhandledRejection', listen)
      }
      expect(unhandled).deep.equal([])
    })

    it('attack: at most ten links, without control characters', async () => {
      const link = Array.from({ length: 12 }, (_, index) => `</a\u009b${index}>; rel="x"`).join(', ')
      const notices: RetirementNotice[] = []
      server.respondWith(answer(200, price, { ...headers, link }))
      await connect('relay', (notice) => notices.push(notice)).getPrice(priceRequest)
      const links = Array.from({ length: 10 }, (_, index) => ({ rel: 'x', url: `/a ${index}` }))
      expect(notices[0]!.links).deep.equal(links)
    })

    it("behavior: the venue's own interface announces nothing of the service", async () => {
      const notices: RetirementNotice[] = []
      server.respondWith(answer(500, { message: 'no' }, headers))
      const client = createServiceClient({
        ...{ profile: 'mock', baseUrl: server.url, venueInfoUrl: server.url },
        onRetirement: (notice) => notices.push(notice),
        retry: { limit: 0 },
      })
      const error = await thrown(() => client.getVenueBalance({ user: `0x${'12'.repeat(20)}` }))
      expect(error).include({ name: 'ServiceHttpError', status: 500 })
      expect(notices).deep.equal([])
    })

    it('error: not a function', async () => {
      const error = await thrown(() => connect('relay', mistyped('log')))
      expect(error).include({ name: 'ClientOptionError', option: 'onRetirement' })
    })
  })
})
