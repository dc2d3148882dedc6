import { defineError } from '../base/defineError.js'
import { FillproofError } from '../base/FillproofError.js'

/** A decoded revert: a custom error, or Solidity's own `Error` or `Panic`. */
export type RevertedWith = { errorName: string; args: readonly unknown[] }

/**
 * `fillproof.fill` of the Hardhat plugin did not reach its recipient. `errorName` and `args` come from the contract
 * that reverted, or `errorName` names the failed check before it. With `HookFailed`, `hookError` is the error of your
 * own contract. `stack` has the lines of your contract, `cause` the client's error.
 */
export class FillFailedError extends FillproofError<'FillFailedError'> {
  /** The reason in words: the message without its beginning. */
  readonly reason: string
  /** The error of the contract that reverted, or the failed check before it. Null for an unknown error. */
  readonly errorName: string | null
  /** The error's arguments, in the order of the ABI. */
  readonly args: readonly unknown[]
  /**
   * The decoded revert of the recipient's `onFill`, from your project's artifacts. Null if it did not revert, or is
   * unknown.
   */
  readonly hookError: RevertedWith | null
  /**
   * Whether a contract or a check before it rejected the fill, or the request ended unpaid. False if the failure shows
   * nothing about your contract: the service did not answer, or does not know the token.
   */
  readonly isRefusal: boolean
  /** The names of all errors that were looked up, from this package and your project's artifacts. */
  declare readonly knownErrors: readonly string[]

  constructor({
    reason,
    errorName,
    args,
    isRefusal,
    hookError = null,
    knownErrors = [],
    solidityFrames,
    cause,
    metaMessages,
  }: {
    reason: string
    errorName: string | null
    args: readonly unknown[]
    isRefusal: boolean
    hookError?: RevertedWith | null
    knownErrors?: readonly string[]
    /** Lines of a stack trace in Solidity, the innermost first. */
    solidityFrames: readonly string[]
    cause: unknown
    metaMessages?: readonly string[]
  }) {
    super('FillFailedError', `The fill failed: ${reason}`, { cause, metaMessages })
    this.reason = reason
    this.errorName = errorName
    this.args = args
    this.hookError = hookError
    this.isRefusal = isRefusal
    // The list is too long to print with the error.
    Object.defineProperty(this, 'knownErrors', { value: knownErrors, enumerable: false })
    const frames = this.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? []
    this.stack = [`FillFailedError: ${this.message}`, ...solidityFrames, ...frames].join('\n')
  }
}

/** `fillproof.loadFixture` got an anonymous function, or a chain was reverted to a state before the fixture. */
export class FixtureError extends /* @__PURE__ */ defineError(
  'FixtureError',
  ({ shortMessage }: { shortMessage: string; remedy: string; cause?: unknown }) => shortMessage,
  ({ remedy }) => [remedy],
) {}

/**
 * A fault that a test set did nothing. Reported if the fill succeeded without it, or when the connection ended.
 * `faults` has the names. A test that relies on the fault would pass without testing anything.
 */
export class UnusedFaultError extends FillproofError<'UnusedFaultError'> {
  readonly faults: readonly string[]

  constructor(faults: readonly string[], what: string) {
    const many = faults.length > 1
    super(
      'UnusedFaultError',
      `The fault${many ? 's' : ''} ${faults.join(', ')} ${many ? 'were' : 'was'} set and ${what}.`,
      {
        metaMessages: [
          'Set a fault right before the fill that it is for, and clear what you no longer need.',
        ],
      },
    )
    this.faults = faults
  }
}

/**
 * `connection.fillproof` can't start. Either it already runs with other options, its network is not simulated, both
 * networks have the same chain id, or the port is in use. The message says what to change.
 */
export class HardhatNetworkError extends /* @__PURE__ */ defineError(
  'HardhatNetworkError',
  ({ shortMessage }: { shortMessage: string; remedy: string }) => shortMessage,
  ({ remedy }) => [remedy],
) {}
