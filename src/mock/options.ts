import type { IdForm } from './context.js'
import { MockOptionError } from './errors.js'
import { defaultPricing, type Pricing } from './pricing.js'

export type StartMockServiceOptions = {
  /** Of the HTTP interface on 127.0.0.1; 0 (default) takes a free one. */
  port?: number
  /** The two chains; by default 31101 `mockorigin` and 31102 `mockdestination`. Names are those of orders. */
  chains?: readonly [{ id: number; name: string }, { id: number; name: string }]
  /** How many funded accounts there are; 5 by default. */
  accounts?: number
  /** Seconds from a quote to its order's deadline, by the destination chain's time; 7 days by default. */
  orderLifetime?: number
  /** Whether request ids are order ids, as in the specification (default), or two ids, as in the public service. */
  idForm?: IdForm
  /** Makes what is made up, such as salts, the same in every run. */
  seed?: string
  /** The service's own time in Unix milliseconds; the machine's by default. */
  now?: () => number
  /** Fees and slippage; see {@link Pricing}. */
  pricing?: Partial<Pricing>
  /** How often the solver looks for deposits; 25 by default. */
  pollingIntervalMs?: number
}

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
    seed,
    now,
    pricing = {},
    pollingIntervalMs = 25,
  } = options
  requireInteger('port', port, 0, 65_535)
  requireInteger('accounts', accounts, 1, 100)
  requireInteger('orderLifetime', orderLifetime, 1, maxOrderLifetime)
  requireInteger('pollingIntervalMs', pollingIntervalMs, 1, 60_000)
  for (const { id, name } of chains) {
    requireInteger('chains.id', id, 1, maxChainId)
    if (name === '') throw new MockOptionError({ option: 'chains.name', value: name, requirement: 'a name' })
  }
  if (chains.length !== 2 || chains[0].id === chains[1].id || chains[0].name === chains[1].name) {
    throw new MockOptionError({
      option: 'chains',
      value: chains.map(({ id, name }) => `${id} ${name}`).join(', '),
      requirement: 'two chains with two ids and two names',
    })
  }
  return {
    port,
    chains,
    accounts,
    orderLifetime,
    idForm: requireOneOf('idForm', idForm, ['specification', 'public']),
    seed,
    now,
    pricing: readPricing(pricing),
    pollingIntervalMs,
  }
}

function readPricing(pricing: Partial<Pricing>): Pricing {
  const read = { ...defaultPricing, ...pricing }
  for (const [name, value] of Object.entries(read)) {
    const max = name.endsWith('Bps') ? 9_999n : 10n ** 12n
    if (value < 0n || value > max) {
      throw new MockOptionError({ option: `pricing.${name}`, value, requirement: `between 0 and ${max}` })
    }
  }
  return read
}

function requireOneOf<value extends string>(option: string, value: value, known: readonly value[]): value {
  if (known.includes(value)) return value
  throw new MockOptionError({ option, value, requirement: known.join(' or ') })
}

function requireInteger(option: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return
  throw new MockOptionError({ option, value, requirement: `a whole number from ${min} to ${max}` })
}
