import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createMockAccounts, type MockAccount, solverKey } from './accounts.js'
import type { Chain } from './chains/chain.js'
import { startChains } from './chains/startChains.js'
import { createClock } from './clock.js'
import type { MockContext } from './context.js'
import { createControl, type MockControl } from './control.js'
import { createFaults } from './faults.js'
import { createHttpServer } from './http/createHttpServer.js'
import { createLedger } from './ledger.js'
import { readOptions, type StartMockServiceOptions } from './options.js'
import { createRandom } from './random.js'
import { createSolver } from './solver/createSolver.js'

export type MockChain = {
  id: number
  /** As in orders. */
  name: string
  rpcUrl: string
  depository: Address
  router: Address
  /** A `FillReceiver` that trusts the mock's solver and allows the mock's accounts as recipients. */
  receiver: Address
  tokens: { symbol: string; address: Address; decimals: number }[]
}

export type MockService = {
  /** Base URL of the HTTP interface. */
  url: string
  profile: 'mock'
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
    seed,
    now,
    ...terms
  } = readOptions(options)
  const accounts = createMockAccounts(count)
  const account = privateKeyToAccount(solverKey)
  const { chains, close: closeChains } = await startChains({ chains: chainNames, accounts, solverKey })
  const clock = createClock(now)
  const context: MockContext = {
    ...terms,
    chains,
    solver: account,
    clock,
    ledger: createLedger(clock.now),
    random: createRandom(seed),
    faults: createFaults(),
  }
  const server = createHttpServer(context)
  let url: string
  try {
    url = await server.listen({ host: '127.0.0.1', port })
  } catch (error) {
    await closeChains()
    throw error
  }
  const solver = createSolver({ ...context, pollingIntervalMs })
  let closing: Promise<void> | undefined
  return {
    url,
    profile: 'mock',
    solver: account.address,
    chains: chains.map(describeChain),
    accounts,
    control: createControl(context, solver),
    close() {
      closing ??= server
        .close()
        .then(() => solver.stop())
        .finally(closeChains)
      return closing
    },
  }
}

function describeChain({ id, name, rpcUrl, contracts, currencies }: Chain): MockChain {
  const { depository, router, receiver, token } = contracts
  const tokens = currencies
    .filter(({ address }) => address === token)
    .map(({ symbol, address, decimals }) => ({ symbol, address, decimals }))
  return { id, name, rpcUrl, depository, router, receiver, tokens }
}
