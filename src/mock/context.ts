import type { AppFees } from './appFees.js'
import type { Events } from './events/createEvents.js'
import type { HttpOptions } from './http/httpOptions.js'
import type { Keys } from './keys.js'
import type { Pricing } from './pricing.js'
import type { SolverContext } from './solver/context.js'
import type { Solver } from './solver/createSolver.js'
import type { Usage } from './usage.js'
import type { Venue } from './venue/createVenue.js'

/**
 * How request ids relate to order ids: one and the same, as the specification has it, or two, as the public service
 * has them. Attestations sign the request id, deposits carry the order id.
 */
export type IdForm = 'specification' | 'public'

/** What every part of the mock works with. */
export type MockContext = SolverContext & {
  pricing: Pricing
  /** Seconds from the quote to the order's deadline. */
  orderLifetime: number
  idForm: IdForm
  /** Whether a quote is refused when its calls would fail now. */
  simulateCalls: boolean
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
