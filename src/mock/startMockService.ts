import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { allocator, createMockAccounts, type MockAccount, relayer, solverKey } from './accounts.js'
import { createAppFees } from './appFees.js'
import { type Chain, isNative } from './chains/chain.js'
import { type FillRouter, listRouters } from './chains/router.js'
import { startChains } from './chains/startChains.js'
import { createClock } from './clock.js'
import type { MockContext } from './context.js'
import { createControl, type MockControl } from './control.js'
import { createEvents } from './events/createEvents.js'
import { createFaults } from './faults.js'
import { controlPath } from './http/control/controlPath.js'
import { createHttpServer } from './http/createHttpServer.js'
import { createKeys } from './keys.js'
import { createLedger } from './ledger.js'
import { readOptions, type StartMockServiceOptions } from './options.js'
import { requote } from './quote/createQuote.js'
import { createRandom } from './random.js'
import { createSolver } from './solver/createSolver.js'
import { createUsage } from './usage.js'
import { createVenue } from './venue/createVenue.js'

export type MockChain = {
  id: number
  /** As in orders. */
  name: string
  rpcUrl: string
  depository: Address
  /** Through which the solver fills. */
  router: Address
  /** Brings the solver's tokens into that router. */
  approvalProxy: Address
  /** Both versions, the one in use first. */
  routers: FillRouter[]
  /** Swaps on this chain. */
  exchange: Address
  /**
   * A `FillReceiver`, with `idForm: 'public'` a `SignedOrderReceiver`, that trusts the mock's solver and allows the
   * mock's accounts as recipients.
   */
  receiver: Address
  /** A `PaymentGuard` before the depository, that trusts the same solver and allows the same recipients everywhere. */
  guard: Address
  tokens: { symbol: string; address: Address; decimals: number }[]
}

export type MockService = {
  /** Base URL of the HTTP interface. */
  url: string
  /** Of the websocket that streams statuses. */
  wsUrl: string
  /** The levers of `control`, for other languages; see GET there. */
  controlUrl: string
  /** The perps venue's own interfaces. */
  venueInfoUrl: string
  venueExchangeUrl: string
  profile: 'mock'
  /** Known to everybody, like every key here; more by `control.keys.create`. */
  apiKey: string
  solver: Address
  chains: MockChain[]
  /** Funded with native currency and tokens on every chain; the first is the admin of every receiver. */
  accounts: MockAccount[]
  control: MockControl
  /** Ends everything; a process that has nothing else to do exits then. */
  close(): Promise<void>
}

/**
 * Starts the service on this machine: two chains, the service's contracts on them, its HTTP interface and its solver.
 *
 * - Rule: a quote opens a request whose id is the order's id; a deposit with that id, of at least the amount and in the
 *   currency of the quote, is filled with exactly the expected amount; every other one is sent back. A status moves
 *   only on what was seen on a chain.
 * - Trust: all keys are known to everybody. Nothing here is a secret and nothing is worth anything.
 * - Warning: it needs Hardhat 3, an optional peer, and Node 22.13.
 *
 * @param options - {@link StartMockServiceOptions}
 * @returns {@link MockService}
 * @throws {@link MockRuntimeError} with the line that helps, {@link MockOptionError} on a bad option.
 *
 * @example
 * import { startMockService } from 'fillproof/mock'
 *
 * const mock = await startMockService()
 * const [origin, destination] = mock.chains
 * const response = await fetch(`${mock.url}/quote/v2`, {
 *   method: 'POST',
 *   headers: { 'content-type': 'application/json' },
 *   body: JSON.stringify({
 *     user: mock.accounts[0].address,
 *     originChainId: origin.id,
 *     destinationChainId: destination.id,
 *     originCurrency: '0x0000000000000000000000000000000000000000',
 *     destinationCurrency: '0x0000000000000000000000000000000000000000',
 *     amount: '1000000000000000000',
 *     tradeType: 'EXACT_INPUT',
 *   }),
 * })
 * const quote = await response.json()
 * await mock.close()
 *
 * quote.details.currencyOut.amount
 * // '999990000000000000'
 */
export async function startMockService(options: StartMockServiceOptions = {}): Promise<MockService> {
  const {
    port,
    chains: chainNames,
    accounts: count,
    pollingIntervalMs,
    statusDelayMs,
    seed,
    now,
    eventsOptions,
    router,
    ...terms
  } = readOptions(options)
  const accounts = createMockAccounts(count)
  const account = privateKeyToAccount(solverKey)
  const { chains, close: closeChains } = await startChains({
    chains: chainNames,
    accounts,
    solverKey,
    relayer,
    allocator: allocator.address,
    router,
    idForm: terms.idForm,
  })
  const clock = createClock(now)
  const ledger = createLedger(clock.now)
  const random = createRandom(seed)
  const keys = createKeys({ random, ledger })
  const feed = createEvents({ ...eventsOptions, ledger, clock, random, keys })
  const parts: Omit<MockContext, 'filler'> = {
    ...terms,
    chains,
    solver: account,
    clock,
    ledger,
    random,
    keys,
    events: feed.events,
    venue: createVenue({
      clock,
      random,
      solver: account.address,
      accounts: accounts.map(({ address }) => address),
    }),
    faults: createFaults(),
    appFees: createAppFees({ chains, ledger, random, now: clock.now, prices: terms.pricing.prices }),
    usage: createUsage(clock.now),
  }
  const solver = createSolver({
    ...parts,
    pollingIntervalMs,
    statusDelayMs,
    requote: (record, amount) => requote(context, record, amount),
  })
  parts.venue.onDeposit(solver.acceptVenueTransfer)
  const context: MockContext = { ...parts, filler: solver }
  const control = createControl(context, solver)
  const server = createHttpServer(context, control)
  feed.attach(server.server)
  let url: string
  try {
    url = await server.listen({ host: '127.0.0.1', port })
  } catch (error) {
    await feed.close()
    await solver.stop()
    await closeChains()
    throw error
  }
  let closing: Promise<void> | undefined
  return {
    url,
    wsUrl: url.replace(/^http/, 'ws'),
    controlUrl: `${url}${controlPath}`,
    venueInfoUrl: `${url}/venue/info`,
    venueExchangeUrl: `${url}/venue/exchange`,
    profile: 'mock',
    apiKey: keys.defaultKey,
    solver: account.address,
    chains: chains.map(describeChain),
    accounts,
    control,
    close() {
      closing ??= feed
        .close()
        .then(() => server.close())
        .then(() => solver.stop())
        .finally(closeChains)
      return closing
    },
  }
}

function describeChain({ id, name, rpcUrl, contracts, router, currencies }: Chain): MockChain {
  const { depository, exchange, receiver, guard } = contracts
  const tokens = currencies
    .filter(({ address }) => !isNative(address))
    .map(({ symbol, address, decimals }) => ({ symbol, address, decimals }))
  return {
    id,
    name,
    rpcUrl,
    depository,
    router: router.address,
    approvalProxy: router.approvalProxy,
    routers: listRouters(contracts, router.version),
    exchange,
    receiver,
    guard,
    tokens,
  }
}
