import type { ReceiverClient, ReceiverParameters } from './call.js'
import { readFunction } from './readFunction.js'
import { readOptions } from './readOptions.js'

/**
 * Reads whether a receiver is paused. A paused receiver rejects all fills.
 *
 * @param client - A client of the destination chain.
 * @param parameters - The receiver.
 * @throws {@link FillRevertedError} if another contract answers at the address; viem's error if no contract answers.
 *
 * @example
 * import { isPaused } from 'fillproof/contract'
 * import { createPublicClient, custom, pad } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => pad('0x00') }), // in place of http(rpcUrl)
 * })
 *
 * isPaused(client, { receiver: '0x1234567890123456789012345678901234567890' })
 * // false
 */
export async function isPaused(client: ReceiverClient, parameters: ReceiverParameters): Promise<boolean> {
  const { receiver } = readOptions(parameters, 'receiver')
  return readFunction(client, { receiver }, 'paused', [])
}
