// Whom the profile trusts. What it does not name is asked for, never taken from the quote.
import type { Address } from 'viem'
import { need, type OrderTerms } from './readOrderTerms.js'

export function solverOf({ profile }: OrderTerms): Address {
  return need(profile.solvers, 'profile.solvers', 'the solvers to trust').evm
}

export function routersOf({ profile }: OrderTerms): readonly Address[] {
  return need(
    profile.routers?.length ? profile.routers : undefined,
    'profile.routers',
    'the routers to trust with a swap',
  )
}

export function depositoryOf({ origin }: OrderTerms): Address {
  return need(origin.depository, 'profile.chains', `a list that names the depository of chain ${origin.id}`)
}
