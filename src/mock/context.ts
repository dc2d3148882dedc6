import type { LocalAccount } from 'viem'
import type { AppFees } from './appFees.js'
import type { Chain } from './chains/chain.js'
import type { Clock } from './clock.js'
import type { Events } from './events/createEvents.js'
import type { Faults } from './faults.js'
import type { HttpOptions } from './http/httpOptions.js'
import type { Keys } from './keys.js'
import type { Ledger } from './ledger.js'
import type { Pricing } from './pricing.js'
import type { Random } from './random.js'
import type { Finality } from './solver/confirmFill.js'
import type { Solver } from './solver/createSolver.js'
import type { Usage } from './usage.js'
import type { Venue } from './venue/createVenue.js'

/**
 * How request ids relate to order ids: one and the same, as the specification has it, or two, as the public service
 * has them. Attestations sign the request id, deposits carry the order id.
 */
export type IdForm = 'specification' | 'public'

/** What every part of the mock works with. */
export type MockContext = {
  chains: readonly Chain[]
  ledger: Ledger
  /** Signs attestations and orders, and pays fills and refunds. */
  solver: LocalAccount
  pricing: Pricing
  /** Seconds from the quote to the order's deadline. */
  orderLifetime: number
  idForm: IdForm
  /** Whether a quote is refused when its calls would fail now. */
  simulateCalls: boolean
  /** How far behind the head of its chain a transaction counts. */
  finality: Finality
  clock: Clock
  random: Random
  faults: Faults
  keys: Keys
  /** Tells moves by webhook and by websocket. */
  events: Events
  /** The perps venue, chain 1337. */
  venue: Venue
  /** Answers payments, and sends what others ask it to. */
  filler: Solver
  appFees: AppFees
  usage: Usage
  http: HttpOptions
}
