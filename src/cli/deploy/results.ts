import type { Address, Hex } from 'viem'
import type { PolicyChange } from '../../deploy/apply/planChanges.js'
import type { SentChange } from '../../deploy/apply/sendChanges.js'
import type { Difference } from '../../deploy/check/comparePolicy.js'
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

/** What `deploy --json` prints for one chain. */
export type Deployment = Addresses & {
  /** Steps that were done before. */
  found: DeployStep[]
  /** Sent by this run. */
  transactions: DeployTransaction[]
  /** What the admin must send; absent if nothing. */
  pending?: PendingTransaction[]
  /** The file of the record. */
  record?: string
  /** Only with `--verify`. */
  verified?: { contract: string; address: Address; outcome: 'verified' | 'alreadyVerified' }[]
}

/** What `deploy --dry-run --json` prints for one chain. */
export type DryRun = Addresses & {
  initCodeHashes: { implementation: Hex; factory: Hex; receiver: Hex }
  initialization: Hex
  /** What the receiver will be initialized with. */
  review: DeployReview
  steps: EstimatedStep[]
  cost: DeployCost
  /** What `--check` finds; absent without a record, or before there is a receiver. */
  comparison?: Comparison
  /** What the admin must send after them; absent if nothing. */
  pending?: PendingTransaction[]
}

/** What `deploy --check --json` prints for one chain. */
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

/** What `deploy --apply --json` prints for one chain: the transactions, and what they leave. */
export type ApplyPlan = Comparison & { transactions: PolicyChange[]; remaining: Difference[] }

/** What `deploy --apply send --json` prints for one chain. The comparison is that after the transactions. */
export type AppliedPlan = Comparison & { transactions: SentChange[] }
