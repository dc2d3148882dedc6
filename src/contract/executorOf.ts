import type { Address, Hex } from 'viem'
import { readContract } from 'viem/actions'
import { fillReceiverAbi } from '../abi/fillReceiver.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { throwRevert } from './throwRevert.js'

export type ExecutorOfParameters = ReceiverParameters & {
  /** The order id. */
  id: Hex
  recipient: Address
}

/**
 * Asks a receiver where the calls of a direct fill run.
 *
 * - Rule: each order and recipient has its own executor, which is made during the fill and runs once.
 * - Warning: never allow an executor anything, and send nothing there: what arrives outside its fill can be swept.
 *
 * @param client - A client of the destination chain.
 * @param parameters - {@link ExecutorOfParameters}
 * @returns The executor's address, whether or not the fill has happened.
 * @throws {@link FillRevertedError} when something else answers at the address; viem's error when nothing does.
 *
 * @example
 * import { executorOf } from 'fillproof/contract'
 * import { createPublicClient, custom, pad } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => pad('0x1111111111111111111111111111111111111111') }), // in place of http(rpcUrl)
 * })
 *
 * executorOf(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   id: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 *   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * })
 * // '0x1111111111111111111111111111111111111111'
 */
export async function executorOf(
  client: ReceiverClient,
  { receiver, id, recipient }: ExecutorOfParameters,
): Promise<Address> {
  return throwRevert(
    'executorOf',
    readContract(client, {
      abi: fillReceiverAbi,
      address: receiver,
      functionName: 'executorOf',
      args: [id, recipient],
    }),
  )
}
