import type { Verification } from '../verification.js'

export type RequestState = 'paid' | 'returned' | 'authorized' | 'not paid' | 'unknown'

/** Where a request stands, as the receiver measured it. */
export function requestState({ onchain }: Pick<Verification, 'onchain'>): RequestState {
  if (!onchain || onchain.isPaid === null) return 'unknown'
  if (onchain.returned) return 'returned'
  if (onchain.isPaid) return 'paid'
  return onchain.isAuthorized ? 'authorized' : 'not paid'
}
