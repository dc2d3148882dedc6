/** The arguments or the chain are not usable for the test. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A step did not meet its expectation. */
export class FailedStepError extends Error {
  override readonly name = 'FailedStepError'
}
