import { type SimulateContractReturnType, zeroAddress } from 'viem'
import { simulateContract } from 'viem/actions'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { needPaymentField, type Payment, readPayment } from '../protocol/payment/payment.js'
import type { CallerParameters, ReceiverClient, ReceiverParameters } from './call.js'
import { readOptions } from './readOptions.js'
import { throwRevert } from './throwRevert.js'

export type SimulatePayAuthorizedParameters = ReceiverParameters &
  CallerParameters & {
    /** All terms, as `prepareAuthorizedCall` returns them. */
    payment: Payment
    /** Wei, from the minimum to the maximum. Defaults to the minimum for a native payment, and to 0 for a token. */
    value?: bigint | undefined
  }

/** `result` is the amount that would be delivered, or 0 if it would go to `refundTo`. `request` is for viem's `writeContract`. */
export type SimulatePayAuthorizedReturnType = SimulateContractReturnType<
  typeof attestedOrderReceiverAbi,
  'payAuthorized'
>

/**
 * Runs `payAuthorized` without sending it.
 *
 * - A native payment sends `value`. For a token, the receiver takes the least of the caller's balance, the caller's allowance and
 *   the maximum.
 *
 * @param client - A client of the destination chain.
 * @returns viem's result of a simulation. {@link SimulatePayAuthorizedReturnType}
 * @throws {@link FillRevertedError} with the check that failed; {@link PaymentFieldError} if a term is malformed; viem's error if
 *   no receiver answers.
 *
 * @example
 * import { simulatePayAuthorized } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroAddress, zeroHash } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * const { result } = await simulatePayAuthorized(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   payment: {
 *     originChainId: 1n,
 *     originUser: zeroHash,
 *     originCurrency: zeroHash,
 *     token: zeroAddress,
 *     minimum: 1n,
 *     maximum: 1n,
 *     recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     refundTo: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     deadline: 1800000000,
 *     salt: zeroHash,
 *     data: '0x',
 *   },
 * })
 *
 * result
 * // 1n
 */
export async function simulatePayAuthorized(
  client: ReceiverClient,
  parameters: SimulatePayAuthorizedParameters,
): Promise<SimulatePayAuthorizedReturnType> {
  const { receiver, account = client.account } = readOptions(parameters, 'receiver', 'payment')
  const { salt } = parameters.payment
  // A random salt would change the call's hash, and no evidence would match it.
  needPaymentField(salt, 'salt', salt, '32 bytes of hex')
  const payment = readPayment(parameters.payment)
  const { value = payment.token === zeroAddress ? payment.minimum : 0n } = parameters
  return throwRevert(
    'payAuthorized',
    simulateContract(client, {
      abi: attestedOrderReceiverAbi,
      address: receiver,
      functionName: 'payAuthorized',
      args: [payment],
      value,
      account,
    }),
  ) as Promise<SimulatePayAuthorizedReturnType>
}
