import type { OrderFieldError, UnknownChainError } from './errors.js'
import { hashList, hashText } from './hashStructs.js'
import { parseOrder } from './parseOrder.js'
import type { OrderChains, OrderData, OrderProof } from './types.js'

export type ProveOrderOutputErrorType = OrderFieldError | UnknownChainError

/**
 * Reveals an order's output and hashes its other parts, for a contract that rebuilds the order id.
 *
 * - {@link hashOrderProof} of the proof equals {@link hashOrder} of the order. A contract reads `output`, and sees inputs
 *   and fees only as hashes.
 * - Units: amounts in the smallest unit, deadlines in Unix seconds.
 * - Trust: a proof vouches for nothing by itself. The order is the solver's once the solver signed the order's id.
 *
 * @param orderData - {@link OrderData}, the quote's `protocol.v2.orderData`.
 * @param chains - {@link OrderChains}, EVM chains that this version does not know.
 * @returns The argument of the contracts. {@link OrderProof}
 * @throws {@link OrderFieldError} with the path of the first malformed field, {@link UnknownChainError} with the path of an
 * unknown chain.
 *
 * @example
 * import { hashOrder, hashOrderProof, proveOrderOutput } from 'fillproof'
 *
 * const { orderData } = quote.protocol.v2
 *
 * proveOrderOutput(orderData).output.chainId
 * // 'optimism'
 *
 * hashOrderProof(proveOrderOutput(orderData)) === hashOrder(orderData)
 * // true
 */
export function proveOrderOutput(orderData: OrderData, chains?: OrderChains): OrderProof {
  const { version, solverChainId, solver, salt, inputs, output, fees } = parseOrder(orderData, chains)
  return {
    versionHash: hashText(version),
    solverChainIdHash: hashText(solverChainId),
    solver,
    salt,
    inputsHash: hashList('Input', inputs),
    output,
    feesHash: hashList('Fee', fees),
  }
}
