import type { Address, Hex } from 'viem'
import type { Difference } from '../../deploy/check/comparePolicy.js'
import type { EstimatedStep } from '../../deploy/estimateDeployment.js'
import type { PendingTransaction } from '../../deploy/findPending.js'
import type { DeployStep, DeployTransaction } from '../../deploy/record.js'

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
  /** What was there before. */
  found: DeployStep[]
  /** What this run sent. */
  transactions: DeployTransaction[]
  /** What is left to the admin; absent where nothing is. */
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
  steps: EstimatedStep[]
  /** What is left to the admin after them; absent where nothing is. */
  pending?: PendingTransaction[]
}

/** What `deploy --check --json` prints for one chain. */
export type Comparison = {
  chainId: number
  receiver: Address
  /** At which it was read. */
  block: bigint
  same: boolean
  differences: Difference[]
}
