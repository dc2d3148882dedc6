import type { Hash, Hex } from 'viem'
import { isSame } from '../../rules/settled/isSame.js'
import type { KnownFailReason, LedgerPayment, LedgerRequest, RequestTerms } from '../ledger.js'
import { isPastTtl } from './expireRequests.js'
import { fillOrRefund } from './fillOrRefund.js'
import { type Deposit, type ObservedPayment, targetOf } from './observedPayments.js'
import { readRevert } from './readRevert.js'
import { refundDoubleSpend, refundFailure } from './refund.js'
import type { SolverState } from './state.js'

type IsWanted = (record: LedgerRequest) => boolean

/** Answers the first payment in the queue that `isWanted` accepts. Payments for unknown orders are dropped. */
export function answerNext(state: SolverState, isWanted: IsWanted = () => true) {
  const { queue } = state
  for (let index = 0; index < queue.length; index++) {
    const payment = queue[index]!
    const record = findRequest(state, payment)
    if (record && !isWanted(record)) continue
    queue.splice(index, 1)
    index--
    if (!record) continue
    const task = answer(state, record, payment)
    return { record, job: task ? startJob(state, record.id, task) : Promise.resolve() }
  }
  return undefined
}

export function answerAll(state: SolverState, isWanted?: IsWanted): void {
  while (answerNext(state, isWanted));
}

export function acceptDeposit(state: SolverState, deposit: Deposit): void {
  state.queue.push({ kind: 'deposit', deposit })
  if (!state.isPaused && !state.isHeld) answerAll(state)
}

/** Whether a payment for the request is still unanswered. */
export function isQueued(state: SolverState, id: Hex): boolean {
  const { ledger, sweeper, delayed, queue } = state
  const { depositAddress } = ledger.get(id).terms
  const isSweeping = depositAddress !== undefined && sweeper.isSweeping(depositAddress)
  return isSweeping || delayed.has(id) || queue.some((payment) => findRequest(state, payment)?.id === id)
}

export function startJob(state: SolverState, requestId: Hex, task: Task): Promise<void> {
  const { signal } = state.lifetime
  const job = task()
    .catch((error: unknown) => {
      if (!signal.aborted) fail(state, requestId, error)
    })
    .finally(() => state.jobs.delete(job))
  state.jobs.add(job)
  return job
}

/**
 * Fails a request after an unexpected error. A transaction may have been mined, so the solver pays nothing more. A
 * request that the ledger has dropped needs nothing.
 */
function fail({ ledger }: SolverState, id: Hex, error: unknown): void {
  const status = ledger.find(id)?.status
  if (status === 'depositing' || status === 'pending' || status === 'submitted') {
    ledger.move(id, 'failure', { failReason: 'UNKNOWN', details: { revert: readRevert(error) } })
  }
}

export function chainOf(state: SolverState, payment: ObservedPayment): number | undefined {
  return payment.kind === 'swap' ? findRequest(state, payment)?.terms.originChainId : payment.deposit.chainId
}

export function hashOf(payment: ObservedPayment): Hash {
  return payment.kind === 'swap' ? payment.txHash : payment.deposit.txHash
}

function findRequest({ ledger, sweeper }: SolverState, payment: ObservedPayment): LedgerRequest | undefined {
  if (payment.kind === 'addressDeposit') return sweeper.findRequest(payment.address)
  return ledger.findByOrder(payment.kind === 'swap' ? payment.orderId : payment.deposit.orderId)
}

/** Changes the request's status at once. Returns the remaining work. */
function answer(state: SolverState, record: LedgerRequest, payment: ObservedPayment): Task | undefined {
  const { ledger, gasless, delayed, statusDelayMs, holdStatus } = state
  gasless.onPayment(record, hashOf(payment))
  const current = ledger.get(record.id)
  if (current.status !== 'depositing' || statusDelayMs === 0) return answerNow(state, current, payment)
  delayed.add(record.id)
  return async () => {
    await holdStatus()
    delayed.delete(record.id)
    await answerNow(state, ledger.get(record.id), payment)?.()
  }
}

function answerNow(state: SolverState, record: LedgerRequest, payment: ObservedPayment): Task | undefined {
  const { sweeper, solver, wallets } = state
  switch (payment.kind) {
    case 'deposit':
      return answerDeposit(state, record, sweeper.creditPayer(payment.deposit))
    case 'swap':
      return answerSwap(state, record, payment.txHash)
    case 'send':
      return answerSend(state, record, payment.deposit, payment.to)
    case 'addressDeposit': {
      const { deposit } = payment
      // What the solver sends to a deposit address is gas money for a sweep, not a payment for an order.
      if (solver.has(deposit.from)) return undefined
      return () => sweeper.sweep(record, deposit, wallets.get(deposit.chainId)!)
    }
  }
}

/**
 * The work that remains after a payment changed its request's status. The status changes before any wait, so that the
 * next payment for the request sees the new status.
 */
type Task = () => Promise<void>

function answerDeposit(state: SolverState, record: LedgerRequest, deposit: Deposit): Task {
  const { ledger, clock } = state
  const { id, status, terms, failReason } = record
  const update = { inTxHashes: [deposit.txHash], deposit: toPayment(deposit) }
  if (status === 'failure' && record.inTxHashes.length === 0 && isExpiry(failReason)) {
    ledger.note(id, update)
    return () => refundFailure(state, id, deposit)
  }
  if (!isOpen(record)) return () => refundDoubleSpend(state, id, deposit)
  const problem = isPastTtl(clock, record) ? 'TTL_EXPIRED' : checkDeposit(deposit, terms)
  if (problem) {
    ledger.move(id, 'failure', { ...update, failReason: problem })
    return () => refundFailure(state, id, deposit)
  }
  ledger.move(id, 'pending', update)
  return () => fillOrRefund(state, id, deposit)
}

/** Completes a swap, which is its own fill: the exchange transfers what the solver signed, or nothing. */
function answerSwap(state: SolverState, record: LedgerRequest, txHash: Hash): Task | undefined {
  const { id, terms } = record
  const { originChainId: chainId, originCurrency: currency, inputAmount: amount } = terms
  return isOpen(record) ? succeed(state, id, txHash, { chainId, currency, amount }) : undefined
}

/** Completes a transfer on one chain or a wrap, which is its own fill. The solver can't take back a wrong payment. */
function answerSend(state: SolverState, record: LedgerRequest, deposit: Deposit, to: Hex): Task | undefined {
  const { id, terms } = record
  const target = targetOf(terms)
  if (!isOpen(record) || target === undefined || !isSame(to, target)) return undefined
  const failReason = checkDeposit(deposit, terms)
  const paid = toPayment(deposit)
  if (!failReason) return succeed(state, id, deposit.txHash, paid)
  const inTxHashes = [deposit.txHash]
  state.ledger.move(id, 'failure', {
    inTxHashes,
    deposit: paid,
    failReason,
    refundFailReason: 'MANUAL_REFUND_REQUIRED',
  })
  return undefined
}

function succeed({ ledger, holdStatus }: SolverState, id: Hex, txHash: Hash, deposit: LedgerPayment): Task {
  ledger.move(id, 'pending', { inTxHashes: [txHash], deposit })
  return async () => {
    await holdStatus()
    ledger.move(id, 'submitted', { txHashes: [txHash] })
    await holdStatus()
    ledger.move(id, 'success')
  }
}

function toPayment({ chainId, currency, amount }: Deposit): LedgerPayment {
  return { chainId, currency, amount }
}

function isOpen({ status }: LedgerRequest): boolean {
  return status === 'waiting' || status === 'depositing'
}

function isExpiry(failReason: KnownFailReason): boolean {
  return failReason === 'TTL_EXPIRED' || failReason === 'PROTOCOL_DEADLINE_EXPIRED'
}

/** Returns why a deposit does not pay an order, or undefined if it does. An overpayment is valid. */
function checkDeposit(deposit: Deposit, terms: RequestTerms): KnownFailReason | undefined {
  if (deposit.chainId !== terms.originChainId) return 'DEPOSIT_CHAIN_MISMATCH'
  if (!isSame(deposit.currency, terms.originCurrency)) return 'INCORRECT_DEPOSIT_CURRENCY'
  if (deposit.amount < terms.inputAmount) return 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL'
  return undefined
}
