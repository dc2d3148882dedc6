import type { Address } from 'viem'
import { createMockAccounts, type MockAccount } from './accounts.js'
import { createAppFees } from './appFees.js'
import { type Chain, isNative } from './chains/chain.js'
import { loadHardhat, needed } from './chains/loadHardhat.js'
import { type FillRouter, listRouters } from './chains/router.js'
import { isEmbedded, startChains } from './chains/startChains.js'
import { createClock } from './clock.js'
import type { MockContext } from './context.js'
import { createControl, type MockControl } from './control.js'
import { MockRuntimeError } from './errors.js'
import type { createEvents } from './events/createEvents.js'
import { createFaults } from './faults.js'
import { controlPath } from './http/control/controlPath.js'
import { createKeys } from './keys.js'
import { createLedger } from './ledger.js'
import { readMockOptions, type StartMockServiceOptions } from './options.js'
import { requote } from './quote/createQuote.js'
import { createRandom } from './random.js'
import { createSnapshots } from './snapshots.js'
import type { SolverContext } from './solver/context.js'
import { createSolver } from './solver/createSolver.js'
import { createSolverKeys } from './solver/solverKeys.js'
import { unrefServer } from './unrefServer.js'
import { createUsage } from './usage.js'
import { createVenue } from './venue/createVenue.js'

export type MockChain = {
  id: number
  /** The name in orders. */
  name: string
  rpcUrl: string
  depository: Address
  /** The router through which the solver fills. */
  router: Address
  /** The proxy that moves the solver's tokens into that router. */
  approvalProxy: Address
  /** All routers, the one in use first. */
  routers: FillRouter[]
  /** Swaps on this chain. */
  exchange: Address
  /**
   * An `AttestedOrderReceiver`, or with `idForm: 'public'` a `SignedOrderReceiver`. It trusts the mock's solver and
   * allows the mock's accounts as recipients.
   */
  receiver: Address
  /** A `PaymentGuard` of the depository. It trusts the same solver and allows the same recipients on every chain. */
  guard: Address
  tokens: { symbol: string; address: Address; decimals: number }[]
}

export type MockService = {
  /** Base URL of the HTTP interface. */
  url: string
  /** The websocket that streams statuses. */
  wsUrl: string
  /** The URL of `control` over HTTP, for tests in other languages. GET lists the operations. */
  controlUrl: string
  /** The perps venue's own interfaces. */
  venueInfoUrl: string
  venueExchangeUrl: string
  profile: 'mock'
  /** Public, like every key of the mock. The same in every run with the same `seed`. `control.keys.create` adds keys. */
  apiKey: string
  /** The solver of new requests. `control.rotateSolver` replaces it. */
  readonly solver: Address
  chains: MockChain[]
  /** Funded with native currency and tokens on every chain. The first is the admin of every receiver. */
  accounts: MockAccount[]
  control: MockControl
  /** Stops everything, so that the process can exit. */
  close(): Promise<void>
}

/**
 * Starts the service on this machine: two chains, the service's contracts on them, its HTTP interface and its solver.
 *
 * - A quote opens a request. The request id is the order's id, or another id with `idForm: 'public'`.
 * - A deposit with the order's id in the quote's currency, of at least the quote's amount, is filled with exactly the
 *   expected amount. Every other deposit for a known order is sent back.
 * - A status follows the events on the chains. Only the expiry of a request follows the clock.
 * - Trust: all keys are public, and nothing here has value.
 * - Warning: needs the optional peers Hardhat 3, fastify and ws, and Node 22.13.
 *
 * @param options - {@link StartMockServiceOptions}
 * @throws {@link MockRuntimeError} with the command to run, {@link MockOptionError} on an invalid option.
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
  const read = readMockOptions(options)
  const accounts = createMockAccounts(read.accounts)
  // Load Hardhat first: in a Hardhat 2 project, installing other missing packages does not help.
  if (read.chains.some(isEmbedded)) await loadHardhat()
  const servers = await loadServers()
  const { chains, close: closeChains } = await startChains({ ...read, accounts })
  const { context, feed, solver } = createContext(read, chains, accounts, servers.createEvents)
  const snapshots = createSnapshots({ chains, ledger: context.ledger, solver, cut: feed.cut })
  const control = createControl(context, snapshots)
  const server = servers.createHttpServer(context, control)
  feed.attach(server.server)
  const stop = async () => {
    await feed.close()
    await server.close()
    await solver.stop()
  }
  let url: string
  try {
    url = await server.listen({ host: read.host, port: read.port })
  } catch (error) {
    await stop().finally(closeChains)
    throw error
  }
  if (read.unref) unrefServer(server.server)
  let closing: Promise<void> | undefined
  return {
    url,
    wsUrl: url.replace(/^http/, 'ws'),
    controlUrl: `${url}${controlPath}`,
    venueInfoUrl: `${url}/venue/info`,
    venueExchangeUrl: `${url}/venue/exchange`,
    profile: 'mock',
    apiKey: context.keys.defaultKey,
    get solver() {
      return context.solver.current.address
    },
    chains: chains.map(describeChain),
    accounts,
    control,
    close() {
      closing ??= stop().finally(closeChains)
      return closing
    },
  }
}

function createContext(
  {
    pollingIntervalMs,
    statusDelayMs,
    maxRequests,
    seed,
    now,
    eventsOptions,
    solverKey,
    onStatus,
    unref: _,
    ...terms
  }: ReturnType<typeof readMockOptions>,
  chains: readonly Chain[],
  accounts: readonly MockAccount[],
  openEvents: typeof createEvents,
) {
  const clock = createClock(now)
  const ledger = createLedger(clock.now, maxRequests)
  const random = createRandom(seed)
  const solverKeys = createSolverKeys(solverKey, ledger.savepoints)
  const keys = createKeys({ random, seed, ledger, now: clock.now })
  const feed = openEvents({ ...eventsOptions, ledger, clock, random, keys })
  if (onStatus) ledger.onMove(onStatus)
  const venue = createVenue({
    clock,
    ledger,
    random,
    solver: solverKeys.first.address,
    accounts: accounts.map(({ address }) => address),
  })
  const solverContext: SolverContext = {
    ...terms,
    chains,
    solver: solverKeys,
    clock,
    ledger,
    random,
    venue,
    faults: createFaults({ canReorganize: chains.some((chain) => chain.isEmbedded) }),
  }
  const usage = createUsage(clock.now)
  const { minutely, hourly, daily } = usage.counts
  ledger.savepoints.keep(random.counts, clock.offsets, solverContext.faults.current, minutely, hourly, daily)
  const solver = createSolver({
    ...solverContext,
    pollingIntervalMs,
    statusDelayMs,
    requote: (record, amount) => requote(context, record, amount),
  })
  venue.onDeposit(solver.acceptVenueDeposit)
  const context: MockContext = {
    ...terms,
    ...solverContext,
    keys,
    events: feed.events,
    appFees: createAppFees({ chains, ledger, random, now: clock.now, prices: terms.pricing.prices }),
    usage,
    filler: solver,
  }
  return { context, feed, solver }
}

function describeChain({ id, name, rpcUrl, contracts, router, currencies }: Chain): MockChain {
  const { depository, exchange, receiver, guard } = contracts
  return {
    id,
    name,
    rpcUrl,
    depository,
    router: router.address,
    approvalProxy: router.approvalProxy,
    routers: listRouters(contracts, router.label),
    exchange,
    receiver,
    guard,
    tokens: currencies
      .filter(({ address }) => !isNative(address))
      .map(({ symbol, address, decimals }) => ({ symbol, address, decimals })),
  }
}

/**
 * Imports the parts that serve HTTP and websockets. Their packages are optional peers.
 *
 * @throws {@link MockRuntimeError} with the command that installs them.
 */
async function loadServers() {
  try {
    const [{ createHttpServer }, { createEvents }] = await Promise.all([
      import('./http/createHttpServer.js'),
      import('./events/createEvents.js'),
    ])
    return { createHttpServer, createEvents }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new MockRuntimeError({
      shortMessage: 'The mock service needs the packages fastify and ws, which could not be loaded.',
      remedy: `Install them: ${needed}`,
      cause,
    })
  }
}
