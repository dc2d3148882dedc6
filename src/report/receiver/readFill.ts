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
import {
  type InboxClaimedEvent,
  type InboxRefundedEvent,
  parseInboxClaimed,
  parseInboxRefunded,
} from '../../contract/inbox/parseInboxEvents.js'
import { orUndefined } from '../../contract/rpc/orUndefined.js'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import type { OrderProof } from '../../protocol/order/types.js'

/** A payment that the receiver returned in the transaction that fills the order. */
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

/** A claim of an inbox. `orderId` is the order that was shown, which need not be the order that was paid. */
export type Claimed = InboxClaimedEvent['args']

export type Refunded = InboxRefundedEvent['args']

/** A transaction, with the payments that a receiver accepted and returned in it, and the inboxes that were claimed and refunded. */
export type ReadFill = {
  transactionHash: Hash
  block: bigint
  status: 'success' | 'reverted'
  /** The last 32 bytes of the calldata. A fill's calldata ends with the order id. */
  orderId: Hex | undefined
  accepted: FillAcceptedEvent[]
  returned: Returned[]
  claims: Claimed[]
  refunded: Refunded[]
}

/** Reads the payments that a receiver accepted and returned in a transaction; undefined if the chain does not have it. */
export async function readFill(
  client: PublicClient,
  receiver: Address,
  hash: Hash,
): Promise<ReadFill | undefined> {
  const found = await readMined(client, hash)
  if (!found) return undefined
  const [{ input }, receipt] = found
  const { logs, blockNumber, status } = receipt
  const isOwn = ({ address }: { address: Address }) => isAddressEqual(address, receiver)
  const parse = <name extends 'FillAccepted' | 'PaymentReturned'>(eventName: name) =>
    parseEventLogs({ abi: attestedOrderReceiverAbi, eventName, logs }).filter(isOwn)
  return {
    transactionHash: hash,
    block: blockNumber,
    status,
    orderId: input.length > 66 ? toBytes(`0x${input.slice(-64)}`, [32]) : undefined,
    accepted: parse('FillAccepted') as FillAcceptedEvent[],
    claims: parseInboxClaimed({ receiver, receipt }).map(({ args }) => args),
    refunded: parseInboxRefunded({ receiver, receipt }).map(({ args }) => args),
    returned: parse('PaymentReturned').map(({ args }) => ({
      ...args,
      block: blockNumber,
      transactionHash: hash,
    })),
  }
}

/** Reads a transaction and its receipt; undefined if the chain does not have it. */
export function readMined(client: PublicClient, hash: Hash) {
  return Promise.all([client.getTransaction({ hash }), client.getTransactionReceipt({ hash })]).catch(
    orUndefined(TransactionNotFoundError, TransactionReceiptNotFoundError),
  )
}

/** Returns whether a transaction's calldata ends with an order id, as the calldata of a fill does. */
export function endsWithId({ input }: Pick<Transaction, 'input'>, orderId: Hex): boolean {
  return input.toLowerCase().endsWith(orderId.slice(2))
}

const mostFills = 5

/**
 * Reads the first reported fill that is on this chain. The service reports the fills.
 *
 * - If the order id is known, skips a transaction whose calldata does not end with it.
 * - Trust: without the order id, only the service ties the transaction to the request.
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

/** An order, as it is in the calldata of its fill or authorization. Of its inputs, the calldata has only the hashes. */
export type ShownOrder = { orderId: Hex; solver: Address; output: OrderProof['output'] }

type ReadShownOrderParameters = {
  client: PublicClient
  chainId: number
  receiver: Address
  orderId: Hex
  /** The transaction that presented the order to the receiver: a fill, or an authorization. */
  transactionHash: Hash
}

/** Reads the order whose recomputed hash is `orderId` from a transaction's calldata; undefined if it is not there. */
export async function readShownOrder(parameters: ReadShownOrderParameters): Promise<ShownOrder | undefined> {
  const { client, chainId, receiver, orderId, transactionHash: hash } = parameters
  // The node may have pruned the transaction.
  const transaction = await client.getTransaction({ hash }).catch(orUndefined(TransactionNotFoundError))
  if (!transaction) return undefined
  const found = findEvidence({ chainId, receiver, transaction }).find(
    ({ id, order }) => id === orderId && order,
  )
  return found?.order && { orderId, ...found.order }
}
