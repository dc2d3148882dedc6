import { type Hash, zeroAddress } from 'viem'
import { paymentGuardAbi } from '../generated/abi/paymentGuard.js'
import type { ReceiverClient, TransactionParameters } from './call.js'
import { encodeSignedPayment, type GuardParameters, type SignedPayment } from './paymentEvidence.js'
import { readOptions } from './readOptions.js'
import { simulateAndSend } from './send.js'

export type PaySignedParameters = GuardParameters & SignedPayment & TransactionParameters

/**
 * Pays a signed order through a guard, for services whose request ids are not order ids.
 *
 * - It is simulated first. It sends nothing if the address or the chain is wrong, or if the call would fail. A native payment
 *   sends the amount as its value. For a token, the guard takes exactly the amount, which the caller must have approved.
 * - Trust: the guard checks the order against the terms. The terms are the caller's own: never copy them from the quote.
 * - Warning: a guard can't stop a payment made around it, and a payment is not a fill: follow the request.
 *
 * @param client - A wallet client of the origin chain.
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the check that failed; {@link PaymentFieldError} if a term is malformed,
 *   {@link InvalidSignatureError} without a signature, {@link AttestationFieldError} or {@link OrderFieldError} if the evidence
 *   is malformed; viem's error if no guard answers.
 *
 * @example
 * import { paySigned } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroAddress } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 * const { orderData, orderSignature } = quote.protocol.v2
 * const recipient = '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd'
 *
 * paySigned(client, {
 *   guard: '0x1234567890123456789012345678901234567890',
 *   orderSignature,
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
export async function paySigned(client: ReceiverClient, parameters: PaySignedParameters): Promise<Hash> {
  const { guard } = readOptions(parameters, 'guard', 'terms')
  const args = encodeSignedPayment(parameters)
  const [, , { currency, amount }] = args
  const value = currency === zeroAddress ? amount : 0n
  const call = { abi: paymentGuardAbi, address: guard, functionName: 'paySigned', args, value } as const
  return simulateAndSend(client, call, parameters)
}
