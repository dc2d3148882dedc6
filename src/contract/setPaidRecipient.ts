import type { Hash, Hex } from 'viem'
import { paymentGuardAbi as abi } from '../generated/abi/paymentGuard.js'
import type { ReceiverClient, TransactionParameters } from './call.js'
import { changePolicy } from './changePolicy.js'
import type { GuardParameters } from './paymentEvidence.js'

export type SetPaidRecipientParameters = GuardParameters &
  TransactionParameters & {
    /** The chain where it is paid. */
    chainId: number
    /** In the bytes of that chain. */
    recipient: Hex
    allowed: boolean
  }

/**
 * Allows or removes a recipient of payments through a guard.
 *
 * - Rule: the sender needs the policy role. It is simulated first.
 * - Rule: the guard must know the name of the chain, see {@link setChain}. Onchain: `setRecipient` of the guard.
 *
 * @param client - A wallet client of the contract's chain.
 * @param parameters - {@link SetPaidRecipientParameters}
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the reason of the contract; viem's error when none answers.
 *
 * @example
 * import { setPaidRecipient } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroHash } from 'viem'
 *
 * const answers = { eth_call: zeroHash, eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * setPaidRecipient(client, {
 *   guard: '0x1234567890123456789012345678901234567890',
 *   chainId: 8453,
 *   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   allowed: true,
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function setPaidRecipient(
  client: ReceiverClient,
  parameters: SetPaidRecipientParameters,
): Promise<Hash> {
  const { chainId, recipient, allowed } = parameters
  return changePolicy(client, parameters, {
    abi,
    functionName: 'setRecipient',
    args: [BigInt(chainId), recipient, allowed],
  })
}
