export { FillproofError } from '../base/FillproofError.js'
export { AttestationFieldError } from '../protocol/attestation/errors.js'
export {
  type BatchVerifier,
  type CreateBatchVerifierErrorType,
  type CreateBatchVerifierParameters,
  createBatchVerifier,
} from './createBatchVerifier.js'
export * from './errors.js'
export type { BatchBackend, BatchRecord, BatchResult, BatchSource, BatchStatus } from './types.js'
