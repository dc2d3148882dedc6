import { type Hash, zeroAddress } from 'viem'
import { paymentGuardAbi } from '../generated/abi/paymentGuard.js'
import type { ReceiverClient, TransactionParameters } from './call.js'
import { type AttestedPayment, encodeAttestedPayment, type GuardParameters } from './paymentEvidence.js'
import { readOptions } from './readOptions.js'
import { simulateAndSend } from './send.js'

export type PayAttestedParameters = GuardParameters & AttestedPayment & TransactionParameters

/**
 * Pays an attested order through a guard, which rejects what the solver did not attest or the payer did not agree to.
 *
 * - It is simulated first. It sends nothing if the address or the chain is wrong, or if the call would fail. A native payment
 *   sends the amount as its value. For a token, the guard takes exactly the amount, which the caller must have approved.
 * - Trust: the guard checks the evidence against the terms. The terms are the caller's own: never copy them from the quote.
 * - Warning: a guard can't stop a payment made around it, and a payment is not a fill: follow the request.
 *
 * @param client - A wallet client of the origin chain.
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the check that failed; {@link PaymentFieldError} if a term is malformed,
 *   {@link InvalidSignatureError} without a signature, {@link AttestationLayoutError} on layout v2, {@link AttestationFieldError}
 *   or {@link OrderFieldError} if the evidence is malformed; viem's error if no guard answers.
 *
 * @example
 * import { payAttested } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroAddress } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 * const { orderData } = quote.protocol.v2
 * const recipient = '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd'
 *
 * payAttested(client, {
 *   guard: '0x1234567890123456789012345678901234567890',
 *   attestation,
 *   orderData,
 *   terms: {
 *     currency: zeroAddress,
 *     amount: 100n,
 *     destinationChainId: 10,
 *     recipient,
 *     outputCurrency: zeroAddress,
 *     minimum: 90n,
 *   },
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function payAttested(client: ReceiverClient, parameters: PayAttestedParameters): Promise<Hash> {
  const { guard } = readOptions(parameters, 'guard', 'terms')
  const args = encodeAttestedPayment(parameters)
  const [, , , { currency, amount }] = args
  const value = currency === zeroAddress ? amount : 0n
  const call = { abi: paymentGuardAbi, address: guard, functionName: 'payAttested', args, value } as const
  return simulateAndSend(client, call, parameters)
}
