import type { Address, Hash } from 'viem'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters, TransactionParameters } from './call.js'
import { changePolicy } from './changePolicy.js'

export type SetTokenParameters = ReceiverParameters &
  TransactionParameters & {
    /** Zero for the native currency. */
    token: Address
    /** The least that a payment may bring, in the token's smallest unit. */
    min: bigint
    /** Inclusive; 0 removes the token, and 2^128 - 1 means no upper bound. */
    max: bigint
  }

/**
 * Adds a token that payments may bring, changes its range, or removes it.
 *
 * - Rule: needs the policy role. Narrowing the range makes authorizations stale.
 * - Warning: nothing compares what a call brings with what its order promises, so set a minimum that is worth a fill.
 *
 * @param client - A wallet client of the destination chain.
 * @param parameters - {@link SetTokenParameters}
 * @returns The transaction's hash.
 * @throws {@link FillRevertedError} when the receiver refuses.
 *
 * @example
 * import { setToken } from 'fillproof/contract'
 * import { createWalletClient, custom, parseEther, zeroAddress, zeroHash } from 'viem'
 *
 * const answers = { eth_call: zeroHash, eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * setToken(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   token: zeroAddress,
 *   min: parseEther('0.01'),
 *   max: parseEther('10'),
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function setToken(client: ReceiverClient, parameters: SetTokenParameters): Promise<Hash> {
  const { token, min, max } = parameters
  return changePolicy(client, parameters, { abi, functionName: 'setToken', args: [token, min, max] })
}
