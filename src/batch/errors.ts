import { describeValue } from '../base/describeValue.js'
import { FillproofError } from '../base/FillproofError.js'

/**
 * An option of `createBatchVerifier`, or the input of `verifyMany`, is invalid. `option` is its name, `value` what
 * was found.
 */
export class BatchOptionError extends FillproofError<'BatchOptionError'> {
  readonly option: string
  readonly value: unknown

  constructor({ option, value, requirement }: { option: string; value: unknown; requirement: string }) {
    super('BatchOptionError', `${option} must be ${requirement}, found ${describeValue(value)}.`)
    this.option = option
    this.value = value
  }
}

/**
 * You requested the backend `native` or `wasm`, which does not load. For `native` the optional peer `secp256k1` is
 * not installed, or it has no binary for this machine and could not be compiled; for `wasm` this runtime has no
 * WebAssembly. Choose `auto`, which takes the fastest that loads.
 */
export class BackendUnavailableError extends FillproofError<'BackendUnavailableError'> {
  readonly backend: 'native' | 'wasm'

  constructor({ backend, cause }: { backend: 'native' | 'wasm'; cause?: unknown }) {
    const reason = backend === 'native' ? 'install secp256k1' : 'there is no WebAssembly'
    super('BackendUnavailableError', `The ${backend} backend does not load here: ${reason}.`, {
      cause,
      metaMessages: ["Or choose 'auto', which takes the fastest that loads. All have the same results."],
    })
    this.backend = backend
  }
}

/**
 * A worker thread exited before it answered, for example because memory ran out. `exitCode` or the cause has
 * details. Results reported so far are valid. Verify the rest again, or run `check` with `--resume`. Exit status
 * 2.
 */
export class BatchWorkerError extends FillproofError<'BatchWorkerError'> {
  /** The exit code of the thread, where it ended by itself. */
  readonly exitCode: number | undefined

  constructor({ exitCode, cause }: { exitCode?: number | undefined; cause?: unknown }) {
    super('BatchWorkerError', 'A worker thread ended before it answered: verify the rest again.', { cause })
    this.exitCode = exitCode
  }
}

/** The verifier was closed, before the call or during it. */
export class BatchClosedError extends FillproofError<'BatchClosedError'> {
  constructor() {
    super('BatchClosedError', 'The batch verifier is closed: create another one.')
  }
}
