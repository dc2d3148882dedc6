/** The arguments or the chain are not what the test needs. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A step ended otherwise than expected. */
export class FailedStepError extends Error {
  override readonly name = 'FailedStepError'
}
