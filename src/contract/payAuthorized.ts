import type { Hash } from 'viem'
import type { ReceiverClient, TransactionParameters } from './call.js'
import { PaymentNotAuthorizedError } from './errors.js'
import { send } from './send.js'
import { type SimulatePayAuthorizedParameters, simulatePayAuthorized } from './simulatePayAuthorized.js'

export type PayAuthorizedParameters = SimulatePayAuthorizedParameters & TransactionParameters

/**
 * Pays an authorized call. Anyone may do so, once.
 *
 * - It is simulated first. It sends nothing if the address or the chain is wrong, or if the call would fail. A native payment
 *   sends `value`. For a token, the receiver takes the least of the caller's balance, the caller's allowance and the maximum.
 * - It does not send a call that no one authorized, since the receiver would give the payment to the call's `refundTo`.
 * - Trust: the caller pays from its own funds, and gains no right.
 *
 * @param client - A wallet client of the destination chain.
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link PaymentNotAuthorizedError} if the payment would go to `refundTo`; {@link FillRevertedError} with the check that
 *   failed; {@link PaymentFieldError} if a term is malformed; viem's error if no receiver answers.
 *
 * @example
 * import { payAuthorized } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroAddress, zeroHash } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 *
 * payAuthorized(client, {
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
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function payAuthorized(
  client: ReceiverClient,
  parameters: PayAuthorizedParameters,
): Promise<Hash> {
  const { request, result } = await simulatePayAuthorized(client, parameters)
  const { receiver, payment } = parameters
  if (result === 0n) throw new PaymentNotAuthorizedError({ receiver, refundTo: payment.refundTo })
  return send(client, request, parameters)
}
