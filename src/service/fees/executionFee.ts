import Big from 'big.js'
import { flatExecutionFeeUsd } from './schedule.js'
import { needFeeInput, readUsd, writeUsd } from './values.js'

export type ExecutionFeeParameters = {
  /** The estimate for the fill, USD. */
  destinationGasUsd: string
  /** Whether the solver sends the origin transaction too. */
  isGasless: boolean
  /** The estimate for the origin, USD. Required if `isGasless` is set. */
  originGasUsd?: string | undefined
}

/** USD, decimal. */
export type ExecutionFeeReturnType = {
  flat: string
  destinationGas: string
  originGas: string
  total: string
}

/**
 * Computes the execution fee.
 *
 * - Adds the flat fee and the destination's gas. For a gasless request, also adds the origin's gas, which the user otherwise pays
 *   to the network.
 *
 * @throws {@link FeeInputError}
 *
 * @example
 * import { executionFee } from 'fillproof/client'
 *
 * executionFee({ destinationGasUsd: '0.013', isGasless: false })
 * // { flat: '0.02', destinationGas: '0.013', originGas: '0', total: '0.033' }
 */
export function executionFee(parameters: ExecutionFeeParameters): ExecutionFeeReturnType {
  const { destinationGasUsd, isGasless, originGasUsd } = parameters
  needFeeInput(typeof isGasless === 'boolean' || undefined, 'isGasless', isGasless, 'true or false')
  const destinationGas = readUsd(destinationGasUsd, 'destinationGasUsd')
  const given = isGasless || originGasUsd !== undefined ? readUsd(originGasUsd, 'originGasUsd') : Big(0)
  const originGas = isGasless ? given : Big(0)
  return {
    flat: flatExecutionFeeUsd,
    destinationGas: writeUsd(destinationGas),
    originGas: writeUsd(originGas),
    total: writeUsd(destinationGas.plus(originGas).plus(flatExecutionFeeUsd)),
  }
}
