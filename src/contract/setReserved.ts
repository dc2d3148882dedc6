import type { Address, Hash } from 'viem'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters, TransactionParameters } from './call.js'
import { changePolicy } from './changePolicy.js'

export type SetReservedParameters = ReceiverParameters &
  TransactionParameters & {
    address: Address
    reserved: boolean
  }

/**
 * Reserves an address, so that a receiver never pays it, or releases it.
 *
 * - Rule: the sender needs the policy role. It is simulated first.
 * - Warning: to reserve a recipient, or any address while a root is set, makes earlier authorizations stale: their
 *   calls revert until the evidence is presented again.
 *
 * @param client - A wallet client of the contract's chain.
 * @param parameters - {@link SetReservedParameters}
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the reason of the contract; viem's error when none answers.
 *
 * @example
 * import { setReserved } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroHash } from 'viem'
 *
 * const answers = { eth_call: zeroHash, eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * setReserved(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   address: '0x4cD00E387622C35bDDB9b4c962C136462338BC31',
 *   reserved: true,
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function setReserved(client: ReceiverClient, parameters: SetReservedParameters): Promise<Hash> {
  const { address, reserved } = parameters
  return changePolicy(client, parameters, { abi, functionName: 'setReserved', args: [address, reserved] })
}
