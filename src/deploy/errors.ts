import type { Address } from 'viem'
import { defineError, type FieldProblem } from '../base/defineError.js'
import { describeValue } from '../base/describeValue.js'
import { FillproofError } from '../base/FillproofError.js'

/**
 * A field of a deployment's configuration is invalid. `field` is the path, such as `routes.0.currency`, and `value` the
 * invalid value. Exit status 2. Nothing was sent.
 */
export class DeployConfigError extends /* @__PURE__ */ defineError(
  'DeployConfigError',
  ({ field, value, requirement }: FieldProblem) =>
    `${field} must be ${requirement}, found ${value === undefined ? 'nothing' : describeValue(value)}.`,
) {}

/**
 * A deployment cannot continue on chain `chainId`. The message gives the reason. Deployed contracts remain, and the next run
 * continues from there. Exit status 1.
 */
export class DeploymentError extends FillproofError<'DeploymentError'> {
  readonly chainId: number

  constructor(chainId: number, shortMessage: string, metaMessages: readonly string[] = []) {
    super('DeploymentError', `Chain ${chainId}: ${shortMessage}`, { metaMessages })
    this.chainId = chainId
  }
}

/**
 * The events of a receiver or guard since `fromBlock`, on chain `chainId`, do not show its initialization. So a comparison could
 * miss entries that were set earlier. Start at the block of the deployment or an earlier block. Exit status 3.
 */
export class DeployHistoryError extends /* @__PURE__ */ defineError(
  'DeployHistoryError',
  ({ chainId, receiver, fromBlock }: { chainId: number; receiver: Address; fromBlock: bigint }) =>
    `Chain ${chainId}: the events since block ${fromBlock} do not show the initialization of ${receiver}, so they may not show all that is set.`,
  ({ fromBlock }) => [
    fromBlock === 0n
      ? 'Ask a node that keeps the events of all blocks.'
      : 'Start --from-block at the block of its deployment, or leave --from-block and --record out to read from the first block.',
  ],
) {}

/**
 * The file of `--record` cannot be read or written, or belongs to another deployment. `path` names the file. Exit
 * status 2.
 */
export class DeployRecordError extends /* @__PURE__ */ defineError(
  'DeployRecordError',
  ({ path, problem }: { path: string; problem: string }) => `The record ${path} ${problem}`,
  'Choose another file or folder with --record.',
) {}

/**
 * An explorer rejected the sources or could not be reached, or this installation lacks them. The deployment is
 * complete. Run the command again to retry the verification. `contract` names the contract. Exit status 1, or 3 if
 * `isUnreachable` is true.
 */
export class SourceVerificationError extends /* @__PURE__ */ defineError(
  'SourceVerificationError',
  (error: {
    contract: string
    problem: string
    /** Whether the explorer did not answer. */
    isUnreachable?: boolean
  }) => `The sources of ${error.contract} could not be verified: ${error.problem}`,
  'The deployment is complete. Run the same command to verify again.',
) {}
