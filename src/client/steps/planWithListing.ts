import type { ChainRecord } from '../../service/resources/chain.js'
import { UnknownRouterError } from '../../service/steps/errors.js'
import type { RequestOptions } from '../connection.js'

/** How long to wait for the listing, in milliseconds. The quote is rejected either way. */
const patienceMs = 5_000

type Listing = { chains: readonly ChainRecord[] }

/**
 * Makes a plan. If the plan rejects a router, makes the plan again with the service's listing of chains, so that the error states
 * whether the service lists that router. A router that the service lists is still rejected.
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
