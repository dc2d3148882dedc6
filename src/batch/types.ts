import type { Address } from 'viem'
import type { ExpectedAttestation } from '../protocol/attestation/checkExpected.js'
import type { ParseAttestationParameters } from '../protocol/attestation/parseAttestation.js'

/** The service's record, with the requestId it was asked for. */
export type BatchRecord = ParseAttestationParameters

/** Recovers keys with libsecp256k1, or in JavaScript. Both have the same results. */
export type BatchBackend = 'native' | 'pure'

export const batchStatuses = ['valid', 'invalid', 'malformed'] as const

export type BatchStatus = (typeof batchStatuses)[number]

/** The result of one record, without its place. */
export type RecordResult = {
  /** `malformed` can't be parsed; `invalid` was parsed, and a check failed. */
  status: BatchStatus
  /** The signer, trusted or not; null when the signature recovers no address. */
  solver: Address | null
  /** Why it is not valid: the first check that failed, or the first field that is malformed. */
  reason?: string
}

export type BatchResult = {
  /** The place of the record in its source, from 0. */
  index: number
} & RecordResult

/**
 * Records in order. An object is a record, a string is whole NDJSON lines, and bytes are parts of NDJSON, cut anywhere;
 * so are the strings of a stream that decodes, as `setEncoding` makes one.
 */
export type BatchSource =
  | string
  | Uint8Array
  | Iterable<BatchRecord | string | Uint8Array>
  | AsyncIterable<BatchRecord | string | Uint8Array>

/** The same for every thread. */
export type RecordVerifierOptions = {
  backend: BatchBackend
  solvers: readonly Address[]
  expected: ExpectedAttestation
}
