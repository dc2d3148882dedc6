import type { LocalAccount } from 'viem'
import type { Chain } from './chains/chain.js'
import type { Clock } from './clock.js'
import type { Faults } from './faults.js'
import type { Ledger } from './ledger.js'
import type { Pricing } from './pricing.js'
import type { Random } from './random.js'

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
  clock: Clock
  random: Random
  faults: Faults
}
