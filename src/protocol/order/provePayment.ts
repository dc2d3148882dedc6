import { keccak256 } from 'viem'
import { OrderFieldError, type UnknownChainError } from './errors.js'
import { hashList, hashText } from './hashStructs.js'
import { parseOrder } from './parseOrder.js'
import type { OrderChains, OrderData, PaymentOrder } from './types.js'

export type ProvePaymentErrorType = OrderFieldError | UnknownChainError

/**
 * Reveals the parts of an order that its payer must see, for a guard that rebuilds the order id.
 *
 * - Shows in full the input with its refunds, and the output's payments, chain and deadline. Calls and fees are hashes.
 *   Twin: the contracts' `PaymentOrders` library.
 * - Units: amounts in the smallest unit, deadlines in Unix seconds.
 * - Trust: a proof vouches for nothing by itself. The order is the solver's once the solver signed the order's id.
 *
 * @param orderData - {@link OrderData}, the quote's `protocol.v2.orderData`, with exactly one input.
 * @param chains - {@link OrderChains}, EVM chains that this version does not know.
 * @returns The argument of a `PaymentGuard`. {@link PaymentOrder}
 * @throws {@link OrderFieldError} with the path of the first malformed field, or `inputs` if there is not exactly one;
 * {@link UnknownChainError} with the path of an unknown chain.
 *
 * @example
 * import { provePayment } from 'fillproof'
 *
 * const { orderData } = quote.protocol.v2
 *
 * provePayment(orderData).input.payment.amount
 * // 100000000000000000n
 */
export function provePayment(orderData: OrderData, chains?: OrderChains): PaymentOrder {
  const { version, solverChainId, solver, salt, inputs, output, fees } = parseOrder(orderData, chains)
  const [input] = inputs
  if (input === undefined || inputs.length > 1) {
    throw new OrderFieldError({ field: 'inputs', value: inputs.length, requirement: 'one input' })
  }
  const { chainId, payments, deadline, calls, extraData } = output
  return {
    versionHash: hashText(version),
    solverChainIdHash: hashText(solverChainId),
    solver,
    salt,
    input,
    output: {
      chainId,
      payments,
      deadline,
      callsHash: hashList('bytes', calls),
      extraDataHash: keccak256(extraData),
    },
    feesHash: hashList('Fee', fees),
  }
}
