export { AttestationFieldError } from '../errors/attestation.js'
export { FillproofError } from '../errors/base.js'
export {
  BackendUnavailableError,
  BatchClosedError,
  BatchOptionError,
  BatchWorkerError,
} from '../errors/batch.js'
export {
  type BatchVerifier,
  type CreateBatchVerifierErrorType,
  type CreateBatchVerifierParameters,
  createBatchVerifier,
} from './createBatchVerifier.js'
export type { BatchBackend, BatchRecord, BatchResult, BatchSource, BatchStatus } from './types.js'
