import type { Address, Hash } from 'viem'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters, TransactionParameters } from './call.js'
import { changePolicy } from './changePolicy.js'

export type SetRecipientParameters = ReceiverParameters &
  TransactionParameters & {
    recipient: Address
    /** Whether the receiver calls its `onFill` after each payment; false by default. */
    hook?: boolean | undefined
  }

/**
 * Allows a recipient, or changes whether its hook is called.
 *
 * - Rule: the sender needs the policy role. It is simulated first.
 * - Warning: another hook, or a root that may contain the recipient, makes earlier authorizations stale: their calls
 *   revert until the evidence is presented again. For a guard, see {@link setPaidRecipient}.
 *
 * @param client - A wallet client of the contract's chain.
 * @param parameters - {@link SetRecipientParameters}
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the reason of the contract; viem's error when none answers.
 *
 * @example
 * import { setRecipient } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroHash } from 'viem'
 *
 * const answers = { eth_call: zeroHash, eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * setRecipient(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function setRecipient(
  client: ReceiverClient,
  parameters: SetRecipientParameters,
): Promise<Hash> {
  const { recipient, hook = false } = parameters
  return changePolicy(client, parameters, { abi, functionName: 'setRecipient', args: [{ recipient, hook }] })
}
