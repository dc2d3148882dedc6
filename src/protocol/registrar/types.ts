import type { Address, Hex } from 'viem'
import type { Payment } from '../payment/payment.js'

/**
 * The terms that an attestation does not name, and that a registrar vouches for.
 *
 * Amounts are in the smallest unit of `token`, `deadline` in Unix seconds; `token` zero is the native currency.
 */
export type RegisteredTerms = {
  token: Address
  minimum: bigint
  /** The minimum by default. */
  maximum?: bigint | undefined
  recipient: Address
  /** At most 48 bits. */
  deadline: number
  /** For an authorized fill: the payment, or the whole calldata of `payAuthorized`. */
  authorizedCall?: Payment | Hex | undefined
}

/** The Solidity struct `RegisteredTerms`, as viem types it. */
export type ContractTerms = {
  token: Address
  minimum: bigint
  maximum: bigint
  recipient: Address
  deadline: number
  /** Empty for a direct fill. */
  authorizedCall: Hex
}
