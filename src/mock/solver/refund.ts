import type { Address, Hash, Hex } from 'viem'
import type { RefundFailReason } from '../ledger.js'
import { createPayment } from './createPayment.js'
import { SubmitError, submit } from './submit.js'
import { createTransfer } from './transfer.js'
import type { Transaction, Wallet } from './wallet.js'

export type RefundResult = { txHash: Hash } | { refundFailReason: RefundFailReason }

/**
 * Sends a deposit back on its own chain, with an order's id in the form that counts. Units: smallest unit.
 *
 * The solver pays, because the mock's depository pays nothing out. Without a balance of the token it can't refund.
 */
export async function refund(
  wallet: Wallet,
  { orderId, ...payment }: { currency: Address; to: Address; amount: bigint; orderId?: Hex },
): Promise<RefundResult> {
  if (payment.amount === 0n) return { refundFailReason: 'AMOUNT_TOO_LOW_TO_REFUND' }
  try {
    const transaction = orderId
      ? await createRefund(wallet, { ...payment, orderId })
      : createTransfer(payment.currency, payment.to, payment.amount)
    const txHash = await wallet.exclusive((send) =>
      submit({ wallet, send, transaction, failReason: 'EXECUTION_REVERTED' }),
    )
    return { txHash }
  } catch (error) {
    if (!(error instanceof SubmitError)) throw error
    return { refundFailReason: 'MANUAL_REFUND_REQUIRED' }
  }
}

async function createRefund(
  { chain, address: solver }: Wallet,
  payment: { currency: Address; to: Address; amount: bigint; orderId: Hex },
): Promise<Transaction> {
  const isContract = (await chain.client.getCode({ address: payment.to })) !== undefined
  return createPayment({ ...payment, router: isContract ? chain.router : undefined, solver })
}
