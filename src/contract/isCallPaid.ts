import type { Hex } from 'viem'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { readFunction } from './readFunction.js'
import { readOptions } from './readOptions.js'

export type IsCallPaidParameters = ReceiverParameters & {
  /** From `hashPayment` or `prepareAuthorizedCall`. */
  callHash: Hex
  /** The block to read. Defaults to the newest. */
  blockNumber?: bigint | undefined
}

/**
 * Reads whether a receiver has paid an authorized call.
 *
 * - Prefer it to `isPaid` for calls. `isPaid` also covers the ids of direct fills, and a dishonest solver can attest a request id
 *   that equals a call's hash.
 *
 * @param client - A client of the destination chain.
 * @throws {@link FillRevertedError} if another contract answers at the address; viem's error if no contract answers.
 *
 * @example
 * import { isCallPaid } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({ transport: custom(window.ethereum) })
 *
 * isCallPaid(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   callHash: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 * })
 * // true
 */
export async function isCallPaid(client: ReceiverClient, parameters: IsCallPaidParameters): Promise<boolean> {
  const { receiver, callHash, blockNumber } = readOptions(parameters, 'receiver', 'callHash')
  return readFunction(client, { receiver, blockNumber }, 'isCallPaid', [callHash])
}
