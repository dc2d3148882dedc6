import type { Hash } from 'viem'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient } from './call.js'
import { changePolicy, type PolicyParameters } from './changePolicy.js'

export type UnpauseParameters = PolicyParameters

/**
 * Ends the pause of a receiver or a guard.
 *
 * - Rule: the sender needs the admin role. It is simulated first.
 *
 * @param client - A wallet client of the contract's chain.
 * @param parameters - {@link UnpauseParameters} With `receiver`, or `guard`.
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the reason of the contract; viem's error when none answers.
 *
 * @example
 * import { unpause } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroHash } from 'viem'
 *
 * const answers = { eth_call: zeroHash, eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * unpause(client, { receiver: '0x1234567890123456789012345678901234567890' })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function unpause(client: ReceiverClient, parameters: UnpauseParameters): Promise<Hash> {
  return changePolicy(client, parameters, { abi, functionName: 'unpause', args: [] })
}
