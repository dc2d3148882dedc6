import { defineError } from '../base/defineError.js'
import { describeValue } from '../base/describeValue.js'

/**
 * An option of `createBatchVerifier`, or the input of `verifyMany`, is invalid. `option` is the name, `value` the
 * invalid value.
 */
export class BatchOptionError extends /* @__PURE__ */ defineError(
  'BatchOptionError',
  ({ option, value, requirement }: { option: string; value: unknown; requirement: string }) =>
    `${option} must be ${requirement}, found ${describeValue(value)}.`,
) {}

/**
 * The requested backend `native` or `wasm` does not load. For `native`, the optional peer `secp256k1` is not installed,
 * or has no binary for this machine and could not be compiled. For `wasm`, this runtime has no WebAssembly. Choose
 * `auto`, which uses the fastest backend that loads.
 */
export class BackendUnavailableError extends /* @__PURE__ */ defineError(
  'BackendUnavailableError',
  ({ backend }: { backend: 'native' | 'wasm'; cause?: unknown }) => {
    const reason = backend === 'native' ? 'install secp256k1' : 'there is no WebAssembly'
    return `The ${backend} backend does not load here: ${reason}.`
  },
  "Or choose 'auto', which takes the fastest that loads. All have the same results.",
) {}

/**
 * A worker thread exited before it answered, for example because memory ran out. `exitCode` or the cause has details.
 * The results so far are valid. Verify the rest again. Exit status 2.
 */
export class BatchWorkerError extends /* @__PURE__ */ defineError(
  'BatchWorkerError',
  (_error: {
    /** The exit code of the thread, if it ended by itself. */
    exitCode?: number | undefined
    cause?: unknown
  }) => 'A worker thread ended before it answered: verify the rest again.',
) {}

/** The verifier was closed, before the call or during it. */
export class BatchClosedError extends /* @__PURE__ */ defineError(
  'BatchClosedError',
  () => 'The batch verifier is closed: create another one.',
) {}
