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
  /** In orders. */
  chainName: string
  deployer: Address
  receiver: Address
  implementation: Address
  factory: Address
}

/** The output of `deploy --json` for one chain. */
export type Deployment = Addresses & {
  /** Steps that were done before. */
  found: DeployStep[]
  /** Sent by this run. */
  transactions: DeployTransaction[]
  /** The admin's transactions; absent if there are none. */
  pending?: PendingTransaction[]
  /** The file of the record. */
  record?: string
  /** Only with `--verify`. */
  verified?: { contract: string; address: Address; outcome: 'verified' | 'alreadyVerified' }[]
}

/** The output of `deploy --dry-run --json` for one chain. */
export type DryRun = Addresses & {
  initCodeHashes: { implementation: Hex; factory: Hex; receiver: Hex }
  initialization: Hex
  /** The configuration, for review. */
  review: DeployReview
  steps: EstimatedStep[]
  cost: DeployCost
  /** The result of `--check`; absent without a record, or before there is a receiver. */
  comparison?: Comparison
  /** The admin's transactions after them; absent if there are none. */
  pending?: PendingTransaction[]
}

/** The output of `deploy --check --json` for one chain. */
export type Comparison = {
  chainId: number
  receiver: Address
  /** At which it was read. */
  block: bigint
  same: boolean
  /** Whether its code could be compared, too. */
  codeCompared: boolean
  differences: Difference[]
}

/** The output of `deploy --apply --json` for one chain: the transactions, and the differences after them. */
export type ApplyPlan = Comparison & { transactions: PolicyChange[]; remaining: Difference[] }

/** The output of `deploy --apply send --json` for one chain. The comparison follows the transactions. */
export type AppliedPlan = Comparison & { transactions: SentChange[] }
