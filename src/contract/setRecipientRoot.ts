import type { Hash, Hex } from 'viem'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters, TransactionParameters } from './call.js'
import { changePolicy } from './changePolicy.js'

export type SetRecipientRootParameters = ReceiverParameters &
  TransactionParameters & {
    /** Zero removes it. */
    root: Hex
  }

/**
 * Sets the root of a tree of recipients, see {@link createRecipientTree}.
 *
 * - Rule: the sender needs the policy role. It is simulated first.
 * - Warning: to replace or remove a root makes earlier authorizations stale: their calls revert until the evidence is
 *   presented again.
 *
 * @param client - A wallet client of the contract's chain.
 * @param parameters - {@link SetRecipientRootParameters}
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the reason of the contract; viem's error when none answers.
 *
 * @example
 * import { setRecipientRoot } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroHash } from 'viem'
 *
 * const answers = { eth_call: zeroHash, eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * setRecipientRoot(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   root: '0x7ba482d49855eb9189d68cd8102bb7e54d68f4e283967b052015105a6bd5280a',
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function setRecipientRoot(
  client: ReceiverClient,
  parameters: SetRecipientRootParameters,
): Promise<Hash> {
  const { root } = parameters
  return changePolicy(client, parameters, { abi, functionName: 'setRecipientRoot', args: [root] })
}
