import { describeValue } from '../base/describeValue.js'
import { FillproofError } from '../base/FillproofError.js'

/** One field of a deployment's configuration. */
export class DeployConfigError extends FillproofError<'DeployConfigError'> {
  readonly exitStatus = 2
  /** Its path, such as `routes.0.currency`. */
  readonly field: string
  readonly value: unknown

  constructor({ field, value, requirement }: { field: string; value: unknown; requirement: string }) {
    const found = value === undefined ? 'nothing' : describeValue(value)
    super('DeployConfigError', `${field} must be ${requirement}, found ${found}.`)
    this.field = field
    this.value = value
  }
}

/** A chain does not let the deployment go on. What was deployed stays, and the next run goes on from there. */
export class DeploymentError extends FillproofError<'DeploymentError'> {
  readonly exitStatus = 1
  readonly chainId: number

  constructor(chainId: number, shortMessage: string, metaMessages: readonly string[] = []) {
    super('DeploymentError', `Chain ${chainId}: ${shortMessage}`, { metaMessages })
    this.chainId = chainId
  }
}

/** The record of a deployment can't be used. */
export class DeployRecordError extends FillproofError<'DeployRecordError'> {
  readonly exitStatus = 2
  readonly path: string

  constructor({ path, problem }: { path: string; problem: string }) {
    super('DeployRecordError', `The record ${path} ${problem}`, {
      metaMessages: ['Choose another file or folder with --record.'],
    })
    this.path = path
  }
}

/** Sources could not be published at an explorer. What is deployed stays as it is. */
export class SourceVerificationError extends FillproofError<'SourceVerificationError'> {
  readonly exitStatus: 1 | 3
  readonly contract: string

  constructor({
    contract,
    problem,
    unreachable = false,
  }: {
    contract: string
    problem: string
    unreachable?: boolean
  }) {
    super('SourceVerificationError', `The sources of ${contract} could not be verified: ${problem}`, {
      metaMessages: ['The deployment is complete; run the same command again to verify once more.'],
    })
    this.exitStatus = unreachable ? 3 : 1
    this.contract = contract
  }
}
