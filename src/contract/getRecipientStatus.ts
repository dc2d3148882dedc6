import type { Address } from 'viem'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { readFunction } from './readFunction.js'
import { readOptions } from './readOptions.js'

export type GetRecipientStatusParameters = ReceiverParameters & { recipient: Address }

export type GetRecipientStatusReturnType = {
  /** Whether the recipient is on the list. An empty list allows no recipient. */
  allowed: boolean
  /** Whether the receiver calls the recipient's `onFill` after each payment. */
  hook: boolean
}

/**
 * Reads whether a receiver's list allows a recipient.
 *
 * - Warning: a reserved address is never paid, even if it is on the list.
 *
 * @param client - A client of the destination chain.
 * @throws {@link FillRevertedError} if another contract answers at the address; viem's error if no contract answers.
 *
 * @example
 * import { getRecipientStatus } from 'fillproof/contract'
 * import { concat, createPublicClient, custom, pad, zeroHash } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => concat([pad('0x01'), zeroHash]) }), // in place of http(rpcUrl)
 * })
 *
 * getRecipientStatus(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * })
 * // { allowed: true, hook: false }
 */
export async function getRecipientStatus(
  client: ReceiverClient,
  parameters: GetRecipientStatusParameters,
): Promise<GetRecipientStatusReturnType> {
  const { receiver, recipient } = readOptions(parameters, 'receiver', 'recipient')
  const [allowed, hook] = await readFunction(client, { receiver }, 'recipientStatus', [recipient])
  return { allowed, hook }
}
