import { defineError } from '../base/defineError.js'
import { FillproofError } from '../base/FillproofError.js'

/**
 * `fillproof.fill` of the Hardhat plugin did not reach its recipient. `errorName` and `args` are those of the
 * contract that reverted, or `errorName` is the check before it. `stack` has the lines of your contract, `cause`
 * the client's error.
 */
export class FillFailedError extends FillproofError<'FillFailedError'> {
  /** The error of the contract that reverted, or the check before it; null for an unknown error. */
  readonly errorName: string | null
  /** The error's arguments, in the order of the ABI. */
  readonly args: readonly unknown[]

  constructor({
    reason,
    errorName,
    args,
    solidityFrames,
    cause,
  }: {
    reason: string
    errorName: string | null
    args: readonly unknown[]
    /** Lines of a stack trace into Solidity, the innermost first. */
    solidityFrames: readonly string[]
    cause: unknown
  }) {
    super('FillFailedError', `The fill failed: ${reason}`, { cause })
    this.errorName = errorName
    this.args = args
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
