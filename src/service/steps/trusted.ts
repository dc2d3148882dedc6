// Whom the profile trusts. What it does not name is asked for, never taken from the quote.
import type { Address } from 'viem'
import type { ServiceProfileRouter } from '../profile/types.js'
import { need, type OrderTerms } from './readOrderTerms.js'

export function solverOf({ profile }: OrderTerms): Address {
  return need(profile.solvers, 'profile.solvers', 'the solvers to trust').evm
}

/** The routers of the chain that is paid on, at least one. */
export function originRoutersOf({ origin }: OrderTerms): readonly ServiceProfileRouter[] {
  return need(
    origin.routers?.length ? origin.routers : undefined,
    'profile.chains',
    `a list that names the routers of chain ${origin.id}`,
  )
}

/**
 * What a router's users let take their tokens: its approval proxy.
 *
 * Anyone may make a router call anything, so that an allowance to the router itself is open to everyone.
 */
export function spenderOf({ address, approvalProxy }: ServiceProfileRouter): Address {
  return approvalProxy ?? address
}

export function depositoryOf({ origin }: OrderTerms): Address {
  return need(origin.depository, 'profile.chains', `a list that names the depository of chain ${origin.id}`)
}
