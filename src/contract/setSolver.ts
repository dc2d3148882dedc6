import type { Address, Hash } from 'viem'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient } from './call.js'
import { changePolicy, type PolicyParameters } from './changePolicy.js'

export type SetSolverParameters = PolicyParameters & {
  solver: Address
  /** The first second in which it is trusted; 0 by default. */
  start?: number | undefined
  /** The second in which it no longer is; 0, the default, for no end. */
  stop?: number | undefined
}

/**
 * Trusts a solver, or changes when it is trusted.
 *
 * - Rule: the sender needs the policy role. It is simulated first.
 * - Units: `start` and `stop` in Unix seconds.
 * - Warning: the window counts when a call is paid. One that ends earlier makes calls in flight revert that it does not
 *   cover.
 *
 * @param client - A wallet client of the contract's chain.
 * @param parameters - {@link SetSolverParameters} With `receiver`, or `guard`.
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the reason of the contract; viem's error when none answers.
 *
 * @example
 * import { setSolver } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroHash } from 'viem'
 *
 * const answers = { eth_call: zeroHash, eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * setSolver(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   solver: '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function setSolver(client: ReceiverClient, parameters: SetSolverParameters): Promise<Hash> {
  const { solver, start = 0, stop = 0 } = parameters
  return changePolicy(client, parameters, { abi, functionName: 'setSolver', args: [{ solver, start, stop }] })
}
