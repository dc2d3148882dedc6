import { type Address, encodeFunctionData, type Hex, zeroHash } from 'viem'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import type { WantedPolicy } from './compare/wantedPolicy.js'
import type { DeployChain } from './createChain.js'

/** A transaction that only the contract's admin can send. */
export type PendingTransaction = { step: 'setRecipientRoot'; from: Address; to: Address; data: Hex }

/**
 * Returns the transaction that the admin must send after a deployment: it sets the root, which the initialization can't set.
 *
 * If a root is already set, nothing is pending. Only a comparison reports whether that root differs.
 */
export async function findPending(
  { client, reach }: DeployChain,
  receiver: Address,
  { recipientRoot: root, admin }: WantedPolicy,
): Promise<PendingTransaction[]> {
  if (root === undefined || root === zeroHash) return []
  const at = { abi: attestedOrderReceiverAbi, address: receiver } as const
  const exists = (await reach(client.getCode({ address: receiver }))) !== undefined
  const found = exists && (await reach(client.readContract({ ...at, functionName: 'recipientRoot' })))
  if (found && found !== zeroHash) return []
  const data = encodeFunctionData({ ...at, functionName: 'setRecipientRoot', args: [root] })
  return [{ step: 'setRecipientRoot', from: admin, to: receiver, data }]
}
