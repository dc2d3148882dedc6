import { describeValue } from '../base/describeValue.js'
import { FillproofError } from '../base/FillproofError.js'

/** A parameter of a batch verifier that can't be used. */
export class BatchOptionError extends FillproofError<'BatchOptionError'> {
  readonly option: string
  readonly value: unknown

  constructor({ option, value, requirement }: { option: string; value: unknown; requirement: string }) {
    super('BatchOptionError', `${option} must be ${requirement}, found ${describeValue(value)}.`)
    this.option = option
    this.value = value
  }
}

/** The requested backend does not load on this machine. */
export class BackendUnavailableError extends FillproofError<'BackendUnavailableError'> {
  readonly backend: 'native'

  constructor({ backend, cause }: { backend: 'native'; cause?: unknown }) {
    super('BackendUnavailableError', `The ${backend} backend does not load here: install secp256k1.`, {
      cause,
      metaMessages: ["Or choose the backend 'auto' or 'pure', which is slower and has the same results."],
    })
    this.backend = backend
  }
}

/** A worker thread ended before it answered. The verifier can be used again; unreported records were not verified. */
export class BatchWorkerError extends FillproofError<'BatchWorkerError'> {
  /** The exit code of the thread, where it ended by itself. */
  readonly exitCode: number | undefined

  constructor({ exitCode, cause }: { exitCode?: number | undefined; cause?: unknown }) {
    super('BatchWorkerError', 'A worker thread ended before it answered: verify the rest again.', { cause })
    this.exitCode = exitCode
  }
}

/** The verifier was closed, perhaps while it was verifying. */
export class BatchClosedError extends FillproofError<'BatchClosedError'> {
  constructor() {
    super('BatchClosedError', 'The batch verifier is closed: create another one.')
  }
}
