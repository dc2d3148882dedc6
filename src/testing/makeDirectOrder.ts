import { padHex } from 'viem'
import type { OrderData } from '../protocol/order/types.js'
import { readWholeRequest } from './readRequest.js'
import type { FillRequest } from './types.js'

/**
 * Creates an order that names the receiver as its fill contract. The payer presents the evidence in the fill itself.
 *
 * @param request - {@link FillRequest}
 * @returns The order, in the form of a quote's `protocol.v2.orderData`.
 *
 * @example
 * import { makeDirectOrder, makeFillRequest } from 'fillproof/testing'
 *
 * const order = makeDirectOrder(
 *   makeFillRequest({
 *     receiver: '0x1234567890123456789012345678901234567890',
 *     recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   }),
 * )
 *
 * order.output.extraData
 * // '0x0000000000000000000000001234567890123456789012345678901234567890'
 */
export function makeDirectOrder(request: FillRequest): OrderData {
  const { originChain, destinationChain, originCurrency, deadline, minimum } = readWholeRequest(request)
  return {
    version: 'v1',
    solverChainId: originChain,
    solver: request.solver.address,
    salt: request.salt,
    inputs: [
      {
        payment: {
          chainId: originChain,
          currency: originCurrency,
          amount: request.originAmount.toString(),
          weight: '1',
        },
        refunds: [
          {
            chainId: originChain,
            recipient: request.originUser,
            currency: originCurrency,
            minimumAmount: '0',
            deadline,
            extraData: '0x',
          },
        ],
      },
    ],
    output: {
      chainId: destinationChain,
      payments: [
        {
          recipient: request.recipient,
          currency: request.token,
          minimumAmount: minimum.toString(),
          expectedAmount: minimum.toString(),
        },
      ],
      calls: [],
      deadline,
      extraData: padHex(request.receiver, { size: 32 }),
    },
    fees: [],
  }
}
