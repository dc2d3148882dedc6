import { type Hex, isAddress } from 'viem'
import { mockRouterKinds, mockRouterLabels } from '../service/profile/mockProfile.js'
import type { RateLimits } from '../service/profile/rateLimits.js'
import { solverKey as publicSolverKey } from './accounts.js'
import type { FillRouterLabel } from './chains/router.js'
import type { ChainOptions } from './chains/startChains.js'
import { MockOptionError } from './errors.js'
import type { WebhookRetryOptions } from './events/createWebhooks.js'
import { readEventsOptions } from './events/eventsOptions.js'
import type { IdForm } from './forms.js'
import { type HttpLimits, readHttpOptions } from './httpOptions.js'
import type { LedgerRequest } from './ledger.js'
import { listRetirements, retirable } from './listRetirements.js'
import { type PricingOptions, readPricing } from './pricingOptions.js'
import { requireInteger, requireKey, requireKnown, requireTypes } from './requireOption.js'
import type { Finality } from './solver/context.js'

export type StartMockServiceOptions = {
  /** The port of the HTTP interface. Defaults to 0, which takes a free port. The chains' servers take the ports after it. */
  port?: number
  /**
   * The ports of the chains' servers: one for each chain without `rpcUrl`, in the order of `chains`. 0 takes a free port.
   * Defaults to the ports after `port`.
   */
  rpcPorts?: readonly number[]
  /** The host of the HTTP interface and the chains. Defaults to 127.0.0.1. The control answers only this machine. */
  host?: string
  /**
   * Two chains or more. Defaults to 31101 `mockorigin` and 31102 `mockdestination`; orders use these names. The mock
   * runs a chain, unless you set `rpcUrl` or `provider` (EIP-1193) of an existing chain. The existing chain must be able
   * to fund accounts, as anvil and Hardhat can.
   */
  chains?: readonly ChainOptions[]
  /** The solver's private key. Defaults to a public key, which `mockProfile` trusts. */
  solverKey?: Hex
  /** The number of funded accounts. Defaults to 5. At most 100, and at most 250 divided by the number of chains. */
  accounts?: number
  /** Seconds from a quote to its order's deadline, by the destination chain's time. Defaults to 7 days. */
  orderLifetime?: number
  /** Whether a request id is the order id, as in the specification (default), or differs, as in the public service. */
  idForm?: IdForm
  /** Rejects a quote whose calls would fail now, as the public service does. Defaults to true. */
  simulateCalls?: boolean
  /**
   * The paths of operations to answer as ended, such as `quote/v2`. The answer is 410 with the successor's name. For
   * attestations the answer is 404. An announced date alone does not end an operation.
   */
  retired?: readonly string[]
  /**
   * How far the chain's head must be past a fill and its deposit before the request is a success: in blocks, and in
   * seconds of block time. Both default to 0. Chains that the mock runs create a block for each transaction and for
   * `control.mine`.
   */
  finality?: Partial<Finality>
  /**
   * The label of the router through which the solver fills. Defaults to v3.2, as in the public service. Every chain has
   * all routers.
   */
  router?: FillRouterLabel
  /** Makes random values, such as salts, the same in every run. The default API key depends on the seed. */
  seed?: string
  /** The service's own time in Unix milliseconds. Defaults to the machine's. */
  now?: () => number
  /** Fees, slippage and prices; see {@link PricingOptions}. */
  pricing?: PricingOptions
  /** The number of requests per key and minute. Unlimited by default. */
  rateLimits?: RateLimits
  /** Timeouts and the connection limit of the HTTP interface. */
  httpLimits?: Partial<HttpLimits>
  /** Retries of webhooks. */
  webhookRetry?: WebhookRetryOptions
  /** The interval of websocket pings, in milliseconds. A peer must answer each ping before the next. Defaults to 30000. */
  websocketPingMs?: number
  /** The interval at which the solver looks for deposits, in milliseconds. Defaults to 25. */
  pollingIntervalMs?: number
  /**
   * The most requests to keep. Defaults to 10000. One more request drops the oldest finished request of the older half
   * of the list. If no request of that half is finished, the oldest request is dropped.
   */
  maxRequests?: number
  /** Lets the process exit while the mock runs. Defaults to false. */
  unref?: boolean
  /** How long a request stays in each status, so that polling sees every status. Defaults to 0 milliseconds. */
  statusDelayMs?: number
  /** Called with each new request, and again with each new status of a request, in order. */
  onStatus?: (request: LedgerRequest) => void
}

const maxListed = 250
const maxPort = 65_535
const maxChainId = Number.MAX_SAFE_INTEGER
/** Deadlines have 32 bits. */
const maxOrderLifetime = 2 ** 31

export const optionNames = [
  ...(['port', 'rpcPorts', 'host', 'chains', 'solverKey', 'accounts', 'orderLifetime', 'idForm'] as const),
  ...(['simulateCalls', 'retired', 'finality', 'router', 'seed', 'now', 'pricing', 'rateLimits'] as const),
  ...(['httpLimits', 'webhookRetry', 'websocketPingMs', 'pollingIntervalMs', 'maxRequests'] as const),
  ...(['unref', 'statusDelayMs', 'onStatus'] as const),
] satisfies (keyof StartMockServiceOptions)[]

/** Applies the defaults. @throws {@link MockOptionError} */
export function readMockOptions(options: StartMockServiceOptions) {
  const {
    port = 0,
    host = '127.0.0.1',
    solverKey = publicSolverKey,
    chains = [
      { id: 31101, name: 'mockorigin' },
      { id: 31102, name: 'mockdestination' },
    ],
    accounts = 5,
    orderLifetime = 7 * 24 * 60 * 60,
    idForm = 'specification',
    simulateCalls = true,
    retired = [],
    router = mockRouterKinds.hash.label,
    finality = {},
    pricing = {},
    pollingIntervalMs = 25,
    statusDelayMs = 0,
    maxRequests = 10_000,
    unref = false,
    rateLimits,
    httpLimits,
    webhookRetry,
    websocketPingMs,
  } = options
  requireKnown('', options, optionNames)
  requireTypes('', options)
  requireInteger('port', port, 0, maxPort)
  requireInteger('orderLifetime', orderLifetime, 1, maxOrderLifetime)
  requireInteger('pollingIntervalMs', pollingIntervalMs, 1, 60_000)
  requireInteger('statusDelayMs', statusDelayMs, 0, 60_000)
  requireInteger('maxRequests', maxRequests, 1, 1_000_000)
  requireChains(chains)
  for (const path of retired) requireOneOf('retired', path, retirable)
  const rpcPorts = readRpcPorts(options.rpcPorts, port, chains)
  requireKey('solverKey', solverKey)
  // The guard's initializer lists every account on every chain, and accepts at most `maxListed`.
  requireInteger('accounts', accounts, 1, Math.min(100, Math.floor(maxListed / chains.length)))
  return {
    port,
    rpcPorts,
    host,
    solverKey,
    chains,
    accounts,
    orderLifetime,
    idForm: requireOneOf('idForm', idForm, ['specification', 'public']),
    simulateCalls,
    retirements: listRetirements({ idForm, retired }),
    finality: readFinality(finality),
    router: requireOneOf('router', router, mockRouterLabels),
    seed: options.seed,
    now: options.now,
    onStatus: options.onStatus,
    pricing: readPricing(pricing),
    http: readHttpOptions({ rateLimits, httpLimits }),
    eventsOptions: readEventsOptions({ webhookRetry, websocketPingMs }),
    pollingIntervalMs,
    statusDelayMs,
    maxRequests,
    unref,
  }
}

function readFinality(finality: NonNullable<StartMockServiceOptions['finality']>) {
  const { blocks = 0, seconds = 0 } = finality
  requireKnown('finality.', finality, ['blocks', 'seconds'])
  requireInteger('finality.blocks', blocks, 0, 1000)
  requireInteger('finality.seconds', seconds, 0, 86_400)
  return { blocks, seconds }
}

function requireChains(chains: readonly ChainOptions[]): void {
  for (const chain of chains) {
    const known = ['id', 'name', 'nativeCurrency', 'rpcUrl', 'provider', 'tokens', 'recipients'] as const
    requireTypes('', { chain })
    requireKnown('chains.', chain, known)
    requireTypes('chains.', chain, 'name')
    const { id, rpcUrl, provider, recipients = [] } = chain
    requireInteger('chains.id', id, 1, maxChainId)
    const wrong = recipients.find((recipient) => !isAddress(recipient))
    if (wrong !== undefined) {
      throw new MockOptionError({ option: 'chains.recipients', value: wrong, requirement: 'addresses' })
    }
    if (rpcUrl !== undefined && provider) {
      const requirement = 'left out if chains.rpcUrl is set'
      throw new MockOptionError({ option: 'chains.provider', value: 'one', requirement })
    }
  }
  const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length
  if (
    chains.length < 2 ||
    !isDistinct(chains.map(({ id }) => id)) ||
    !isDistinct(chains.map(({ name }) => name))
  ) {
    throw new MockOptionError({
      option: 'chains',
      value: chains.map(({ id, name }) => `${id} ${name}`).join(', '),
      requirement: 'two chains or more with distinct ids and names',
    })
  }
}

/** Returns the port of each chain that the mock serves. @throws {@link MockOptionError} */
function readRpcPorts(
  given: readonly number[] | undefined,
  port: number,
  chains: readonly ChainOptions[],
): readonly number[] {
  const { length } = chains.filter(({ rpcUrl }) => rpcUrl === undefined)
  if (!given) {
    if (port !== 0) requireInteger('port', port, 0, maxPort - length)
    return Array.from({ length }, (_, index) => (port === 0 ? 0 : port + 1 + index))
  }
  for (const one of given) requireInteger('rpcPorts', one, 0, maxPort)
  if (given.length === length) return given
  const requirement = `${length} ports, one for each chain without an rpcUrl`
  throw new MockOptionError({ option: 'rpcPorts', value: given.join(','), requirement })
}

function requireOneOf<value extends string>(option: string, value: value, known: readonly value[]): value {
  if (known.includes(value)) return value
  throw new MockOptionError({ option, value, requirement: known.join(' or ') })
}
