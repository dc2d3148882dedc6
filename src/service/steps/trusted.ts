// The addresses that the profile trusts. If the profile lacks one, the caller must add it. Trusted addresses never come from the
// quote.
import type { Address } from 'viem'
import { isEvmChain } from '../../protocol/order/chainVm.js'
import type { ServiceProfileRouter } from '../profile/types.js'
import { needStepOption, type OrderTerms } from './readOrderTerms.js'

export function solverOf({ profile }: OrderTerms): Address {
  return needStepOption(profile.solvers, 'profile.solvers', 'the solvers to trust').evm
}

/** Returns the routers of the chain on which the user pays. Throws if the profile names none. */
export function originRoutersOf({ origin }: OrderTerms): readonly ServiceProfileRouter[] {
  const routers = origin.routers?.length ? origin.routers : undefined
  return needListed(routers, `the routers of chain ${origin.id}, which extendProfile adds`)
}

/** A contract that users approve for a router, and the form of the witness that the contract checks. */
export type Spender = Pick<ServiceProfileRouter, 'address' | 'witness'>

export function spendersAmong(routers: readonly ServiceProfileRouter[] = []): readonly Spender[] {
  return routers.flatMap(({ approvalProxy, witness }) =>
    approvalProxy ? [{ address: approvalProxy, witness }] : [],
  )
}

/**
 * Returns the approval proxies of the routers on the chain on which the user pays. Throws if the profile names none.
 *
 * Never returns a router itself: anyone can make a router call any contract, and so use an allowance to the router.
 */
export function originSpendersOf(terms: OrderTerms): readonly Spender[] {
  const spenders = spendersAmong(originRoutersOf(terms))
  const proxy = `an approval proxy on chain ${terms.origin.id}, which extendProfile adds`
  return needListed(spenders.length > 0 && spenders, proxy)
}

export function depositoryOf({ origin }: OrderTerms): Address {
  return needListed(origin.depository, `the depository of chain ${origin.id}`)
}

/** Returns the addresses for deposits, in the chain's own form. An EVM chain has only one depository that takes new deposits. */
export function depositoriesOf(terms: OrderTerms): readonly string[] {
  const { origin, depositories } = terms
  if (depositories) return depositories
  if (isEvmChain(origin.name)) return [depositoryOf(terms)]
  return [...(origin.depository ? [origin.depository] : []), ...(origin.depositories ?? [])]
}

function needListed<value>(value: value | undefined | false, what: string): value {
  return needStepOption(value, 'profile.chains', `a list that names ${what}`)
}
