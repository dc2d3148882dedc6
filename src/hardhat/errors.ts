import { defineError } from '../base/defineError.js'
import { FillproofError } from '../base/FillproofError.js'

/** A decoded revert: a custom error, or `Error` and `Panic` of Solidity itself. */
export type RevertedWith = { errorName: string; args: readonly unknown[] }

/**
 * `fillproof.fill` of the Hardhat plugin did not reach its recipient. `errorName` and `args` are those of the
 * contract that reverted, or `errorName` is the check before it. With `HookFailed`, `hookError` is the error of your
 * own contract. `stack` has the lines of your contract, `cause` the client's error.
 */
export class FillFailedError extends FillproofError<'FillFailedError'> {
  /** Why, in words: the message without its beginning. */
  readonly reason: string
  /** The error of the contract that reverted, or the check before it; null for an unknown error. */
  readonly errorName: string | null
  /** The error's arguments, in the order of the ABI. */
  readonly args: readonly unknown[]
  /** What the recipient's `onFill` reverted with, decoded with your project's artifacts; null if it did not, or is unknown. */
  readonly hookError: RevertedWith | null
  /**
   * Whether a contract or a check before it refused the fill, or the request ended without it. False for what shows
   * nothing of your contract: the service did not answer, or does not know the token.
   */
  readonly isRefusal: boolean
  /** The names of all errors that were looked up: those of this package and of your project's artifacts. */
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
    /** Lines of a stack trace into Solidity, the innermost first. */
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
    // Too many to print with the error.
    Object.defineProperty(this, 'knownErrors', { value: knownErrors, enumerable: false })
    const frames = this.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? []
    this.stack = [`FillFailedError: ${this.message}`, ...solidityFrames, ...frames].join('\n')
  }
}

/** `fillproof.loadFixture` got an anonymous function, or a chain was reverted to before the fixture. */
export class FixtureError extends /* @__PURE__ */ defineError(
  'FixtureError',
  ({ shortMessage }: { shortMessage: string; remedy: string; cause?: unknown }) => shortMessage,
  ({ remedy }) => [remedy],
) {}

/**
 * A fault that a test set did nothing: the fill succeeded without it, or the connection ended. `faults` has the names. A
 * test that relies on it would pass without what it tests.
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
 * `connection.fillproof` can't start: it runs already with other options, its network is not simulated, the networks
 * have one chain id, or the port is in use. The message says what to change.
 */
export class HardhatNetworkError extends /* @__PURE__ */ defineError(
  'HardhatNetworkError',
  ({ shortMessage }: { shortMessage: string; remedy: string }) => shortMessage,
  ({ remedy }) => [remedy],
) {}
