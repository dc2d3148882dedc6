import type { Address } from 'viem'
import type { ExpectedRecord } from '../protocol/attestation/checkExpected.js'

/** An attestation or a signed order. */
export type BatchRecord = AttestationRecord | OrderRecord

/** An order that a solver signed: the pair, a quote of either version, or a call that `payReceiver` kept. */
type OrderRecord = { orderData: object; orderSignature?: string } | { protocol: object } | { quote: object }

/** The service's record, with the requestId it was asked for. */
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

/** The ways to recover keys, the fastest first. */
export const batchBackends = ['native', 'wasm', 'pure'] as const

/** Recovers keys with native libsecp256k1, its WebAssembly build, or JavaScript. All have the same results. */
export type BatchBackend = (typeof batchBackends)[number]

/** The two slow primitives. Each thread has its own, as an implementation may reuse memory. */
export type Backend = {
  /** Returns the 32 bytes of keccak-256. */
  keccak256(bytes: Uint8Array): Uint8Array
  /** Returns the uncompressed key of 65 bytes that signed `hash`; undefined when no key could have. */
  recover(hash: Uint8Array, compact: Uint8Array, yParity: 0 | 1): Uint8Array | undefined
}

export const batchStatuses = ['valid', 'invalid', 'malformed'] as const

export type BatchStatus = (typeof batchStatuses)[number]

/** The result of one record, without its place. */
export type RecordResult = {
  /** `malformed` can't be parsed; `invalid` was parsed, and a check failed. */
  status: BatchStatus
  /** The recovered address: the signer's where the record is valid, else anyone's or no one's. Null when there is none. */
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

/** A chain by its name in orders. */
export type NamedChain = { name: string; id: number }

/** The same for every thread. */
export type RecordVerifierOptions = {
  backend: BatchBackend
  solvers: readonly Address[]
  expected: ExpectedRecord
  /** Of orders. */
  chains: readonly NamedChain[]
  /** Whether the results of valid records have their ids. */
  hasIds?: boolean | undefined
}

/** A result with what must be unique: `requestId 0x…` of an attestation, `orderId 0x…` of an order. */
export type IdentifiedResult = RecordResult & { id?: string }
