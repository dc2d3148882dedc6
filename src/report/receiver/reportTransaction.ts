import type { Hash, Hex } from 'viem'
import type { ReceiverTarget } from '../reportRequest.js'
import type { RequestOutcome } from '../state/findOutcome.js'
import type { FoundPayment } from './findPayment.js'
import { type Returned, readFill } from './readFill.js'

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
  const { accepted, returned, block, status, orderId } = fill
  const isPaid = accepted.length > 0
  const outcome = isPaid ? 'paid' : returned.length > 0 ? 'returned' : 'unknown'
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
    },
    notes: [
      'Who signed and for which terms: name the request id, or give the quote.',
      'Which request it fills: the service lists that for a key in FILLPROOF_API_KEY.',
    ],
  }
}
