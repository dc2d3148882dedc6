import { type Address, type Hash, type Hex, type PublicClient, TransactionNotFoundError } from 'viem'
import { findEvidence } from '../../contract/findEvidence.js'
import { orUndefined } from '../../contract/rpc/orUndefined.js'
import type { OrderProof } from '../../protocol/order/types.js'

/** An order that a receiver was shown, of which the inputs are hashes. */
export type ShownOrder = { orderId: Hex; solver: Address; output: OrderProof['output'] }

export type ReadShownOrderParameters = {
  client: PublicClient
  chainId: number
  receiver: Address
  orderId: Hex
  /** Which made the receiver accept the order's payment, or authorized it. */
  transactionHash: Hash
}

/** Reads an order from the calldata of a transaction, by its recomputed hash. Undefined where it holds none. */
export async function readShownOrder({
  client,
  chainId,
  receiver,
  orderId,
  transactionHash: hash,
}: ReadShownOrderParameters): Promise<ShownOrder | undefined> {
  // A node may have pruned it.
  const transaction = await client.getTransaction({ hash }).catch(orUndefined(TransactionNotFoundError))
  if (!transaction) return undefined
  const found = findEvidence({ chainId, receiver, transaction }).find(
    ({ id, order }) => id === orderId && order,
  )
  return found?.order && { orderId, ...found.order }
}
