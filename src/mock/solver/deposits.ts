import type { Address, Hash, Hex } from 'viem'
import { isSame } from '../../service/settlement/isSame.js'
import type { FailReason, RequestTerms } from '../ledger.js'

/** A payment for an order, wherever it came in. Anyone can make one, with any id and any amount in the smallest unit. */
export type Deposit = {
  chainId: number
  /** The account that is credited, which may not be the payer. */
  from: Address
  /** 20 bytes, or 16 on the venue. */
  currency: Address
  amount: bigint
  orderId: Hex
  txHash: Hash
}

/** Returns why a deposit does not pay an order, or undefined when it does. Paying more is fine. */
export function checkDeposit(deposit: Deposit, terms: RequestTerms): FailReason | undefined {
  if (deposit.chainId !== terms.originChainId) return 'DEPOSIT_CHAIN_MISMATCH'
  if (!isSame(deposit.currency, terms.originCurrency)) return 'INCORRECT_DEPOSIT_CURRENCY'
  if (deposit.amount < terms.inputAmount) return 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL'
  return undefined
}
