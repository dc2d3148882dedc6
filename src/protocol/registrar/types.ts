import type { Address, Hex } from 'viem'
import type { Payment } from '../payment/payment.js'

/**
 * The terms that an attestation does not name, and that a registrar vouches for.
 *
 * Amounts are in the smallest unit of `token`, `deadline` is in Unix seconds, and a zero `token` is the native currency.
 */
export type RegisteredTerms = {
  token: Address
  minimum: bigint
  /** Defaults to the minimum. */
  maximum?: bigint | undefined
  recipient: Address
  /** Unix seconds, at most 48 bits. */
  deadline: number
  /** For an authorized fill only: the payment, or the whole calldata of `payAuthorized`. */
  authorizedCall?: Payment | Hex | undefined
}

/** The Solidity struct `RegisteredTerms`, as viem types it. */
export type ContractTerms = Pick<RegisteredTerms, 'token' | 'minimum' | 'recipient' | 'deadline'> & {
  maximum: bigint
  /** Empty for a direct fill. */
  authorizedCall: Hex
}
