import type { Address, Hex } from 'viem'
import type { PolicyChange } from '../../deploy/apply/planChanges.js'
import type { SentChange } from '../../deploy/apply/sendChanges.js'
import type { Difference } from '../../deploy/compare/comparePolicy.js'
import type { EstimatedStep } from '../../deploy/estimateDeployment.js'
import type { PendingTransaction } from '../../deploy/findPending.js'
import type { DeployStep, DeployTransaction } from '../../deploy/record.js'
import type { DeployCost, DeployReview } from './review.js'

type Addresses = {
  chainId: number
  /** The chain's name in orders. */
  chainName: string
  deployer: Address
  receiver: Address
  implementation: Address
  factory: Address
}

/** The output of `deploy --json` for one chain. */
export type Deployment = Addresses & {
  /** The steps that were already done. */
  found: DeployStep[]
  /** The transactions of this run. */
  transactions: DeployTransaction[]
  /** The transactions that the admin still has to send. Absent if there are none. */
  pending?: PendingTransaction[]
  record?: string
  /** Only with `--verify`. */
  verified?: { contract: string; address: Address; outcome: 'verified' | 'alreadyVerified' }[]
}

/** The output of `deploy --dry-run --json` for one chain. */
export type DryRun = Addresses & {
  initCodeHashes: { implementation: Hex; factory: Hex; receiver: Hex }
  initialization: Hex
  review: DeployReview
  steps: EstimatedStep[]
  cost: DeployCost
  /** The result of `--check`. Absent without a record, or before the receiver exists. */
  comparison?: Comparison
  /** The transactions that the admin has to send afterwards. Absent if there are none. */
  pending?: PendingTransaction[]
}

/** The output of `deploy --check --json` for one chain. */
export type Comparison = {
  chainId: number
  receiver: Address
  /** The block at which the receiver was read. */
  block: bigint
  same: boolean
  /** Whether the contract's code could be compared. False behind a proxy other than the factory's clone. */
  codeCompared: boolean
  differences: Difference[]
}

/** The output of `deploy --apply --json` for one chain: the transactions, and the differences that they leave. */
export type ApplyPlan = Comparison & { transactions: PolicyChange[]; remaining: Difference[] }

/** The output of `deploy --apply send --json` for one chain. The comparison follows the transactions. */
export type AppliedPlan = Comparison & { transactions: SentChange[] }
