import type { Address, Hash, Hex, TypedDataDefinition } from 'viem'
import type { StatusRecord } from '../resources/status.js'
import type { Step } from '../resources/step.js'

/** The time after which a deposit is too late: the deadline of the fill or of a refund, whichever comes first. */
export type OrderDeadline = {
  /** The place in the quote, such as `protocol.v2.orderData.output.deadline`. */
  path: string
  /** Unix seconds. */
  at: number
}

/** The fields of the caller's quote request against which steps are checked. */
export type StepRequest = {
  user: string
  recipient?: string | undefined
  refundTo?: string | undefined
  originChainId: number
  destinationChainId: number
  originCurrency: string
  destinationCurrency: string
  /** In the smallest unit. */
  amount: bigint | string
  tradeType: 'EXACT_INPUT' | 'EXPECTED_OUTPUT' | 'EXACT_OUTPUT'
  txs?: readonly { to: string; data: string; value: bigint | string }[] | undefined
  explicitDeposit?: boolean | undefined
  usePermit?: boolean | undefined
  /** Only the mock has it. */
  fillContract?: unknown
}

/**
 * Steps whose effect does not follow from the signed data, or that the service's oracle no longer settles.
 *
 * - `swap`: value, target and allowance are bounded, but the calldata is the router's.
 * - `permit`: the transfer is bounded, but its use is not.
 * - `depositAddress`: the amount is bounded, but only the service vouches for the address.
 * - `claim`: the wallet signs a hash.
 * - `unsettled`: the deposit is on a chain that the profile marks as `unsettled`. Perhaps no one pays it out or refunds it.
 */
export type Unverifiable = 'swap' | 'permit' | 'depositAddress' | 'claim' | 'unsettled'

type Planned = {
  step: Step
  /** The place in the quote, such as `steps[1].items[0]`. */
  path: string
}

export type PlannedTransaction = Planned & {
  kind: 'transaction'
  transaction: { to: Address; data: Hex; value: bigint }
  /** The deadline of the order that the transaction pays. */
  deadline?: OrderDeadline | undefined
  /** The amount that the depository receives. Absent if the transaction itself does not pay into the depository. */
  deposit?: PlannedDeposit | undefined
}

/** A deposit for an order. */
export type PlannedDeposit = {
  /** The chain's name in orders. */
  chainName: string
  depository: Address
  orderId: Hex
  /** Zero for the native currency. */
  currency: Hex
  /** Smallest unit. */
  amount: bigint
}

export type PlannedSignature = Planned & {
  kind: 'signature'
  message: { typedData: TypedDataDefinition } | { raw: Hex }
  /** The profile's path for the signature, and the body to post. */
  post: { path: string; body: Record<string, unknown> }
}

/** One verified item of a step. It holds everything that is signed or sent. */
export type PlannedItem = PlannedTransaction | PlannedSignature

/** The progress of an item. */
export type ItemRun = {
  /**
   * `asked`: the wallet was asked, and may have sent the item. `sent`: the wallet answered. `posted`: a signature was posted.
   * `done`: seen on the chain, or accepted by the service.
   */
  state: 'asked' | 'sent' | 'posted' | 'done'
  /** The wallet's answer: a hash, an id of the wallet, or `0x` if the wallet returned nothing. */
  txHash?: Hash
  /** The id of a batch of calls (EIP-5792). All items that the wallet was asked for at once have the same id. */
  batch?: string
}

/** The progress of a run of a quote's steps, by the place of each item, such as `steps[1].items[0]`. Plain JSON. */
export type StepRun = { readonly [place: string]: ItemRun }

export type StepEvent = {
  /** The step's id. */
  step: string
} & (
  | { type: 'transactionRequested' | 'signatureRequested' }
  /** The signature is about to be posted, or was accepted. */
  | { type: 'signaturePosting' | 'signaturePosted' }
  | { type: 'transactionSent' | 'transactionConfirmed'; txHash: Hash }
  /** The transaction was not sent, reverted, or was replaced. The wallet may be asked for it again. */
  | { type: 'transactionFailed' }
  | { type: 'status'; record: StatusRecord }
)

/** An event that `executeSteps` reports while it runs, together with the progress so far. */
export type StepProgress = StepEvent & { run: StepRun }
