import Big from 'big.js'
import { needFeeInput, readSignedUsd, readUsd, writeUsd } from './values.js'

/** The components of the cost, in USD, decimal. A cost is positive, and an omitted component is zero. */
export type SumFeesParameters = {
  execution: string
  /** Negative if the user gains. */
  swap: string
  platform: string
  app?: string | undefined
  /** `venueActivationFeeUsd` for a new deposit to the perps venue. */
  venueActivation?: string | undefined
  /** The part of the components that the sponsor pays. */
  sponsored?: string | undefined
}

/**
 * Adds up the cost of a request for the user.
 *
 * - Adds the components and subtracts the sponsored part, exactly. The sponsored part can't exceed the sum of the positive
 *   components.
 * - Warning: a quote's `expandedPriceImpact` has the other sign: there a cost is negative.
 *
 * @returns USD, decimal. Negative if the user gains more than the request costs.
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
