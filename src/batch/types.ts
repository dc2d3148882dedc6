import type { Address } from 'viem'
import type { ExpectedRecord } from '../protocol/attestation/checkExpected.js'

/** An attestation or a signed order. */
export type BatchRecord = AttestationRecord | OrderRecord

/** A signed order: `orderData` with the signature, a quote of either version, or a call that `payReceiver` kept. */
type OrderRecord = { orderData: object; orderSignature?: string } | { protocol: object } | { quote: object }

/** The service's record, with the requestId of the query. */
type AttestationRecord = {
  requestId: string
  requestData: {
    originChainId: number
    originUser: string
    originCurrency: string
    originAmount?: string | bigint | undefined
    destinationChainId: number
    destinationUser: string
    destinationCurrency?: string | undefined
  }
  signature?: string | undefined
}

/** The backends that recover keys, the fastest first. */
export const batchBackends = ['native', 'wasm', 'pure'] as const

/** Recovers keys with native libsecp256k1, its WebAssembly build, or JavaScript. All backends have the same results. */
export type BatchBackend = (typeof batchBackends)[number]

/** The two slow primitives. Each thread creates its own backend, because a backend may reuse memory. */
export type Backend = {
  /** Returns the 32 bytes of keccak-256. */
  keccak256(bytes: Uint8Array): Uint8Array
  /** Returns the uncompressed public key (65 bytes) that signed `hash`. Undefined if no key can have made this signature. */
  recover(hash: Uint8Array, compact: Uint8Array, yParity: 0 | 1): Uint8Array | undefined
}

export const batchStatuses = ['valid', 'invalid', 'malformed'] as const

export type BatchStatus = (typeof batchStatuses)[number]

/** The result of one record, without its index. */
export type RecordResult = {
  /** `malformed`: can't be parsed. `invalid`: was parsed, but a check failed. */
  status: BatchStatus
  /** The recovered address. It is proven to be the signer only in a valid record. Null if no address was recovered. */
  solver: Address | null
  /** Why the record is not valid: the first check that failed, or the first malformed field. */
  reason?: string
}

export type BatchResult = {
  /** The position of the record in its source, from 0. */
  index: number
} & RecordResult

/**
 * Records in order. An object is a record, a string is whole NDJSON lines, and bytes are parts of NDJSON that may be
 * cut anywhere. The strings of a decoding stream (see `setEncoding`) may also be cut anywhere.
 */
export type BatchSource =
  | string
  | Uint8Array
  | Iterable<BatchRecord | string | Uint8Array>
  | AsyncIterable<BatchRecord | string | Uint8Array>

/** A chain by its name in orders. */
export type NamedChain = { name: string; id: number }

/** The options that all threads share. */
export type RecordVerifierOptions = {
  backend: BatchBackend
  solvers: readonly Address[]
  expected: ExpectedRecord
  /** The chains that orders name. */
  chains: readonly NamedChain[]
  /** Whether the results of valid records have ids. */
  hasIds?: boolean | undefined
}

/** A result with the unique id of its record: `requestId 0x…` of an attestation, `orderId 0x…` of an order. */
export type IdentifiedResult = RecordResult & { id?: string }
