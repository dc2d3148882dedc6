import { ServiceError } from '../http/serviceError.js'
import type { QuoteBody } from './quoteBody.js'

/** Who makes the swaps on one chain. */
export const swapSource = 'mock-exchange'

/** The one way of a swap on one chain, unless the caller shuts it. @throws {@link ServiceError} */
export function requireSwapSource(fields: QuoteBody): void {
  const included = [fields.includedSwapSources, fields.includedOriginSwapSources]
  const isShut =
    fields.disableOriginSwaps ||
    fields.excludedSwapSources?.includes(swapSource) ||
    included.some((names) => names && names.length > 0 && !names.includes(swapSource))
  if (!isShut) return
  throw new ServiceError('NO_SWAP_ROUTES_FOUND', `Swaps on one chain are made by ${swapSource} alone.`)
}
