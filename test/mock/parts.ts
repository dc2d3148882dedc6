import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import Fastify from 'fastify'
import type { Address, Hex } from 'viem'
import { zeroAddress, zeroHash } from 'viem'
import { createClock } from '../../src/mock/clock.js'
import { createEvents } from '../../src/mock/events/createEvents.js'
import { readEventsOptions } from '../../src/mock/events/eventsOptions.js'
import { registerAuthorize, registerVenue } from '../../src/mock/http/venue.js'
import { createKeys } from '../../src/mock/keys.js'
import { createLedger, type NewRequest, type RequestTerms } from '../../src/mock/ledger.js'
import { createRandom } from '../../src/mock/random.js'
import { createVenue } from '../../src/mock/venue/createVenue.js'

export const nowMs = 1784937600000
export const requestId = `0x${'9a'.repeat(32)}` as Hex
export const otherId = `0x${'92'.repeat(32)}` as Hex
const user = '0x1111111111111111111111111111111111111111' as Address

const terms: RequestTerms = {
  payment: 'deposit',
  user,
  recipient: user,
  originChainId: 31101,
  destinationChainId: 31102,
  originCurrency: zeroAddress,
  destinationCurrency: zeroAddress,
  inputAmount: 2n,
  expectedAmount: 1n,
  calls: [],
  evmChains: [],
  orderData: {} as RequestTerms['orderData'],
}

/** A request as a quote opens it. */
export function newRequest(
  fields: Partial<Omit<NewRequest, 'terms'>> & { terms?: Partial<RequestTerms> } = {},
): NewRequest {
  const id = fields.id ?? requestId
  return {
    id,
    orderId: id,
    attestation: { requestData: {} as NewRequest['attestation']['requestData'], signature: zeroHash },
    request: {},
    ...fields,
    terms: { ...terms, ...fields.terms },
  }
}

/** The ledger with its events, on a real HTTP server, without chains. */
export async function startEvents(options: Parameters<typeof readEventsOptions>[0] = {}) {
  const clock = createClock(() => nowMs)
  const ledger = createLedger(clock.now)
  const random = createRandom('events')
  const keys = createKeys({ random, ledger })
  const feed = createEvents({ ...readEventsOptions(options), ledger, clock, random, keys })
  const server = createServer()
  feed.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...feed,
    ledger,
    apiKey: keys.defaultKey,
    port,
    wsUrl: `ws://127.0.0.1:${port}`,
    async close() {
      await feed.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The venue and POST /authorize on a real HTTP server, without chains. */
export async function startVenue(accounts: readonly Address[], solver: Address = user) {
  const clock = createClock(() => nowMs)
  const ledger = createLedger(clock.now)
  const venue = createVenue({ clock, ledger, random: createRandom('venue'), solver, accounts })
  const server = Fastify({ forceCloseConnections: true })
  registerAuthorize(server, { ledger, venue })
  registerVenue(server, { venue, clock })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return { venue, ledger, url, close: () => server.close() }
}

/** Waits until something holds, for as long as a slow machine needs. */
export async function until(holds: () => unknown, what: string): Promise<void> {
  for (let attempt = 0; !holds(); attempt++) {
    if (attempt === 1000) expect.fail(`It never came to: ${what}`)
    await sleep(5)
  }
}
