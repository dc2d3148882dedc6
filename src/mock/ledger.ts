import type { Address, Hash, Hex } from 'viem'
import type { OrderCall } from '../protocol/order/encodeOrderCall.js'
import type { OrderData } from '../protocol/order/types.js'
import type { failReasons, refundFailReasons } from '../service/resources/codes.js'
import type { DeprecatedFees, FeeSponsorship, QuoteDetails } from '../service/resources/quote.js'
import { IllegalTransitionError } from './errors.js'
import { type RequestStatus, transitions } from './transitions.js'

/** How the user pays: what the solver watches for. */
export type PaymentKind =
  /** A deposit function of the depository. */
  | 'deposit'
  /** An ERC-20 transfer to the depository with the order id appended. */
  | 'transfer'
  /** Whatever arrives at the order's deposit address. */
  | 'depositAddress'
  /** A signed authorization (EIP-3009) that the solver submits. */
  | 'permit'
  /** A swap on one chain, through the exchange. */
  | 'swap'
  /** A transfer to the recipient on one chain. */
  | 'send'
  /** A transfer on the venue. */
  | 'venue'

/** What a quote promised. Amounts are in the smallest unit. */
export type RequestTerms = {
  payment: PaymentKind
  /** Where `depositAddress` pays. */
  depositAddress?: Address
  /** A deposit address of one order; an open one makes a new order for each further payment. */
  isStrict?: boolean
  /** Of a permit: Unix seconds of the origin chain from which it can't be used. Its nonce is the order's id. */
  permitValidBefore?: bigint
  /** Native currency that is delivered beside the output, in wei. */
  topupAmount?: bigint
  /** Unix seconds of the service's clock, after which a deposit is refunded. */
  expiresAt?: number
  /** What integrators earn when it is filled, in USD with 6 decimals. */
  appFees?: readonly { recipient: Address; amountUsd: bigint }[]
  /** What the key's owner pays of the fees when it is filled, in USD with 6 decimals. */
  sponsoredUsd?: bigint
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
  /** Of the fill's transaction, where there are calls. */
  txsGasLimit?: bigint
  /** The receiver through which the order asks to be filled. */
  fillContract?: Address
  orderData: OrderData
  /** The solver's, over the order's id. */
  orderSignature?: Hex
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

/** The service's reasons that the mock gives. */
export type FailReason = Extract<
  (typeof failReasons)[number],
  | 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL'
  | 'DEPOSIT_CHAIN_MISMATCH'
  | 'DEPOSIT_REORGED'
  | 'DESTINATION_TOKEN_TRANSFER_REJECTED'
  | 'DOUBLE_SPEND'
  | 'EXECUTION_REVERTED'
  | 'INCORRECT_DEPOSIT_CURRENCY'
  | 'PROTOCOL_DEADLINE_EXPIRED'
  | 'QUOTED_GAS_LIMIT_EXCEEDED'
  | 'TOO_LITTLE_RECEIVED'
  | 'TRANSACTION_SUBMISSION_FAILED'
  | 'TTL_EXPIRED'
  | 'UNKNOWN'
>

export type RefundFailReason = Extract<
  (typeof refundFailReasons)[number],
  'AMOUNT_TOO_LOW_TO_REFUND' | 'MANUAL_REFUND_REQUIRED'
>

/** What a status record's `details` can tell; each field only where it applies. */
export type RequestDetails = {
  /** Why the fill failed. */
  revert?: { data: Hex; message: string }
  /** The refund's transaction on the chain of the deposit; `txHashes` holds fills only. */
  refundTxHash?: Hash
  /** What was paid beyond the order's amount, sent back. */
  excess?: { amount: string; refundTxHash?: Hash }
  /** The transaction with which the solver tried to fill once more. */
  duplicateFillTxHash?: Hash
  /** Further deposits for the same order, sent back. */
  doubleSpends?: { failReason: 'DOUBLE_SPEND'; inTxHash: Hash; refundTxHash?: Hash }[]
}

/** What a quote answered beside its steps; the listings read it. */
export type QuotedRecord = {
  readonly details: QuoteDetails
  readonly fees: DeprecatedFees
  readonly feeSponsorship?: FeeSponsorship
}

/** A request and what has become of it. */
export type RequestRecord = {
  /** Names the request in the status, events, listings and the attestation. */
  readonly id: Hex
  /** Names the order in the deposit; equals `id` in the specification's form. */
  readonly orderId: Hex
  readonly terms: RequestTerms
  readonly attestation: AttestationRecord
  /** What the caller asked for, as it came. */
  readonly request: Readonly<Record<string, unknown>>
  /** The quote as it was answered, for the listings. */
  readonly quote?: QuotedRecord
  /** The key that quoted, whose webhook is told; absent without one. */
  readonly apiKey?: string
  readonly status: RequestStatus
  readonly inTxHashes: readonly Hash[]
  readonly txHashes: readonly Hash[]
  /** Who paid into the order's deposit address, and how; `inTxHashes` has the sweep. */
  readonly depositAddressPayment?: { readonly depositor: Address; readonly txHash: Hash }
  /** Unix milliseconds. */
  readonly createdAt: number
  /** Unix milliseconds. */
  readonly updatedAt: number
  readonly details: RequestDetails | null
  readonly failReason: FailReason | 'N/A'
  readonly refundFailReason: RefundFailReason | 'N/A'
}

export type NewRequest = Pick<
  RequestRecord,
  'id' | 'orderId' | 'terms' | 'attestation' | 'request' | 'quote' | 'apiKey'
>

export type RequestUpdate = Partial<
  Pick<
    RequestRecord,
    'inTxHashes' | 'txHashes' | 'depositAddressPayment' | 'details' | 'failReason' | 'refundFailReason'
  >
>

export type Ledger = ReturnType<typeof createLedger>

/**
 * Holds every request, and lets a status move only as {@link transitions} says.
 *
 * @param now - Unix milliseconds.
 */
export function createLedger(now: () => number = Date.now) {
  const records = new Map<Hex, RequestRecord>()
  const orders = new Map<Hex, Hex>()
  const listeners = new Set<(record: RequestRecord) => void>()

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

  function tell(record: RequestRecord): RequestRecord {
    for (const listener of listeners) listener(record)
    return record
  }

  return {
    find,
    get,

    /** The request whose order a deposit names. */
    findByOrder(orderId: Hex): RequestRecord | undefined {
      const id = orders.get(orderId.toLowerCase() as Hex)
      return id && records.get(id)
    },

    /** Every request, the oldest first. */
    list(): RequestRecord[] {
      return [...records.values()]
    },

    /** Calls `listener` with each new status, in the order of the moves. Returns what ends that. */
    onMove(listener: (record: RequestRecord) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Opens a request, waiting for its deposit. */
    open(request: NewRequest): RequestRecord {
      if (find(request.id)) throw new Error(`Request ${request.id} exists.`)
      orders.set(request.orderId, request.id)
      const openedAt = now()
      return tell(
        write({
          ...request,
          status: 'waiting',
          inTxHashes: [],
          txHashes: [],
          createdAt: openedAt,
          updatedAt: openedAt,
          details: null,
          failReason: 'N/A',
          refundFailReason: 'N/A',
        }),
      )
    },

    /** Moves a request on. @throws {@link IllegalTransitionError} */
    move(id: Hex, status: RequestStatus, update: RequestUpdate = {}): RequestRecord {
      const record = get(id)
      if (!transitions[record.status].includes(status)) {
        throw new IllegalTransitionError({ requestId: id, from: record.status, to: status })
      }
      return tell(write({ ...record, ...update, status, updatedAt: now() }))
    },

    /** Records something about a request whose status stays. */
    note(id: Hex, update: RequestUpdate): RequestRecord {
      return write({ ...get(id), ...update, updatedAt: now() })
    },
  }
}
