import type { Address, Hash, Hex } from 'viem'
import type { AttestationV1 } from '../protocol/attestation/types.js'
import type { OrderCall } from '../protocol/order/encodeOrderCall.js'
import type { OrderData } from '../protocol/order/types.js'
import type { failReasons, refundFailReasons } from '../service/resources/codes.js'
import type { FeeSponsorship } from '../service/resources/quote.js'
import { type CurrentStatus, isOver, mayFollow } from '../service/resources/requestStatus.js'
import { IllegalTransitionError } from './errors.js'
import type { SentDetails, SentFees } from './records.js'
import { createSavepoints } from './savepoints.js'

/** How the user pays. */
export type PaymentKind =
  /** A deposit function of the depository. */
  | 'deposit'
  /** An ERC-20 transfer to the depository, with the order id appended to its data. */
  | 'transfer'
  /** Any payment to the order's deposit address. */
  | 'depositAddress'
  /** A signed authorization (EIP-3009), which the solver submits. */
  | 'permit'
  /** A swap on one chain, through the exchange. */
  | 'swap'
  /** A transfer to the recipient on one chain. */
  | 'send'
  /** The wrapper's own conversion between native and wrapped currency. */
  | 'wrap'
  /** A transfer on the venue. */
  | 'venue'

/** The terms of a quote. Amounts are in the smallest unit. */
export type RequestTerms = {
  payment: PaymentKind
  depositAddress?: Address
  /** Whether the deposit address has only one order. Otherwise each further payment creates a new order. */
  isStrict?: boolean
  /** Unix seconds of the origin chain at which a permit ends. The permit's nonce is the order's id. */
  permitValidBefore?: bigint
  /** Native currency that is delivered in addition to the output, in wei. */
  topupAmount?: bigint
  /** Unix seconds of the service's clock. A deposit after this time is refunded. */
  expiresAt?: number
  /** The integrators' earnings when the request is filled, in USD with 6 decimals. */
  appFees?: readonly { recipient: Address; amountUsd: bigint }[]
  /** The part of the fees that the key's owner pays when the request is filled, in USD with 6 decimals. */
  sponsoredUsd?: bigint
  user: Address
  recipient: Address
  /** If absent, refunds go to the depositor. */
  refundTo?: Address
  originChainId: number
  destinationChainId: number
  originCurrency: Address
  destinationCurrency: Address
  inputAmount: bigint
  expectedAmount: bigint
  calls: readonly OrderCall[]
  /** The gas limit of a fill with calls. */
  txsGasLimit?: bigint
  /** The receiver that the order names. */
  fillContract?: Address
  orderData: OrderData
  /** The names of the EVM chains in the order. */
  evmChains: readonly string[]
  /** The solver's signature over the order's id. */
  orderSignature?: Hex
}

/** The answer of `GET /requests/{requestId}/signature`. */
export type LedgerAttestation = {
  requestData: Omit<AttestationV1, 'layout' | 'requestId' | 'originAmount' | 'signature'> & {
    originAmount: string
  }
  signature: Hex
}

export type KnownFailReason = (typeof failReasons)[number]

export type KnownRefundFailReason = (typeof refundFailReasons)[number]

/** A status record's `details`. Each field is present only if it applies. */
type RequestDetails = {
  /** Why the fill failed. */
  revert?: { data: Hex; message: string }
  /** The refund's transaction on the chain of the deposit; `txHashes` holds fills only. */
  refundTxHash?: Hash
  /** The part of a payment beyond the order's amount, which is sent back. */
  excess?: { amount: string; refundTxHash?: Hash }
  /** The solver's second attempt to fill. */
  duplicateFillTxHash?: Hash
  /** More deposits for the same order, which are sent back. */
  doubleSpends?: { failReason: 'DOUBLE_SPEND'; inTxHash: Hash; refundTxHash?: Hash }[]
}

/** A payment on a chain, for an order of that chain or of another chain. */
export type LedgerPayment = {
  chainId: number
  /** 20 bytes, or 16 on the venue. */
  currency: Address
  /** In the smallest unit. */
  amount: bigint
}

/** A quote's answer without its steps, for the listings. */
export type QuotedRecord = {
  readonly details: SentDetails
  readonly fees: SentFees
  readonly feeSponsorship?: FeeSponsorship
}

export type LedgerRequest = {
  /** Identifies the request in the status, events, listings and the attestation. */
  readonly id: Hex
  /** Identifies the order in the deposit; equals `id` in the specification's form. */
  readonly orderId: Hex
  readonly terms: RequestTerms
  readonly attestation: LedgerAttestation
  /** The body of the caller's request. */
  readonly request: Readonly<Record<string, unknown>>
  readonly quote?: QuotedRecord
  /** The key that requested the quote. Events go to the webhook of this key. */
  readonly apiKey?: string
  readonly status: CurrentStatus
  readonly inTxHashes: readonly Hash[]
  /** The first transaction's payment, as the chain reports it. Currency and amount may differ from the order's. */
  readonly deposit?: LedgerPayment
  readonly txHashes: readonly Hash[]
  /** The payment to the order's deposit address. It is not in `inTxHashes`, which has the sweep into the depository. */
  readonly depositAddressPayment?: { readonly depositor: Address; readonly txHash: Hash }
  /** Unix milliseconds. */
  readonly createdAt: number
  /** Unix milliseconds. */
  readonly updatedAt: number
  readonly details: RequestDetails | null
  readonly failReason: KnownFailReason
  readonly refundFailReason: KnownRefundFailReason
  /** Whether the request's refund is called `fallback`. */
  readonly isFallback?: boolean
}

export type NewRequest = Pick<
  LedgerRequest,
  'id' | 'orderId' | 'terms' | 'attestation' | 'request' | 'quote' | 'apiKey'
>

const newRecord = {
  status: 'waiting',
  inTxHashes: [],
  txHashes: [],
  details: null,
  failReason: 'N/A',
  refundFailReason: 'N/A',
} as const

export type RequestUpdate = Partial<
  Pick<
    LedgerRequest,
    | 'inTxHashes'
    | 'deposit'
    | 'txHashes'
    | 'depositAddressPayment'
    | 'details'
    | 'failReason'
    | 'refundFailReason'
    | 'isFallback'
  >
>

export type Ledger = ReturnType<typeof createLedger>

/**
 * Holds the newest requests, and changes a status only as {@link mayFollow} allows.
 *
 * If there are more than `maxRequests`, drops the oldest finished request of the older half of the list. If no request
 * of that half is finished, drops the oldest request. So a caller that waits for a recent request still sees how the
 * request ends.
 *
 * @param now - Unix milliseconds.
 */
export function createLedger(now: () => number = Date.now, maxRequests = Number.POSITIVE_INFINITY) {
  const { records, orders, moved, dropped, drop, savepoints, undone } = createRecords()

  const find = (id: Hex) => records.get(id.toLowerCase() as Hex)

  function get(id: Hex): LedgerRequest {
    const record = find(id)
    if (!record) throw new Error(`No request ${id}.`)
    return record
  }

  function writeAndNotify(record: LedgerRequest): LedgerRequest {
    records.set(record.id, record)
    moved.notify(record)
    return record
  }

  return {
    find,
    get,

    findByOrder(orderId: Hex): LedgerRequest | undefined {
      const id = orders.get(orderId.toLowerCase() as Hex)
      return id && records.get(id)
    },

    /** Saves and restores the state of the ledger, and of the parts added to it. */
    savepoints,

    isUndone: (id: Hex): boolean => undone.has(id.toLowerCase() as Hex),

    /** Returns every request, the oldest first. */
    list: (): LedgerRequest[] => [...records.values()],

    /** Calls a listener with each new status, in order. Returns a function that removes the listener. */
    onMove: moved.add,

    /** Calls a listener with each request that is dropped. */
    onDrop: dropped.add,

    /** Opens a request, which then waits for its deposit. */
    open(request: NewRequest): LedgerRequest {
      if (find(request.id)) throw new Error(`Request ${request.id} exists.`)
      undone.delete(request.id)
      orders.set(request.orderId, request.id)
      const record = writeAndNotify(createRecord(request, now()))
      if (records.size > maxRequests) drop(chooseDropped([...records.values()]))
      return record
    },

    /** Changes a request's status. @throws {@link IllegalTransitionError} */
    move(id: Hex, status: CurrentStatus, update: RequestUpdate = {}): LedgerRequest {
      const record = get(id)
      if (!mayFollow(record.status, status)) {
        throw new IllegalTransitionError({ requestId: id, from: record.status, to: status })
      }
      return writeAndNotify({ ...record, ...update, status, updatedAt: now() })
    },

    /** Updates a request without changing its status. */
    note(id: Hex, update: RequestUpdate): void {
      const record = { ...get(id), ...update, updatedAt: now() }
      records.set(record.id, record)
    },

    /** Updates a request without changing its status, and reports the status again. */
    report: (id: Hex, update: RequestUpdate): LedgerRequest =>
      writeAndNotify({ ...get(id), ...update, updatedAt: now() }),
  }
}

function createRecords() {
  const records = new Map<Hex, LedgerRequest>()
  const orders = new Map<Hex, Hex>()
  const dropped = createListeners()
  const savepoints = createSavepoints()
  /** Requests that a restore undid. */
  const undone = new Set<Hex>()
  // Records never change, so a copy of the map is enough.
  savepoints.add(() => {
    const saved = new Map(records)
    return () => {
      const lost = [...records.values()].filter(({ id }) => !saved.has(id))
      records.clear()
      for (const [id, record] of saved) records.set(id, record)
      for (const record of lost) {
        undone.add(record.id)
        dropped.notify(record)
      }
    }
  })
  savepoints.keep(orders)
  const drop = (record: LedgerRequest) => {
    records.delete(record.id)
    orders.delete(record.orderId)
    dropped.notify(record)
  }
  return { records, orders, moved: createListeners(), dropped, drop, savepoints, undone }
}

function createRecord(request: NewRequest, openedAt: number): LedgerRequest {
  return { ...request, ...newRecord, createdAt: openedAt, updatedAt: openedAt }
}

function chooseDropped(oldestFirst: readonly LedgerRequest[]): LedgerRequest {
  const older = oldestFirst.slice(0, Math.ceil(oldestFirst.length / 2))
  return older.find(({ status }) => isOver(status)) ?? older[0]!
}

function createListeners() {
  const listeners = new Set<(record: LedgerRequest) => void>()
  return {
    add(listener: (record: LedgerRequest) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify(record: LedgerRequest): void {
      for (const listener of listeners) listener(record)
    },
  }
}
