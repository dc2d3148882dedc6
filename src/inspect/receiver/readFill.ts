import {
  type Address,
  type Hash,
  type Hex,
  isAddressEqual,
  type PublicClient,
  parseEventLogs,
  type Transaction,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { toBytes } from '../../base/values.js'
import type { FillAcceptedEvent } from '../../contract/fillEvents.js'
import { findEvidence } from '../../contract/findEvidence.js'
import { orUndefined } from '../../contract/rpc/orUndefined.js'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import type { OrderProof } from '../../protocol/order/types.js'

/** A payment that the receiver returned, in the transaction that fills the order. */
export type Returned = {
  callHash: Hex
  block: bigint
  transactionHash: Hash
  payer: Address
  refundTo: Address
  /** Zero is the native currency. */
  token: Address
  /** The returned amount, in the token's smallest unit. */
  amount: bigint
}

/** A transaction, and what it made a receiver accept and return. */
export type ReadFill = {
  transactionHash: Hash
  block: bigint
  status: 'success' | 'reverted'
  /** The last 32 bytes of the calldata: a fill ends with its order's id. */
  orderId: Hex | undefined
  accepted: FillAcceptedEvent[]
  returned: Returned[]
}

/** Reads what a transaction made a receiver accept and return. Undefined where this chain has no such transaction. */
export async function readFill(
  client: PublicClient,
  receiver: Address,
  hash: Hash,
): Promise<ReadFill | undefined> {
  const found = await Promise.all([
    client.getTransaction({ hash }),
    client.getTransactionReceipt({ hash }),
  ]).catch(orUndefined(TransactionNotFoundError, TransactionReceiptNotFoundError))
  if (!found) return undefined
  const [{ input }, { logs, blockNumber, status }] = found
  const isOwn = ({ address }: { address: Address }) => isAddressEqual(address, receiver)
  const parse = <name extends 'FillAccepted' | 'PaymentReturned'>(eventName: name) =>
    parseEventLogs({ abi: attestedOrderReceiverAbi, eventName, logs }).filter(isOwn)
  return {
    transactionHash: hash,
    block: blockNumber,
    status,
    orderId: input.length > 66 ? toBytes(`0x${input.slice(-64)}`, [32]) : undefined,
    accepted: parse('FillAccepted') as FillAcceptedEvent[],
    returned: parse('PaymentReturned').map(({ args }) => ({
      ...args,
      block: blockNumber,
      transactionHash: hash,
    })),
  }
}

/** Whether a transaction's calldata ends with an order's id, as its fill does. */
export function endsWithId({ input }: Pick<Transaction, 'input'>, orderId: Hex): boolean {
  return input.toLowerCase().endsWith(orderId.slice(2))
}

const mostFills = 5

/**
 * Reads the first of the fills that the service names which is on this chain.
 *
 * - Rule: where the order's id is known, the fill ends with it.
 * - Trust: without the order's id, the service's word that the transaction is the request's.
 */
export async function readStatedFill(
  client: PublicClient,
  receiver: Address,
  statedFills: readonly string[],
  orderId: Hex | undefined,
): Promise<ReadFill | undefined> {
  for (const stated of statedFills.slice(0, mostFills)) {
    const hash = toBytes(stated, [32])
    const fill = hash && (await readFill(client, receiver, hash))
    if (fill && (orderId === undefined || fill.orderId === orderId)) return fill
  }
  return undefined
}

/** An order that a receiver was shown, of which the inputs are hashes. */
export type ShownOrder = { orderId: Hex; solver: Address; output: OrderProof['output'] }

type ReadShownOrderParameters = {
  client: PublicClient
  chainId: number
  receiver: Address
  orderId: Hex
  /** The transaction that made the receiver accept the order's payment, or authorized it. */
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
