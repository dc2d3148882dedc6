import type { Hash, Hex } from 'viem'
import type { ReceiverTarget } from '../reportRequest.js'
import type { RequestOutcome } from '../state/findOutcome.js'
import type { FoundPayment } from './findPayment.js'
import { type Claimed, type ReadFill, type Refunded, type Returned, readFill } from './readFill.js'

/** A transaction whose request is not known. */
export type LoneTransaction = RequestOutcome & {
  /** Whether the receiver accepted a payment in the transaction. */
  valid: boolean
  /** Null, since nothing signed was found. */
  genuine: null
  transaction: {
    transactionHash: Hash
    block: bigint
    status: 'success' | 'reverted'
    /** The last 32 bytes of the calldata. In a fill, these are the order id. */
    lastWord?: Hex
    accepted: Omit<FoundPayment, 'block' | 'timestamp' | 'transactionHash'>[]
    returned: Omit<Returned, 'block' | 'transactionHash'>[]
    /** The claims of inboxes; absent if there are none. */
    claims?: Claimed[]
    /** The refunds of inboxes; absent if there are none. */
    refunded?: Refunded[]
  }
  /** How to find out more about the transaction. */
  notes: string[]
}

/** Reads the receiver's events in a transaction; undefined if the chain has no such transaction. */
export async function reportTransaction(
  { client, receiver }: ReceiverTarget,
  hash: Hash,
): Promise<LoneTransaction | undefined> {
  const fill = await readFill(client, receiver, hash)
  if (!fill) return undefined
  const { accepted, returned, claims, refunded, block, status, orderId } = fill
  const isPaid = accepted.length > 0
  const outcome = isPaid ? 'paid' : returned.length + refunded.length > 0 ? 'returned' : 'unknown'
  return {
    valid: isPaid,
    genuine: null,
    outcome,
    outcomeSource: outcome === 'unknown' ? null : 'measured',
    transaction: {
      transactionHash: hash,
      block,
      status,
      ...(orderId && { lastWord: orderId }),
      accepted: accepted.map(({ args }) => args),
      returned: returned.map(({ block: _, transactionHash, ...rest }) => rest),
      ...(claims.length > 0 && { claims }),
      ...(refunded.length > 0 && { refunded }),
    },
    notes: listNotes(fill),
  }
}

const claimNote =
  'A claim shows an order that opens the inbox. It need not be the order that was paid, so no request follows from it.'
const refundNote = 'The inbox stays open: money that comes later can be claimed or refunded.'
const requestNotes = [
  'Who signed and for which terms: name the request id, or give the quote.',
  'Which request it fills: the service lists that for a key in FILLPROOF_API_KEY.',
]

function listNotes({ claims, refunded }: Pick<ReadFill, 'claims' | 'refunded'>): string[] {
  const notes = [...(claims.length > 0 ? [claimNote] : []), ...(refunded.length > 0 ? [refundNote] : [])]
  return notes.length > 0 ? notes : requestNotes
}
