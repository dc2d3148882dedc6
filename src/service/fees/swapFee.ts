import { readSignedUsd, readUsd, writeUsd } from './values.js'

/** USD, decimal. */
export type SwapFeeParameters = {
  /** The exchanges' fees. */
  dexFeesUsd: string
  /** The cost of the exchange rates. Negative if the user gains. */
  dexImpactUsd: string
  /** The solver's cost to rebalance its funds. */
  rebalancingUsd: string
}

/**
 * Computes the swap fee.
 *
 * - Adds exchange fees, exchange impact and the solver's rebalancing.
 * - Warning: a quote's price impacts have the other sign: there a cost is negative.
 *
 * @returns USD, decimal. Negative if the user gains.
 * @throws {@link FeeInputError}
 *
 * @example
 * import { swapFee } from 'fillproof/client'
 *
 * swapFee({ dexFeesUsd: '0.3', dexImpactUsd: '0.12', rebalancingUsd: '0.05' })
 * // '0.47'
 */
export function swapFee({ dexFeesUsd, dexImpactUsd, rebalancingUsd }: SwapFeeParameters): string {
  return writeUsd(
    readUsd(dexFeesUsd, 'dexFeesUsd')
      .plus(readSignedUsd(dexImpactUsd, 'dexImpactUsd'))
      .plus(readUsd(rebalancingUsd, 'rebalancingUsd')),
  )
}
