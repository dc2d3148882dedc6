import type { ChainRecord } from '../../service/resources/chain.js'
import { UnknownRouterError } from '../../service/steps/errors.js'
import type { RequestOptions } from '../connection.js'

/** How long the listing is waited for, in milliseconds: the quote is refused without it. */
const patienceMs = 5_000

type Listing = { chains: readonly ChainRecord[] }

/**
 * Makes a plan. If a router is refused, it is made again with the service's own listing, so that the error says whether the
 * service lists that router; a listing trusts nobody.
 */
export async function planWithListing<plan>(
  make: (listing?: readonly ChainRecord[]) => plan,
  getChains: (parameters: undefined, options: RequestOptions) => Promise<Listing>,
): Promise<plan> {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof UnknownRouterError)) throw error
    const listing = await getChains(undefined, { signal: AbortSignal.timeout(patienceMs) }).catch(
      () => undefined,
    )
    if (!listing) throw error
    return make(listing.chains)
  }
}
