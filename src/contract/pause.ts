import type { Hash } from 'viem'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient } from './call.js'
import { changePolicy, type PolicyParameters } from './changePolicy.js'

export type PauseParameters = PolicyParameters

/**
 * Pauses a receiver or a guard, which then rejects every payment.
 *
 * - Rule: the sender needs the guardian role. It is simulated first.
 *
 * @param client - A wallet client of the contract's chain.
 * @param parameters - {@link PauseParameters} With `receiver`, or `guard`.
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the reason of the contract; viem's error when none answers.
 *
 * @example
 * import { pause } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroHash } from 'viem'
 *
 * const answers = { eth_call: zeroHash, eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * pause(client, { receiver: '0x1234567890123456789012345678901234567890' })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function pause(client: ReceiverClient, parameters: PauseParameters): Promise<Hash> {
  return changePolicy(client, parameters, { abi, functionName: 'pause', args: [] })
}
