import type { Hash, Hex } from 'viem'
import { isSame } from '../../service/settlement/isSame.js'
import type { FailReason, RequestRecord } from '../ledger.js'
import { checkDeposit, type Deposit } from './deposits.js'
import { isPastTtl } from './expireRequests.js'
import { fillOrRefund } from './fillOrRefund.js'
import { refundDoubleSpend, refundFailure } from './refundDeposit.js'
import type { SolverState } from './state.js'

/**
 * What is left to do after a payment moved its request's status. The status moves before anything is awaited, so that
 * the next payment for the request finds it moved.
 */
export type Task = () => Promise<void>

export function answerDeposit(state: SolverState, record: RequestRecord, deposit: Deposit): Task {
  const { ledger, clock } = state
  const { id, status, terms, failReason } = record
  const inTxHashes = [deposit.txHash]
  if (status === 'failure' && record.inTxHashes.length === 0 && isExpiry(failReason)) {
    ledger.note(id, { inTxHashes })
    return () => refundFailure(state, id, deposit)
  }
  if (!isOpen(record)) return () => refundDoubleSpend(state, id, deposit)
  const problem = isPastTtl(clock, record) ? 'TTL_EXPIRED' : checkDeposit(deposit, terms)
  if (problem) {
    ledger.move(id, 'failure', { inTxHashes, failReason: problem })
    return () => refundFailure(state, id, deposit)
  }
  ledger.move(id, 'pending', { inTxHashes })
  return () => fillOrRefund(state, id, deposit)
}

/** A swap is its own fill: the exchange takes and gives what the solver signed, or nothing. */
export function answerSwap(state: SolverState, record: RequestRecord, txHash: Hash): Task | undefined {
  return isOpen(record) ? succeed(state, record.id, txHash) : undefined
}

/** A transfer on one chain is its own fill; the solver can't take back what the recipient got. */
export function answerSend(
  state: SolverState,
  record: RequestRecord,
  deposit: Deposit,
  to: Hex,
): Task | undefined {
  const { id, terms } = record
  if (!isOpen(record) || terms.payment !== 'send' || !isSame(to, terms.recipient)) return undefined
  const failReason = checkDeposit(deposit, terms)
  if (!failReason) return succeed(state, id, deposit.txHash)
  const inTxHashes = [deposit.txHash]
  state.ledger.move(id, 'failure', { inTxHashes, failReason, refundFailReason: 'MANUAL_REFUND_REQUIRED' })
  return undefined
}

function succeed({ ledger, holdStatus }: SolverState, id: Hex, txHash: Hash): Task {
  ledger.move(id, 'pending', { inTxHashes: [txHash] })
  return async () => {
    await holdStatus()
    ledger.move(id, 'submitted', { txHashes: [txHash] })
    await holdStatus()
    ledger.move(id, 'success')
  }
}

function isOpen({ status }: RequestRecord): boolean {
  return status === 'waiting' || status === 'depositing'
}

function isExpiry(failReason: FailReason): boolean {
  return failReason === 'TTL_EXPIRED' || failReason === 'PROTOCOL_DEADLINE_EXPIRED'
}
