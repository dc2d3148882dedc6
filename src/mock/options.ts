import type { RouterVersion } from '../service/profile/types.js'
import type { ChainOptions } from './chains/startChains.js'
import type { IdForm } from './context.js'
import { MockOptionError } from './errors.js'
import type { WebhookRetryOptions } from './events/createWebhooks.js'
import { readEventsOptions } from './events/eventsOptions.js'
import { type HttpLimits, type RateLimits, readHttpOptions } from './http/httpOptions.js'
import { defaultPricing, type Pricing } from './pricing.js'
import { requireInteger } from './requireInteger.js'
import type { Finality } from './solver/context.js'

export type StartMockServiceOptions = {
  /** Of the HTTP interface on 127.0.0.1; 0 (default) takes a free one. */
  port?: number
  /**
   * Two chains or more; by default 31101 `mockorigin` and 31102 `mockdestination`. Names are those of orders. With
   * `rpcUrl` the mock uses an endpoint that is there, on which it can fund accounts, such as anvil's.
   */
  chains?: readonly ChainOptions[]
  /** How many funded accounts there are; 5 by default, at most 100, and 250 divided by the number of chains. */
  accounts?: number
  /** Seconds from a quote to its order's deadline, by the destination chain's time; 7 days by default. */
  orderLifetime?: number
  /** Whether request ids are order ids, as in the specification (default), or two ids, as in the public service. */
  idForm?: IdForm
  /** Refuses a quote whose calls would fail now, as the public service does; true by default. */
  simulateCalls?: boolean
  /**
   * What a fill and its deposit wait for before the request is a success; no block and no second by default. Chains that
   * the mock runs make a block for each transaction, and on `control.mine`.
   */
  finality?: Partial<Finality>
  /** The version of the router through which the solver fills; v3 by default. Every chain has both. */
  router?: RouterVersion
  /** Makes what is made up, such as salts, the same in every run. */
  seed?: string
  /** The service's own time in Unix milliseconds; the machine's by default. */
  now?: () => number
  /** Fees and slippage; see {@link Pricing}. */
  pricing?: Partial<Pricing>
  /** What a key can ask for in a minute; without limits by default. */
  rateLimits?: RateLimits
  /** How long the HTTP interface waits for callers, and for how many at a time. */
  httpLimits?: Partial<HttpLimits>
  /** How webhooks that did not arrive are sent again. */
  webhookRetry?: WebhookRetryOptions
  /** How often a websocket's peer must show that it is there, in milliseconds; 30000 by default. */
  websocketPingMs?: number
  /** How often the solver looks for deposits; 25 by default. */
  pollingIntervalMs?: number
  /** How long the solver leaves a request in each status, so that somebody who polls sees them all; 0 by default. */
  statusDelayMs?: number
}

const maxListed = 250
const maxChainId = Number.MAX_SAFE_INTEGER
/** Deadlines have 32 bits. */
const maxOrderLifetime = 2 ** 31

/** Fills the defaults in. @throws {@link MockOptionError} */
export function readOptions(options: StartMockServiceOptions) {
  const {
    port = 0,
    chains = [
      { id: 31101, name: 'mockorigin' },
      { id: 31102, name: 'mockdestination' },
    ],
    accounts = 5,
    orderLifetime = 7 * 24 * 60 * 60,
    idForm = 'specification',
    simulateCalls = true,
    router = 'v3',
    finality: { blocks = 0, seconds = 0 } = {},
    seed,
    now,
    pricing = {},
    pollingIntervalMs = 25,
    statusDelayMs = 0,
  } = options
  requireInteger('port', port, 0, 65_535)
  requireInteger('accounts', accounts, 1, 100)
  requireInteger('orderLifetime', orderLifetime, 1, maxOrderLifetime)
  requireInteger('pollingIntervalMs', pollingIntervalMs, 1, 60_000)
  requireInteger('statusDelayMs', statusDelayMs, 0, 60_000)
  requireInteger('finality.blocks', blocks, 0, 1000)
  requireInteger('finality.seconds', seconds, 0, 86_400)
  for (const { id, name } of chains) {
    requireInteger('chains.id', id, 1, maxChainId)
    if (name === '') throw new MockOptionError({ option: 'chains.name', value: name, requirement: 'a name' })
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
      requirement: 'two chains or more, no two of one id or one name',
    })
  }
  // A guard is made with everybody on every chain in its list, which is as much as one creation takes.
  requireInteger('accounts', accounts, 1, Math.floor(maxListed / chains.length))
  return {
    port,
    chains,
    accounts,
    orderLifetime,
    idForm: requireOneOf('idForm', idForm, ['specification', 'public']),
    simulateCalls,
    finality: { blocks, seconds },
    router: requireOneOf('router', router, ['v3', 'v2.1']),
    seed,
    now,
    pricing: readPricing(pricing),
    http: readHttpOptions(options),
    eventsOptions: readEventsOptions(options),
    pollingIntervalMs,
    statusDelayMs,
  }
}

function readPricing(pricing: Partial<Pricing>): Pricing {
  const { prices, ...rest } = pricing
  const read = { ...defaultPricing, ...rest, prices: { ...defaultPricing.prices, ...prices } }
  for (const [name, value] of Object.entries({ ...read, ...prefixed('prices.', read.prices) })) {
    if (typeof value !== 'bigint') continue
    const max = name.endsWith('Bps') ? 9_999n : 10n ** 12n
    const min = name.startsWith('prices.') ? 1n : 0n
    if (value < min || value > max) {
      throw new MockOptionError({
        option: `pricing.${name}`,
        value,
        requirement: `between ${min} and ${max}`,
      })
    }
  }
  return read
}

function prefixed(prefix: string, values: Readonly<Record<string, bigint>>): Record<string, bigint> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]))
}

function requireOneOf<value extends string>(option: string, value: value, known: readonly value[]): value {
  if (known.includes(value)) return value
  throw new MockOptionError({ option, value, requirement: known.join(' or ') })
}
