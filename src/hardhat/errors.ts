import { defineError } from '../base/defineError.js'
import { FillproofError } from '../base/FillproofError.js'

/** A decoded revert: a custom error, or Solidity's own `Error` or `Panic`. */
export type RevertedWith = { errorName: string; args: readonly unknown[] }

/**
 * `fillproof.fill` of the Hardhat plugin did not pay its recipient, `fillInbox` filled no inbox, or `claimInbox` claimed
 * nothing. If a contract reverted, `errorName` and `args` are
 * the contract's error. If a check failed before the fill was sent, `errorName` names this check. With `HookFailed`,
 * `hookError` is the error of your own contract. `stack` has the lines of your contract, and `cause` the client's error.
 */
export class FillFailedError extends FillproofError<'FillFailedError'> {
  /** The reason in words: the message without `The fill failed: ` or `The claim failed: `. */
  readonly reason: string
  /** The error of the contract that reverted, or the check that failed before the fill was sent. Null if unknown. */
  readonly errorName: string | null
  /** The error's arguments, in the order of the ABI. */
  readonly args: readonly unknown[]
  /**
   * The revert of the recipient's `onFill`, decoded with your project's artifacts. Null if `onFill` did not revert, or its
   * error is unknown.
   */
  readonly hookError: RevertedWith | null
  /**
   * Whether the fill was refused: by a contract, by a check before the fill was sent, or because the request ended
   * unpaid. False if the failure shows nothing about your contract: for example, the service did not answer, or does not
   * know the token.
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
    subject = 'fill',
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
    subject?: 'fill' | 'claim'
  }) {
    super('FillFailedError', `The ${subject} failed: ${reason}`, { cause, metaMessages })
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

/** `fillproof.loadFixture` got an anonymous function, or other code reverted a chain to a state before the fixture. */
export class FixtureError extends /* @__PURE__ */ defineError(
  'FixtureError',
  ({ shortMessage }: { shortMessage: string; remedy: string; cause?: unknown }) => shortMessage,
  ({ remedy }) => [remedy],
) {}

/**
 * A test set a fault, but the fault did not happen. Thrown if the fill succeeded anyway, or at the end of the
 * connection. `faults` has the names. A test that relies on such a fault would pass without testing anything.
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
