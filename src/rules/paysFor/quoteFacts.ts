import type { Address, Hex } from 'viem'
import type { Order } from '../../protocol/order/parseOrder.js'
import type { Types } from '../differences.js'
import type { Signed } from '../signer.js'
import type { Fault } from '../verdict.js'
import type { AmountRange, OrderFacts, RequestFacts } from './facts.js'

/** What was read of a quote, or the place that can't be read. */
export type Read<value> = value | Fault

/** What can be known of a quote before anything is signed. */
export type QuoteFacts = OrderFacts & RequestFacts & ShownFacts & StepFacts

/** Said by the service around the order. */
type ShownFacts = {
  /** The order in full, where a step pays for it. */
  quotedOrder: Order
  /** Recomputed. */
  orderId: Hex
  /** Null where the caller demands a signature and there is none. */
  signed: Signed | null
  /** Unix seconds. Said by the caller. */
  timestamp: bigint
  /** Nothing is paid by it, and much of it is often absent, but a quote that contradicts itself is not to be trusted. */
  shown: {
    orderId: unknown
    amountIn: unknown
    minimumAmountOut: unknown
    /** The quote's `paymentDetails`, the currency as the order writes it. */
    payment: Readonly<Record<string, unknown>>
  }
  /** Said by the profile: where this currency may be deposited. */
  depositories: readonly string[]
}

/** How the input leaves the wallet. */
export type PaymentKind = 'deposit' | 'depositAddress' | 'swap' | 'wrap' | 'send' | 'permit'

export type StepTransaction = { to: Address; data: Hex; value: bigint; chainId: unknown; from: unknown }

export type PermitData = {
  sign: {
    signatureKind: string
    domain: Record<string, unknown>
    types: Types
    value: Record<string, unknown>
    primaryType: string
  }
  post: { endpoint: string; body: Record<string, unknown> }
}

/** What a witness of Permit2 has besides relayer, refundTo, nftRecipient and calls; `msgValue` has `metadata` too. */
export type WitnessForm = 'plain' | 'metadata' | 'msgValue'

/** Said by the service: what would be signed and sent. The rest is the caller's and the profile's word. */
export type StepFacts = {
  /** Those that have something to run. */
  steps: readonly {
    path: string
    id: string
    kind: string
    requestId: unknown
    items: readonly { path: string; check: unknown }[]
  }[]
  /** The paths of the service's own status. */
  statusPaths: readonly string[]
  approvals: readonly { path: string; transaction: Read<StepTransaction> }[]
  payment: { path: string; transaction: Read<StepTransaction>; depositAddress: string }
  permit: { path: string; data: Read<PermitData>; requestId: unknown; endpoint: string }
  /** What may leave the wallet. */
  spend: {
    user: Hex
    chainId: number
    currency: Hex
    isNative: boolean
    amount: AmountRange
    /** Whether a token goes through the depository's function, and not by a plain transfer. */
    explicitDeposit: boolean
  }
  /** What the request asks for, where the wallet's own transaction is the fill. */
  delivery: {
    chainId: number
    currency: Hex
    recipient: Hex
    calls: readonly Hex[]
    requestedAmount: bigint
    minimumAmountOut: bigint | undefined
  }
  depository: Address
  /** Who may be allowed to take the input. */
  spenders: readonly Address[]
  swapTargets: readonly Address[]
  permit2: Address
  permitSpenders: readonly { address: Address; witness: WitnessForm }[]
  refundTo: Hex
  /** Known only where it follows from what is signed. */
  effect: true
  /** Known unless the oracle no longer settles deposits of the chain. */
  settles: true
}
