import type { Address, Hash, Hex, TypedDataDefinition } from 'viem'
import type { StatusRecord } from '../resources/status.js'
import type { Step, StepItem } from '../resources/step.js'

/** When a deposit comes too late: the earliest of the fill's deadline and the refunds'. */
export type OrderDeadline = {
  /** Such as `protocol.v2.orderData.output.deadline`. */
  path: string
  /** Unix seconds. */
  at: number
}

/** The fields of the caller's quote request that steps are checked against. */
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
  /** The mock's own. */
  fillContract?: unknown
}

/**
 * Steps whose effect does not follow from what they sign, or that the service's oracle no longer settles.
 *
 * `swap`: the calldata is the router's; value, target and allowance are bounded. `permit`: the transfer is bounded, what
 * it is used for is not. `depositAddress`: the amount is bounded, the address is the service's word. `claim`: a hash.
 * `unsettled`: a deposit on a chain that the profile marks so, which nobody may pay out or refund.
 */
export type Unverifiable = 'swap' | 'permit' | 'depositAddress' | 'claim' | 'unsettled'

type Planned = {
  step: Step
  item: StepItem
  /** Such as `steps[1].items[0]`. */
  path: string
}

export type PlannedTransaction = Planned & {
  kind: 'transaction'
  transaction: { to: Address; data: Hex; value: bigint }
  /** The deadline of the order that is paid. */
  deadline?: OrderDeadline | undefined
  /** What the depository receives; absent for what does not pay into it itself. */
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
  /** Where the profile has it that signatures are submitted. */
  post: { path: string; body: Record<string, unknown> }
}

/** One item of a step, verified: everything that is signed or sent stands here. */
export type PlannedItem = PlannedTransaction | PlannedSignature

/** A report of `executeSteps` while it runs. */
export type StepProgress = {
  /** The step's id. */
  step: string
} & (
  | { type: 'transactionRequested' | 'signatureRequested' | 'signaturePosted' }
  | { type: 'transactionSent' | 'transactionConfirmed'; txHash: Hash }
  | { type: 'status'; record: StatusRecord }
)
