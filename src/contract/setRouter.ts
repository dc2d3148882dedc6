import type { Address, Hash } from 'viem'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters, TransactionParameters } from './call.js'
import { changePolicy } from './changePolicy.js'

export type SetRouterParameters = ReceiverParameters &
  TransactionParameters & {
    router: Address
    allowed: boolean
  }

/**
 * Allows or removes a solvers' router that an authorized order may name.
 *
 * - Rule: the sender needs the policy role. It is simulated first.
 * - Warning: to remove a router, or to make a recipient one, makes earlier authorizations stale: their calls revert
 *   until the evidence is presented again. A router is never paid.
 *
 * @param client - A wallet client of the contract's chain.
 * @param parameters - {@link SetRouterParameters}
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the reason of the contract; viem's error when none answers.
 *
 * @example
 * import { setRouter } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroHash } from 'viem'
 *
 * const answers = { eth_call: zeroHash, eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * setRouter(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   router: '0xb92fe925DC43a0ECdE6c8b1a2709c170Ec4fFf4f',
 *   allowed: true,
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function setRouter(client: ReceiverClient, parameters: SetRouterParameters): Promise<Hash> {
  const { router, allowed } = parameters
  return changePolicy(client, parameters, { abi, functionName: 'setRouter', args: [router, allowed] })
}
