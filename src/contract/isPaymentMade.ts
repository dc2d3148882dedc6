import type { Hex } from 'viem'
import { readContract } from 'viem/actions'
import { paymentGuardAbi } from '../generated/abi/paymentGuard.js'
import type { ReceiverClient } from './call.js'
import type { GuardParameters } from './paymentEvidence.js'
import { readOptions } from './readOptions.js'
import { throwRevert } from './throwRevert.js'

export type IsPaymentMadeParameters = GuardParameters & {
  /** The order id. */
  id: Hex
}

/**
 * Reads whether an order was paid through a guard.
 *
 * - Trust: the guard recorded the payment; the client's node reports it.
 * - Warning: it does not cover payments around the guard, and does not prove a fill.
 *
 * @param client - A client of the origin chain.
 * @throws {@link FillRevertedError} if another contract answers at the address; viem's error if no contract answers.
 *
 * @example
 * import { isPaymentMade } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({ transport: custom(window.ethereum) })
 *
 * isPaymentMade(client, {
 *   guard: '0x1234567890123456789012345678901234567890',
 *   id: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 * })
 * // true
 */
export async function isPaymentMade(
  client: ReceiverClient,
  parameters: IsPaymentMadeParameters,
): Promise<boolean> {
  const { guard, id } = readOptions(parameters, 'guard', 'id')
  return throwRevert(
    'isPaymentMade',
    readContract(client, { abi: paymentGuardAbi, address: guard, functionName: 'isPaid', args: [id] }),
  )
}
