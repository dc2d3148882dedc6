import type { Hex } from 'viem'

type Words = {
  requestId: Hex
  /** From 1 to 2^53-1. */
  originChainId: number
  /** 32 bytes. An EVM address is left-padded. The address of a user of another virtual machine stays as it is. */
  originUser: Hex
  originCurrency: Hex
  destinationChainId: number
  destinationUser: Hex
  /** The solver's signature, which the hash does not cover. */
  signature?: Hex | undefined
}

/** The layout that binds the amount sent, and the only one that the contracts take. */
export type AttestationV1 = { layout: 'v1' } & Words & {
    /** In the smallest unit of the currency. */
    originAmount: bigint
  }

/** The layout that binds the currency received, but no amount. */
export type AttestationV2 = { layout: 'v2' } & Words & { destinationCurrency: Hex }

/** The terms of a request that the solver signed. They do not cover expiry, payment or the receiving contract. */
export type Attestation = AttestationV1 | AttestationV2

/** An {@link Attestation} whose addresses may have 20 bytes. If absent, `layout` follows from the fields. */
export type AttestationInput = Words &
  (
    | { layout?: 'v1' | undefined; originAmount: bigint; destinationCurrency?: undefined }
    | { layout?: 'v2' | undefined; destinationCurrency: Hex; originAmount?: undefined }
  )
