import type { OrderFieldError, UnknownChainError } from './errors.js'
import { hashList, hashText } from './hashStructs.js'
import { parseOrder } from './parseOrder.js'
import type { OrderChains, OrderData, SignedOrderProof } from './types.js'

export type ProveSignedOrderErrorType = OrderFieldError | UnknownChainError

/**
 * Reveals an order's inputs and output and hashes its other parts, for a contract that takes orders signed by the solver.
 *
 * - The contract rebuilds the order id, {@link hashOrder}, and reads the origin from the inputs.
 * - Units: amounts in the smallest unit, deadlines in Unix seconds.
 * - Trust: a proof vouches for nothing by itself. The order is the solver's once the solver's signature recovers, see
 *   {@link verifyOrderSignature}.
 *
 * @param orderData - {@link OrderData}, the quote's `protocol.v2.orderData`.
 * @param chains - {@link OrderChains}, EVM chains that this version does not know.
 * @returns The argument of the contracts. {@link SignedOrderProof}
 * @throws {@link OrderFieldError} with the path of the first malformed field, {@link UnknownChainError} with the path of an
 * unknown chain.
 *
 * @example
 * import { proveSignedOrder } from 'fillproof'
 *
 * const { orderData } = quote.protocol.v2
 *
 * proveSignedOrder(orderData).inputs.map(({ payment }) => payment.amount)
 * // [100000000000000000n]
 */
export function proveSignedOrder(orderData: OrderData, chains?: OrderChains): SignedOrderProof {
  const order = parseOrder(orderData, chains)
  return {
    versionHash: hashText(order.version),
    solverChainIdHash: hashText(order.solverChainId),
    solver: order.solver,
    salt: order.salt,
    inputs: order.inputs.map(({ payment, refunds }) => ({
      payment,
      refundsHash: hashList('InputRefund', refunds),
    })),
    output: order.output,
    feesHash: hashList('Fee', order.fees),
  }
}
