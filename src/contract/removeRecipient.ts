import type { Address, Hash } from 'viem'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters, TransactionParameters } from './call.js'
import { changePolicy } from './changePolicy.js'

export type RemoveRecipientParameters = ReceiverParameters &
  TransactionParameters & {
    recipient: Address
  }

/**
 * Removes a recipient from a receiver's list.
 *
 * - Rule: the sender needs the policy role. It is simulated first.
 * - Warning: it makes earlier authorizations stale: their calls revert until the evidence is presented again. A root
 *   that contains the recipient still allows it.
 *
 * @param client - A wallet client of the contract's chain.
 * @param parameters - {@link RemoveRecipientParameters}
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the reason of the contract; viem's error when none answers.
 *
 * @example
 * import { removeRecipient } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroHash } from 'viem'
 *
 * const answers = { eth_call: zeroHash, eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * removeRecipient(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function removeRecipient(
  client: ReceiverClient,
  parameters: RemoveRecipientParameters,
): Promise<Hash> {
  const { recipient } = parameters
  return changePolicy(client, parameters, { abi, functionName: 'removeRecipient', args: [recipient] })
}
