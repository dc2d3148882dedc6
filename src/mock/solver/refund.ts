import type { Address, Hash } from 'viem'
import type { RefundFailReason } from '../ledger.js'
import { SubmitError, submit } from './submit.js'
import { createTransfer } from './transfer.js'
import type { Wallet } from './wallet.js'

export type RefundResult = { txHash: Hash } | { refundFailReason: RefundFailReason }

/**
 * Sends a deposit back on its own chain, in full. Units: smallest unit.
 *
 * The solver pays, as the mock's depository lets nothing out; a token that the solver has none of can't be refunded.
 */
export async function refund(
  wallet: Wallet,
  { currency, to, amount }: { currency: Address; to: Address; amount: bigint },
): Promise<RefundResult> {
  if (amount === 0n) return { refundFailReason: 'AMOUNT_TOO_LOW_TO_REFUND' }
  try {
    const txHash = await wallet.exclusive((send) =>
      submit({
        wallet,
        send,
        transaction: createTransfer(currency, to, amount),
        failReason: 'EXECUTION_REVERTED',
      }),
    )
    return { txHash }
  } catch (error) {
    if (!(error instanceof SubmitError)) throw error
    return { refundFailReason: 'MANUAL_REFUND_REQUIRED' }
  }
}
