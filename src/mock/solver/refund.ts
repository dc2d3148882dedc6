import type { Address, Hash, Hex } from 'viem'
import type { KnownRefundFailReason } from '../ledger.js'
import type { Deposit } from './observedPayments.js'
import type { SolverState } from './state.js'
import { SubmitError, submit } from './submit.js'
import { createPayment, createTransfer } from './transactions.js'
import type { Wallet, WalletTransaction } from './wallet.js'

type RefundResult = { txHash: Hash } | { refundFailReason: KnownRefundFailReason }

/**
 * Sends a deposit back on its own chain. With an `orderId`, the refund has the form that the service's oracle accepts.
 * Units: smallest unit.
 *
 * The solver pays, because the mock's depository never pays out. The refund fails if the solver has no balance of the
 * token.
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
): Promise<WalletTransaction> {
  const isContract = (await chain.client.getCode({ address: payment.to })) !== undefined
  return createPayment({ ...payment, router: isContract ? chain.router : undefined, solver })
}

/**
 * Refunds a failed request. With the fault `failedRefund`, nothing is sent. With the fault `fallback`, the refunded
 * request gets the status `fallback`.
 */
export async function refundFailure(
  state: SolverState,
  id: Hex,
  deposit: Deposit,
  fault?: 'failedRefund' | 'fallback',
): Promise<void> {
  const { ledger, holdStatus } = state
  await holdStatus()
  const result: RefundResult =
    fault === 'failedRefund'
      ? { refundFailReason: 'MANUAL_REFUND_REQUIRED' }
      : await sendBack(state, id, deposit, deposit.amount)
  if ('refundFailReason' in result) ledger.report(id, result)
  else {
    const details = { ...ledger.get(id).details, refundTxHash: result.txHash }
    ledger.move(id, 'refund', { details, ...(fault && { isFallback: true }) })
  }
}

export async function refundDoubleSpend(state: SolverState, id: Hex, deposit: Deposit): Promise<void> {
  const result = await sendBack(state, id, deposit, deposit.amount)
  const { details } = state.ledger.get(id)
  const doubleSpend = {
    failReason: 'DOUBLE_SPEND' as const,
    inTxHash: deposit.txHash,
    ...('txHash' in result && { refundTxHash: result.txHash }),
  }
  const doubleSpends = [...(details?.doubleSpends ?? []), doubleSpend]
  state.ledger.note(id, { details: { ...details, doubleSpends } })
}

export async function refundExcess(state: SolverState, id: Hex, deposit: Deposit): Promise<void> {
  const { ledger } = state
  const amount = deposit.amount - ledger.get(id).terms.inputAmount
  if (amount === 0n) return
  const result = await sendBack(state, id, deposit, amount)
  const excess = { amount: amount.toString(), ...('txHash' in result && { refundTxHash: result.txHash }) }
  ledger.note(id, { details: { ...ledger.get(id).details, excess } })
}

async function sendBack(
  { ledger, walletsOf, venue }: SolverState,
  id: Hex,
  { chainId, currency, from }: Deposit,
  amount: bigint,
): Promise<RefundResult> {
  const record = ledger.get(id)
  const { orderId, terms } = record
  const to = terms.refundTo ?? from
  const wallet = walletsOf(record).get(chainId)
  if (wallet) return refund(wallet, { currency, to, amount, orderId })
  if (amount === 0n) return { refundFailReason: 'AMOUNT_TOO_LOW_TO_REFUND' }
  try {
    return { txHash: await venue.refund({ currency, to, amount }) }
  } catch (error) {
    if (!(error instanceof SubmitError)) throw error
    return { refundFailReason: 'MANUAL_REFUND_REQUIRED' }
  }
}
