import { defineError } from '../base/defineError.js'
import { FillproofError } from '../base/FillproofError.js'
import { suggest } from '../base/suggest.js'

/**
 * The mock needs Node 22.13 and the packages `hardhat` (version 3), `fastify` and `ws`. The message contains the
 * command that helps. A project can have only one Hardhat: if yours has Hardhat 2, run the mock from a separate folder.
 */
export class MockRuntimeError extends /* @__PURE__ */ defineError(
  'MockRuntimeError',
  ({ shortMessage }: { shortMessage: string; remedy: string; cause?: unknown }) => shortMessage,
  ({ remedy }) => [remedy],
) {}

/** An option of `startMockService` is invalid. */
export class MockOptionError extends FillproofError<'MockOptionError'> {
  readonly option: string
  readonly value: unknown

  /** @param parameters - `known` are the valid names, if an unknown name is the problem. */
  constructor(
    parameters: { option: string; value: unknown } & ({ requirement: string } | { known: readonly string[] }),
  ) {
    const { option, value } = parameters
    const [message, metaMessages] =
      'known' in parameters
        ? [`There is no option ${option}.`, suggest(option.replace(/.*\./, ''), parameters.known)]
        : [`The option ${option} must be ${parameters.requirement}, found ${String(value)}.`, []]
    super('MockOptionError', message, { metaMessages })
    this.option = option
    this.value = value
  }
}

/**
 * The mock's `control.restore()` ended an HTTP request, stream or wait in progress, because the restored state may no
 * longer have the request that it was about. Over HTTP the answer is 409 with this error's name as `name`. A websocket
 * closes with code 4409.
 */
export class MockRestoredError extends /* @__PURE__ */ defineError(
  'MockRestoredError',
  () => 'The mock was restored to an earlier snapshot, which undid this.',
) {}

/**
 * The mock can't take a snapshot because fills in progress never end, or can't restore one because something else
 * reverted a chain to an earlier state.
 */
export class MockSnapshotError extends FillproofError<'MockSnapshotError'> {
  constructor({ shortMessage, remedy }: { shortMessage: string; remedy?: string }) {
    super('MockSnapshotError', shortMessage, remedy ? { metaMessages: [remedy] } : {})
  }
}

/** The mock tried an invalid status transition of a request. Please report it. */
export class IllegalTransitionError extends /* @__PURE__ */ defineError(
  'IllegalTransitionError',
  ({ requestId, from, to }: { requestId: string; from: string; to: string }) =>
    `Request ${requestId} can't go from ${from} to ${to}.`,
) {}
