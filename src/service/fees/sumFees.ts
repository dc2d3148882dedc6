import Big from 'big.js'
import { needFeeInput, readSignedUsd, readUsd, writeUsd } from './values.js'

/** USD, decimal; a cost is positive, and a component that is left out is zero. */
export type SumFeesParameters = {
  execution: string
  /** Negative where the user gains. */
  swap: string
  platform: string
  app?: string | undefined
  /** `venueActivationFeeUsd` for a new deposit to the perps venue. */
  venueActivation?: string | undefined
  /** The sponsor's part of the components. */
  sponsored?: string | undefined
}

/**
 * Adds up what a user pays for a request.
 *
 * - The components less what is sponsored, exactly. No sponsor pays more than the costs among them.
 * - Warning: a quote's `expandedPriceImpact` has the other sign: there a cost is negative.
 *
 * @param parameters - {@link SumFeesParameters}
 * @returns USD, decimal; negative where the user gains more than the request costs.
 * @throws {@link FeeInputError}
 *
 * @example
 * import { sumFees } from 'fillproof/client'
 *
 * sumFees({ execution: '0.033', swap: '0.4', platform: '0.06', sponsored: '0.033' })
 * // '0.46'
 */
export function sumFees(parameters: SumFeesParameters): string {
  const { execution, swap, platform, app = '0', venueActivation = '0', sponsored = '0' } = parameters
  const components = [
    readUsd(execution, 'execution'),
    readSignedUsd(swap, 'swap'),
    readUsd(platform, 'platform'),
    readUsd(app, 'app'),
    readUsd(venueActivation, 'venueActivation'),
  ]
  const paid = readUsd(sponsored, 'sponsored')
  const costs = sum(components.filter((component) => component.gt(0)))
  needFeeInput(paid.lte(costs) || undefined, 'sponsored', sponsored, `at most the costs, ${writeUsd(costs)}`)
  return writeUsd(sum(components).minus(paid))
}

function sum(values: Big[]): Big {
  return values.reduce((total, value) => total.plus(value), Big(0))
}
