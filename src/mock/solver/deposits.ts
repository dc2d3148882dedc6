import type { Address, Hash, Hex } from 'viem'
import type { FailReason, RequestTerms } from '../ledger.js'

/** A payment for an order, wherever it came in. Anybody can make one, with any id and any amount in the smallest unit. */
export type Deposit = {
  chainId: number
  /** Who is credited; not always who paid. */
  from: Address
  /** 20 bytes, or 16 on the venue. */
  currency: Address
  amount: bigint
  orderId: Hex
  txHash: Hash
}

/** Why a deposit does not pay an order, or undefined when it does. More than the order asks for is enough. */
export function judgeDeposit(deposit: Deposit, terms: RequestTerms): FailReason | undefined {
  if (deposit.chainId !== terms.originChainId) return 'DEPOSIT_CHAIN_MISMATCH'
  if (!isSame(deposit.currency, terms.originCurrency)) return 'INCORRECT_DEPOSIT_CURRENCY'
  if (deposit.amount < terms.inputAmount) return 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL'
  return undefined
}

/** Also of currencies of the venue, which are no addresses of 20 bytes. */
export function isSame(a: Address, b: Address): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
