import type { Address, Hash, Hex, TypedDataDefinition } from 'viem'
import type { StatusRecord } from '../resources/status.js'
import type { Step } from '../resources/step.js'

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

/** What was done of an item. */
export type ItemRun = {
  /**
   * `asked`: the wallet was asked, and may have sent it. `sent`: it answered. `posted`: a signature went out. `done`: seen on the
   * chain, or taken by the service.
   */
  state: 'asked' | 'sent' | 'posted' | 'done'
  /** What the wallet returned: a hash, an id of its own, or `0x` where it told none. */
  txHash?: Hash
  /** The id of the calls (EIP-5792) that the wallet was asked for at once; their items have the same. */
  batch?: string
}

/** How far a run of a quote's steps came, by the place of each item, such as `steps[1].items[0]`; plain JSON. */
export type StepRun = { readonly [place: string]: ItemRun }

export type StepEvent = {
  /** The step's id. */
  step: string
} & (
  | { type: 'transactionRequested' | 'signatureRequested' }
  /** The signature goes out now, and was taken. */
  | { type: 'signaturePosting' | 'signaturePosted' }
  | { type: 'transactionSent' | 'transactionConfirmed'; txHash: Hash }
  /** It was not sent, reverted, or was replaced: it may be asked for again. */
  | { type: 'transactionFailed' }
  | { type: 'status'; record: StatusRecord }
)

/** A report of `executeSteps` while it runs, with how far it came. */
export type StepProgress = StepEvent & { run: StepRun }
