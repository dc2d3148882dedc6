import type { Address, Hash, Hex } from 'viem'
import type { OrderCall } from '../order/encodeOrderCall.js'
import type { OrderData } from '../order/types.js'
import { IllegalTransitionError } from './errors.js'
import { type RequestStatus, transitions } from './transitions.js'

/** What a quote promised. Amounts are in the smallest unit. */
export type RequestTerms = {
  user: Address
  recipient: Address
  /** Absent: refunds go to whoever deposited. */
  refundTo?: Address
  originChainId: number
  destinationChainId: number
  originCurrency: Address
  destinationCurrency: Address
  inputAmount: bigint
  expectedAmount: bigint
  calls: readonly OrderCall[]
  /** The receiver through which the order asks to be filled. */
  fillContract?: Address
  orderData: OrderData
}

/** What `GET /requests/{requestId}/signature` tells. */
export type AttestationRecord = {
  requestData: {
    originChainId: number
    originUser: Hex
    originCurrency: Hex
    originAmount: string
    destinationChainId: number
    destinationUser: Hex
  }
  signature: Hex
}

export type FailReason =
  | 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL'
  | 'DEPOSIT_CHAIN_MISMATCH'
  | 'DESTINATION_TOKEN_TRANSFER_REJECTED'
  | 'DOUBLE_SPEND'
  | 'EXECUTION_REVERTED'
  | 'INCORRECT_DEPOSIT_CURRENCY'
  | 'PROTOCOL_DEADLINE_EXPIRED'
  | 'TRANSACTION_SUBMISSION_FAILED'
  | 'UNKNOWN'

export type RefundFailReason = 'AMOUNT_TOO_LOW_TO_REFUND' | 'MANUAL_REFUND_REQUIRED'

/** What a status record's `details` can tell; each field only where it applies. */
export type RequestDetails = {
  /** Why the fill failed. */
  revert?: { data: Hex; message: string }
  /** The refund's transaction on the chain of the deposit; `txHashes` holds fills only. */
  refundTxHash?: Hash
  /** What was paid beyond the order's amount, sent back. */
  excess?: { amount: string; refundTxHash?: Hash }
  /** Further deposits for the same order, sent back. */
  doubleSpends?: { failReason: 'DOUBLE_SPEND'; inTxHash: Hash; refundTxHash?: Hash }[]
}

/** A request and what has become of it. */
export type RequestRecord = {
  readonly id: Hex
  readonly terms: RequestTerms
  readonly attestation: AttestationRecord
  readonly status: RequestStatus
  readonly inTxHashes: readonly Hash[]
  readonly txHashes: readonly Hash[]
  /** Unix milliseconds. */
  readonly updatedAt: number
  readonly details: RequestDetails | null
  readonly failReason: FailReason | 'N/A'
  readonly refundFailReason: RefundFailReason | 'N/A'
}

export type RequestUpdate = Partial<
  Pick<RequestRecord, 'inTxHashes' | 'txHashes' | 'details' | 'failReason' | 'refundFailReason'>
>

export type Ledger = ReturnType<typeof createLedger>

/** Holds every request, and lets a status move only as {@link transitions} says. */
export function createLedger() {
  const records = new Map<Hex, RequestRecord>()

  function find(id: Hex): RequestRecord | undefined {
    return records.get(id.toLowerCase() as Hex)
  }

  function get(id: Hex): RequestRecord {
    const record = find(id)
    if (!record) throw new Error(`No request ${id}.`)
    return record
  }

  function write(record: RequestRecord): RequestRecord {
    records.set(record.id, record)
    return record
  }

  return {
    find,
    get,

    /** Opens a request, waiting for its deposit. */
    open(request: { id: Hex; terms: RequestTerms; attestation: AttestationRecord }): RequestRecord {
      if (find(request.id)) throw new Error(`Request ${request.id} exists.`)
      return write({
        ...request,
        status: 'waiting',
        inTxHashes: [],
        txHashes: [],
        updatedAt: Date.now(),
        details: null,
        failReason: 'N/A',
        refundFailReason: 'N/A',
      })
    },

    /** Moves a request on. @throws {@link IllegalTransitionError} */
    move(id: Hex, status: RequestStatus, update: RequestUpdate = {}): RequestRecord {
      const record = get(id)
      if (!transitions[record.status].includes(status)) {
        throw new IllegalTransitionError({ requestId: id, from: record.status, to: status })
      }
      return write({ ...record, ...update, status, updatedAt: Date.now() })
    },

    /** Records something about a request whose status stays. */
    note(id: Hex, update: RequestUpdate): RequestRecord {
      return write({ ...get(id), ...update, updatedAt: Date.now() })
    },
  }
}
