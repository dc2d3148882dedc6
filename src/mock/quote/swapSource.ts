import { CallerError } from '../callerError.js'
import type { QuoteBody } from './quoteBody.js'

/** The name of the source of swaps on one chain. */
export const swapSource = 'mock-exchange'

/**
 * Checks that the caller does not exclude {@link swapSource}, the only source of swaps within one chain.
 *
 * @throws {@link CallerError}
 */
export function requireSwapSource(fields: QuoteBody): void {
  const included = [fields.includedSwapSources, fields.includedOriginSwapSources]
  const isExcluded =
    fields.disableOriginSwaps ||
    fields.excludedSwapSources?.includes(swapSource) ||
    included.some((names) => names && names.length > 0 && !names.includes(swapSource))
  if (!isExcluded) return
  throw new CallerError('NO_SWAP_ROUTES_FOUND', `Swaps on one chain are made by ${swapSource} alone.`)
}
