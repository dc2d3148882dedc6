import { FillproofError } from '../base/FillproofError.js'

/** The mock service needs Hardhat on a Node that can run it. */
export class MockRuntimeError extends FillproofError<'MockRuntimeError'> {
  constructor({ shortMessage, remedy, cause }: { shortMessage: string; remedy: string; cause?: unknown }) {
    super('MockRuntimeError', shortMessage, { cause, metaMessages: [remedy] })
  }
}

/** An option of `startMockService` has an invalid value. */
export class MockOptionError extends FillproofError<'MockOptionError'> {
  readonly option: string
  readonly value: unknown

  constructor({ option, value, requirement }: { option: string; value: unknown; requirement: string }) {
    super('MockOptionError', `The option ${option} must be ${requirement}, found ${String(value)}.`)
    this.option = option
    this.value = value
  }
}

/** A request, stream or wait ended because `control.restore()` took the mock back to before it. */
export class MockRestoredError extends FillproofError<'MockRestoredError'> {
  constructor() {
    super('MockRestoredError', 'The mock was restored to an earlier snapshot, which undid this.')
  }
}

/** A snapshot can't be taken now, or can't be restored. */
export class MockSnapshotError extends FillproofError<'MockSnapshotError'> {
  constructor({ shortMessage, remedy }: { shortMessage: string; remedy?: string }) {
    super('MockSnapshotError', shortMessage, remedy ? { metaMessages: [remedy] } : {})
  }
}

/** A request can't move to this status: a bug in the mock. */
export class IllegalTransitionError extends FillproofError<'IllegalTransitionError'> {
  readonly requestId: string
  readonly from: string
  readonly to: string

  constructor({ requestId, from, to }: { requestId: string; from: string; to: string }) {
    super('IllegalTransitionError', `Request ${requestId} can't go from ${from} to ${to}.`)
    this.requestId = requestId
    this.from = from
    this.to = to
  }
}
