import type { AppFees } from './appFees.js'
import type { Events } from './events/createEvents.js'
import type { IdForm } from './forms.js'
import type { HttpOptions } from './httpOptions.js'
import type { Keys } from './keys.js'
import type { Retirement } from './listRetirements.js'
import type { Pricing } from './pricing.js'
import type { SolverContext } from './solver/context.js'
import type { Solver } from './solver/createSolver.js'
import type { Usage } from './usage.js'

export type MockContext = SolverContext & {
  pricing: Pricing
  /** Seconds from the quote to the order's deadline. */
  orderLifetime: number
  idForm: IdForm
  /** Whether to reject a quote whose calls would fail now. */
  simulateCalls: boolean
  /** The operations that end or have ended, by path. */
  retirements: ReadonlyMap<string, Retirement>
  keys: Keys
  events: Events
  filler: Solver
  appFees: AppFees
  usage: Usage
  http: HttpOptions
}
