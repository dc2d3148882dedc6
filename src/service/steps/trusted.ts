// Whom the profile trusts. What it does not name is asked for, never taken from the quote.
import type { Address } from 'viem'
import type { ServiceProfileRouter } from '../profile/types.js'
import { needStepOption, type OrderTerms } from './readOrderTerms.js'

export function solverOf({ profile }: OrderTerms): Address {
  return needStepOption(profile.solvers, 'profile.solvers', 'the solvers to trust').evm
}

/** Returns the routers of the chain that is paid on, at least one. */
export function originRoutersOf({ origin }: OrderTerms): readonly ServiceProfileRouter[] {
  return needStepOption(
    origin.routers?.length ? origin.routers : undefined,
    'profile.chains',
    `a list that names the routers of chain ${origin.id}, which extendProfile adds`,
  )
}

/** A router, and what its users let take their tokens. */
export type Spender = { router: ServiceProfileRouter; address: Address }

/**
 * Returns the approval proxies of the routers of the chain that is paid on, at least one.
 *
 * Anyone may make a router call anything, so that an allowance to the router itself is open to everyone.
 */
export function originSpendersOf(terms: OrderTerms): readonly Spender[] {
  const spenders = originRoutersOf(terms).flatMap((router) =>
    router.approvalProxy ? [{ router, address: router.approvalProxy }] : [],
  )
  return needStepOption(
    spenders.length > 0 && spenders,
    'profile.chains',
    `a list that names an approval proxy on chain ${terms.origin.id}, which extendProfile adds`,
  )
}

export function depositoryOf({ origin }: OrderTerms): Address {
  return needStepOption(
    origin.depository,
    'profile.chains',
    `a list that names the depository of chain ${origin.id}`,
  )
}
