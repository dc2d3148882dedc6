import { type Address, encodeFunctionData, type Hex, zeroHash } from 'viem'
import { fillReceiverAbi } from '../generated/abi/fillReceiver.js'
import type { WantedPolicy } from './check/wantedPolicy.js'
import type { DeployChain } from './createChain.js'

/** A transaction that is not the deployer's to send: only who administers the contract can. */
export type PendingTransaction = { step: 'setRecipientRoot'; from: Address; to: Address; data: Hex }

/**
 * Tells what is left to the admin after a deployment: to set the root, which no initialization can.
 *
 * - Rule: a root that was set is never told to be replaced. Comparing tells whether it is another one.
 */
export async function findPending(
  { client, reach }: DeployChain,
  receiver: Address,
  { recipientRoot: root, admin }: WantedPolicy,
): Promise<PendingTransaction[]> {
  if (root === undefined || root === zeroHash) return []
  const at = { abi: fillReceiverAbi, address: receiver } as const
  const isThere = (await reach(client.getCode({ address: receiver }))) !== undefined
  const found = isThere && (await reach(client.readContract({ ...at, functionName: 'recipientRoot' })))
  if (found && found !== zeroHash) return []
  const data = encodeFunctionData({ ...at, functionName: 'setRecipientRoot', args: [root] })
  return [{ step: 'setRecipientRoot', from: admin, to: receiver, data }]
}
