import type { Hex } from 'viem'
import { signAttestation } from '../protocol/attestation/signAttestation.js'
import type { AttestationInput } from '../protocol/attestation/types.js'
import { hashOrder } from '../protocol/order/hashOrder.js'
import type { OrderData } from '../protocol/order/types.js'
import { readWholeRequest } from './readRequest.js'
import type { FillRequest } from './types.js'

export type AttestOrderReturnType = { attestation: AttestationInput; signature: Hex }

/**
 * Attests an order as in the specification: the request id is the order id.
 *
 * The other attested words come from `request`, not from `orderData`. So a test can attest other values than the order has.
 *
 * @param request - {@link FillRequest}, whose solver signs.
 * @param orderData - The order.
 * @returns The evidence for an `AttestedOrderReceiver`, without the order. {@link AttestOrderReturnType}
 *
 * @example
 * import { attestOrder, makeDirectOrder, makeFillRequest } from 'fillproof/testing'
 * import { recoverSolver } from 'fillproof'
 *
 * const request = makeFillRequest({
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * })
 * const evidence = await attestOrder(request, makeDirectOrder(request))
 *
 * (await recoverSolver(evidence)) === request.solver.address
 * // true
 */
export async function attestOrder(
  request: FillRequest,
  orderData: OrderData,
): Promise<AttestOrderReturnType> {
  readWholeRequest(request)
  const attestation = {
    layout: 'v1',
    requestId: hashOrder(orderData),
    originChainId: request.originChainId,
    originUser: request.originUser,
    originCurrency: request.originCurrency,
    originAmount: request.originAmount,
    destinationChainId: request.destinationChainId,
    destinationUser: request.recipient,
  } as const
  return { attestation, signature: await signAttestation({ attestation, account: request.solver }) }
}
