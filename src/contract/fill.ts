import type { Hash } from 'viem'
import type { ReceiverClient, TransactionParameters } from './call.js'
import { send } from './send.js'
import { type SimulateFillParameters, simulateFill } from './simulateFill.js'

export type FillParameters = SimulateFillParameters & TransactionParameters

/**
 * Pays a request whose evidence names the receiver.
 *
 * - The fields of the evidence determine which kind of receiver takes it, see {@link DirectFillEvidence}.
 * - It is simulated first. It sends nothing if the address or the chain is wrong, or if the call would fail. A native payment
 *   sends `amount` as its value. For a token, the receiver takes exactly `amount`, which the caller must have approved.
 * - Trust: the receiver verifies the evidence. The caller pays from its own funds.
 *
 * @param client - A wallet client of the destination chain.
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the check that failed; {@link FillEvidenceError} if the evidence matches no kind, mixes
 *   two, or is for a `SignedOrderReceiver`; {@link AttestationLayoutError} on layout v2, {@link InvalidSignatureError} without a
 *   signature, {@link AttestationFieldError}, {@link OrderFieldError} or {@link TermsFieldError} if the evidence is malformed;
 *   viem's error if no receiver answers.
 *
 * @example
 * import { fill } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 * const { orderData } = quote.protocol.v2
 *
 * fill(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   attestation,
 *   orderData,
 *   amount: 700000000000000000n,
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function fill(client: ReceiverClient, parameters: FillParameters): Promise<Hash> {
  const { request } = await simulateFill(client, parameters)
  return send(client, request, parameters)
}
