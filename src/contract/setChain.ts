import type { Hash } from 'viem'
import { signedOrderReceiverAbi as abi } from '../generated/abi/signedOrderReceiver.js'
import type { ReceiverClient } from './call.js'
import { changePolicy, type PolicyParameters } from './changePolicy.js'

export type SetChainParameters = PolicyParameters & {
  name: string
  /** 0 removes the name. */
  chainId: number
  /** Whether its addresses have 20 bytes. False where `chainId` is 0. */
  isEvm: boolean
}

/**
 * Sets the name of another chain in orders, for a `SignedOrderReceiver` or a guard.
 *
 * - Rule: the sender needs the policy role. It is simulated first.
 * - Rule: names and ids are one to one. Remove a name before it gets another id.
 * - Warning: to remove a name, or to change its kind of address, makes a receiver's earlier authorizations stale:
 *   their calls revert until the evidence is presented again.
 *
 * @param client - A wallet client of the contract's chain.
 * @param parameters - {@link SetChainParameters} With `receiver`, or `guard`.
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the reason of the contract; viem's error when none answers.
 *
 * @example
 * import { setChain } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroHash } from 'viem'
 *
 * const answers = { eth_call: zeroHash, eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * setChain(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   name: 'ethereum',
 *   chainId: 1,
 *   isEvm: true,
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function setChain(client: ReceiverClient, parameters: SetChainParameters): Promise<Hash> {
  const { name, chainId, isEvm } = parameters
  return changePolicy(client, parameters, {
    abi,
    functionName: 'setChain',
    args: [{ name, chainId: BigInt(chainId), isEvm }],
  })
}
