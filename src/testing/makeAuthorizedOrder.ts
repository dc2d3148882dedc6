import { encodeFunctionData, type Hex, padHex, zeroAddress } from 'viem'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { padAddress } from '../protocol/address/padAddress.js'
import { encodeOrderCall } from '../protocol/order/encodeOrderCall.js'
import type { OrderData } from '../protocol/order/types.js'
import { hashPayment } from '../protocol/payment/hashPayment.js'
import { type Payment, type PaymentInput, readPayment } from '../protocol/payment/payment.js'
import { makeDirectOrder } from './makeDirectOrder.js'
import { readWholeRequest } from './readRequest.js'
import type { FillRequest } from './types.js'

export type MakeAuthorizedOrderReturnType = {
  /** The order, in the form of a quote's `protocol.v2.orderData`. */
  orderData: OrderData
  /** The argument of `payAuthorized`. */
  payment: Payment
  callHash: Hex
}

/**
 * Creates an order whose only call is `payAuthorized` on the receiver. After someone presents the evidence to the
 * receiver, any solver can fill the order.
 *
 * If the request has a `router`, the order pays and names the router, as orders of the public service do.
 *
 * @param request - {@link FillRequest}
 * @param terms - Fields of the payment that differ from the request. For a signed order pass
 * `originUser: zeroAddress`, because signed orders name no user.
 * @throws {@link PaymentFieldError} on terms that no receiver accepts.
 *
 * @example
 * import { makeAuthorizedOrder, makeFillRequest } from 'fillproof/testing'
 *
 * const { payment } = makeAuthorizedOrder(
 *   makeFillRequest({
 *     receiver: '0x1234567890123456789012345678901234567890',
 *     recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   }),
 * )
 *
 * payment.maximum
 * // 1000000000000000000n
 */
export function makeAuthorizedOrder(
  request: FillRequest,
  terms: Partial<PaymentInput> = {},
): MakeAuthorizedOrderReturnType {
  const { receiver, recipient, router, token, minimum, maximum, deadline, refundTo } =
    readWholeRequest(request)
  const payment = readPayment({
    originChainId: request.originChainId,
    originUser: padAddress(request.originUser),
    originCurrency: padAddress(request.originCurrency),
    token,
    minimum,
    maximum,
    recipient,
    refundTo,
    deadline,
    salt: request.salt,
    ...terms,
  })
  const call = {
    to: receiver,
    data: encodeFunctionData({
      abi: attestedOrderReceiverAbi,
      functionName: 'payAuthorized',
      args: [payment],
    }),
    value: payment.token === zeroAddress ? payment.minimum : 0n,
  }
  const order = makeDirectOrder({ ...request, recipient: router ?? recipient })
  const extraData = router ? padHex(router, { size: 32 }) : '0x'
  const { payment: paid, refunds } = order.inputs[0]!
  // With calls, the public service's order has a refund on each chain.
  const refund = { ...refunds[0]!, chainId: request.destinationChain, currency: request.token }
  return {
    orderData: {
      ...order,
      inputs: [{ payment: paid, refunds: [...refunds, refund] }],
      output: { ...order.output, calls: [encodeOrderCall(call)], extraData },
    },
    payment,
    callHash: hashPayment({ chainId: request.destinationChainId, receiver, payment }),
  }
}
