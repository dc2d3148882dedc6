import type { SimulateContractReturnType } from 'viem'
import { simulateContract } from 'viem/actions'
import type { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { hashOrder } from '../protocol/order/hashOrder.js'
import type { CallerParameters, ReceiverClient, ReceiverParameters } from './call.js'
import { type DirectFillEvidence, encodeDirectFill } from './evidence.js'
import { readOptions } from './readOptions.js'
import { throwRevert } from './throwRevert.js'

export type SimulateFillParameters = ReceiverParameters &
  DirectFillEvidence &
  CallerParameters & {
    /** The amount to pay, in the smallest unit of the delivered token or currency. */
    amount: bigint
  }

/** `result` is the amount that would be delivered; `request` is for viem's `writeContract`. */
export type SimulateFillReturnType = SimulateContractReturnType<typeof attestedOrderReceiverAbi, 'fill'>

/**
 * Runs a direct fill without sending it.
 *
 * - A native payment sends `amount` as its value. For a token, the caller must hold and approve the amount.
 * - The calldata ends with the order's id, so that the service's settlement finds the fill. For registered terms there is no
 *   order id to append.
 * - Warning: a fill that passes now may fail later: the deadline, a policy change or another payer may come first.
 *
 * @param client - A client of the destination chain.
 * @returns viem's result of a simulation. {@link SimulateFillReturnType}
 * @throws As {@link fill}.
 *
 * @example
 * import { simulateFill } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 * const { orderData } = quote.protocol.v2
 *
 * const { request } = await simulateFill(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   attestation,
 *   orderData,
 *   amount: 700000000000000000n,
 * })
 *
 * request.functionName
 * // 'fill'
 */
export async function simulateFill(
  client: ReceiverClient,
  parameters: SimulateFillParameters,
): Promise<SimulateFillReturnType> {
  const {
    receiver,
    amount,
    orderData,
    account = client.account,
  } = readOptions(parameters, 'receiver', 'amount')
  const { abi, args, isNative } = encodeDirectFill(parameters)
  return throwRevert(
    'fill',
    simulateContract(client, {
      abi,
      address: receiver,
      functionName: 'fill',
      args: [...args, amount],
      value: isNative ? amount : 0n,
      account,
      dataSuffix: orderData && hashOrder(orderData, parameters),
    }),
  ) as Promise<SimulateFillReturnType>
}
