import type { Hash } from 'viem'
import type { ReceiverClient, TransactionParameters } from './call.js'
import { send } from './send.js'
import { type SimulateAuthorizeFillParameters, simulateAuthorizeFill } from './simulateAuthorizeFill.js'

export type AuthorizeFillParameters = SimulateAuthorizeFillParameters & TransactionParameters

/**
 * Presents the evidence for a call of `payAuthorized`, so that any solver can make the call. The order or the terms in the
 * evidence contain the call.
 *
 * - Anyone may send it. It moves no funds, and repeating it changes nothing. It is simulated first.
 * - Warning: deposit on the origin chain only after the transaction's receipt has status `success` and `getAuthorization` finds
 *   the call.
 *
 * @param client - A wallet client of the destination chain.
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the check that failed; {@link FillEvidenceError} if the evidence matches no kind or
 *   mixes two; {@link AttestationLayoutError} on layout v2, {@link InvalidSignatureError} without a signature,
 *   {@link AttestationFieldError}, {@link OrderFieldError} or {@link TermsFieldError} if the evidence is malformed; viem's error
 *   if no receiver answers.
 *
 * @example
 * import { authorizeFill } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 * const { orderData } = quote.protocol.v2
 *
 * authorizeFill(client, { receiver: '0x1234567890123456789012345678901234567890', attestation, orderData })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function authorizeFill(
  client: ReceiverClient,
  parameters: AuthorizeFillParameters,
): Promise<Hash> {
  const { request } = await simulateAuthorizeFill(client, parameters)
  return send(client, request, parameters)
}
