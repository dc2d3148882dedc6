import type { Address, Hex } from 'viem'
import type { Order } from '../../protocol/order/readOrderData.js'
import type { Signed } from '../signer.js'
import type { Types } from '../typeDifferences.js'
import type { Fault } from '../verdict.js'
import type { AmountRange, OrderFacts, RequestFacts } from './facts.js'

/** A value read from a quote, or a fault at the place that can't be read. */
export type Read<value> = value | Fault

/** The facts of a quote that can be known before anything is signed. */
export type QuoteFacts = OrderFacts & RequestFacts & ShownFacts & StepFacts

/** Facts that the service reports with the order. */
type ShownFacts = {
  /** The whole order, if a step pays for it. */
  quotedOrder: Order
  /** Recomputed from the order. */
  orderId: Hex
  /** Null if the caller requires a signature and there is none. */
  signed: Signed | null
  /** Unix seconds, from the caller. */
  timestamp: bigint
  /** The quote's displayed values. No payment uses them, and many are often absent, but a quote must not contradict itself. */
  shown: {
    orderId: unknown
    amountIn: unknown
    minimumAmountOut: unknown
    /** The quote's `paymentDetails`, with the currency in the order's form. */
    payment: Readonly<Record<string, unknown>>
  }
  /** The profile's addresses for deposits, in the form of the chain. */
  depositories: readonly string[]
}

/** The way in which the input leaves the wallet. */
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

/** The extra fields of a Permit2 witness, besides relayer, refundTo, nftRecipient and calls. `msgValue` also has `metadata`. */
export type WitnessForm = 'plain' | 'metadata' | 'msgValue'

/**
 * Facts about the data to sign and send, which comes from the service, and about its limits, which come from the caller and the
 * profile.
 */
export type StepFacts = {
  /** The steps that have something to run. */
  steps: readonly {
    path: string
    id: string
    kind: string
    requestId: unknown
    items: readonly { path: string; check: unknown }[]
  }[]
  /** The paths of the service's own status endpoints. */
  statusPaths: readonly string[]
  approvals: readonly { path: string; transaction: Read<StepTransaction> }[]
  payment: { path: string; transaction: Read<StepTransaction>; depositAddress: string }
  permit: { path: string; data: Read<PermitData>; requestId: unknown; endpoint: string }
  /** The amount and currency that may leave the wallet. */
  spend: {
    user: Hex
    chainId: number
    currency: Hex
    isNative: boolean
    amount: AmountRange
    /** Whether a token must be deposited by a call of the depository, not by a plain transfer. */
    explicitDeposit: boolean
  }
  /** The delivery that the request asks for, if the wallet's own transaction is the fill. */
  delivery: {
    chainId: number
    currency: Hex
    recipient: Hex
    calls: readonly Hex[]
    requestedAmount: bigint
    minimumAmountOut: bigint | undefined
  }
  depository: Address
  /** The contracts that may be approved to take the input. */
  spenders: readonly Address[]
  swapTargets: readonly Address[]
  permit2: Address
  permitSpenders: readonly { address: Address; witness: WitnessForm }[]
  refundTo: Hex
  /** Present only if the data to sign shows its effect. Otherwise, the check `effect` is unknown. */
  effect: true
  /** Present unless the oracle no longer settles deposits on the chain. */
  settles: true
}
