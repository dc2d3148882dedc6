import type { Hash, Hex } from 'viem'
import type { FailReason, RequestRecord, RequestUpdate } from '../ledger.js'
import { confirmFill } from './confirmFill.js'
import type { SolverContext } from './context.js'
import { type Deposit, isSame, judgeDeposit } from './deposits.js'
import { fill } from './fill.js'
import { readRevert } from './readRevert.js'
import { type RefundResult, refund } from './refund.js'
import { SubmitError } from './submit.js'
import type { VenueFiller } from './venueFiller.js'
import type { Wallet } from './wallet.js'

/** The referrer with which the public service refunds in place of filling. */
const forcedRefund = 'debug-force-refund'

/** What is left to do after the request's status has moved. */
export type Work = () => Promise<void>

export type Answers = ReturnType<typeof createAnswers>

export type CreateAnswersParameters = Pick<SolverContext, 'ledger' | 'clock' | 'faults' | 'finality'> & {
  /** Undefined for the venue. */
  walletOf(chainId: number): Wallet | undefined
  venue: VenueFiller
  /** Takes the block of a deposit away; false where that can't be. */
  reorganize(deposit: Deposit): Promise<boolean>
  /** Waits while a request stays in a status. */
  pace(): Promise<void>
}

/**
 * What the solver does about a payment: a fill, or a refund where it does not pay the order, comes a second time or too
 * late, or can't be filled.
 *
 * - Rule: an answer moves the request's status before anything is awaited, so that the next payment with its id finds it
 *   moved.
 */
export function createAnswers({
  ledger,
  clock,
  faults,
  finality,
  walletOf,
  venue,
  reorganize,
  pace,
}: CreateAnswersParameters) {
  function answerDeposit(
    { id, status, terms, failReason, inTxHashes: known }: RequestRecord,
    deposit: Deposit,
  ): Work {
    const inTxHashes = [deposit.txHash]
    if (status === 'failure' && known.length === 0 && isExpiry(failReason)) {
      ledger.note(id, { inTxHashes })
      return () => refundFailure(id, deposit)
    }
    if (status !== 'waiting' && status !== 'depositing') return () => refundDoubleSpend(id, deposit)
    const problem = isPastTtl(terms.expiresAt) ? 'TTL_EXPIRED' : judgeDeposit(deposit, terms)
    if (problem) {
      ledger.move(id, 'failure', { inTxHashes, failReason: problem })
      return () => refundFailure(id, deposit)
    }
    ledger.move(id, 'pending', { inTxHashes })
    return () => fillOrRefund(id, deposit)
  }

  /** A swap was its own fill: the exchange takes and gives what the solver signed, or nothing. */
  function answerSwap({ id, status }: RequestRecord, txHash: Hash): Work | undefined {
    return status === 'waiting' || status === 'depositing' ? succeed(id, txHash) : undefined
  }

  /** A transfer on one chain was its own fill; what went to the recipient can't be taken back. */
  function answerSend({ id, status, terms }: RequestRecord, deposit: Deposit, to: Hex): Work | undefined {
    if ((status !== 'waiting' && status !== 'depositing') || terms.payment !== 'send') return undefined
    if (!isSame(to, terms.recipient)) return undefined
    const failReason = judgeDeposit(deposit, terms)
    if (!failReason) return succeed(id, deposit.txHash)
    ledger.move(id, 'failure', {
      inTxHashes: [deposit.txHash],
      failReason,
      refundFailReason: 'MANUAL_REFUND_REQUIRED',
    })
    return undefined
  }

  function succeed(id: Hex, txHash: Hash): Work {
    ledger.move(id, 'pending', { inTxHashes: [txHash] })
    return async () => {
      await pace()
      ledger.move(id, 'submitted', { txHashes: [txHash] })
      await pace()
      ledger.move(id, 'success')
    }
  }

  async function fillOrRefund(id: Hex, deposit: Deposit): Promise<void> {
    if (faults.list().some(({ name }) => name === 'reorgDeposit') && (await reorganize(deposit))) {
      faults.take('reorgDeposit')
      ledger.move(id, 'failure', { failReason: 'DEPOSIT_REORGED' })
      return
    }
    await pace()
    const record = ledger.get(id)
    let done: RequestUpdate
    try {
      done = await deliver(record, deposit)
      await pace()
    } catch (error) {
      if (!(error instanceof SubmitError)) throw error
      const { failReason, revert } = error
      ledger.move(id, 'failure', { failReason, details: revert ? { revert } : null })
      return refundFailure(id, deposit)
    }
    ledger.move(id, 'success', done)
    await refundExcess(id, deposit)
  }

  async function deliver(record: RequestRecord, deposit: Deposit): Promise<RequestUpdate> {
    const { id, terms, request } = record
    if (request.referrer === forcedRefund) throw new SubmitError('UNKNOWN')
    const onSent = (hash: Hash) => ledger.move(id, 'submitted', { txHashes: [hash] })
    const wallet = walletOf(terms.destinationChainId)
    const checkTime = async () => {
      if (isPastTtl(terms.expiresAt)) throw new SubmitError('TTL_EXPIRED')
      if (await isPastDeadline(record)) throw new SubmitError('PROTOCOL_DEADLINE_EXPIRED')
    }
    if (!wallet) {
      await checkTime()
      onSent(await venue.credit(record))
      return {}
    }
    const { txHashes, duplicateFillTxHash } = await fill({ wallet, record, faults, checkTime, onSent })
    const origin = walletOf(terms.originChainId)
    await confirmFill({ record, deposit, origin, destination: wallet, txHash: txHashes[0]!, finality, clock })
    return { txHashes, ...(duplicateFillTxHash && { details: { duplicateFillTxHash } }) }
  }

  async function refundFailure(id: Hex, deposit: Deposit): Promise<void> {
    await pace()
    const result = await sendBack(id, deposit, deposit.amount)
    if ('refundFailReason' in result) ledger.note(id, result)
    else ledger.move(id, 'refund', { details: { ...ledger.get(id).details, refundTxHash: result.txHash } })
  }

  async function refundDoubleSpend(id: Hex, deposit: Deposit): Promise<void> {
    const result = await sendBack(id, deposit, deposit.amount)
    const { details } = ledger.get(id)
    const doubleSpend = {
      failReason: 'DOUBLE_SPEND' as const,
      inTxHash: deposit.txHash,
      ...('txHash' in result && { refundTxHash: result.txHash }),
    }
    ledger.note(id, {
      details: { ...details, doubleSpends: [...(details?.doubleSpends ?? []), doubleSpend] },
    })
  }

  async function refundExcess(id: Hex, deposit: Deposit): Promise<void> {
    const amount = deposit.amount - ledger.get(id).terms.inputAmount
    if (amount === 0n) return
    const result = await sendBack(id, deposit, amount)
    const excess = { amount: amount.toString(), ...('txHash' in result && { refundTxHash: result.txHash }) }
    ledger.note(id, { details: { ...ledger.get(id).details, excess } })
  }

  async function sendBack(
    id: Hex,
    { chainId, currency, from }: Deposit,
    amount: bigint,
  ): Promise<RefundResult> {
    const { orderId, terms } = ledger.get(id)
    const to = terms.refundTo ?? from
    const wallet = walletOf(chainId)
    if (wallet) return refund(wallet, { currency, to, amount, orderId })
    if (amount === 0n) return { refundFailReason: 'AMOUNT_TOO_LOW_TO_REFUND' }
    try {
      return { txHash: await venue.refund({ currency, to, amount }) }
    } catch (error) {
      if (!(error instanceof SubmitError)) throw error
      return { refundFailReason: 'MANUAL_REFUND_REQUIRED' }
    }
  }

  function isPastTtl(expiresAt: number | undefined): boolean {
    return expiresAt !== undefined && clock.now() / 1000 > expiresAt
  }

  /** The venue's time is the service's. */
  async function isPastDeadline({ terms }: RequestRecord): Promise<boolean> {
    const wallet = walletOf(terms.destinationChainId)
    const now = wallet ? await clock.chainSeconds(wallet.chain) : Math.floor(clock.now() / 1000)
    return now > terms.orderData.output.deadline
  }

  return {
    answerDeposit,
    answerSwap,
    answerSend,

    /** Ends the requests that have waited for too long. A payment that still comes is sent back. */
    async expire(): Promise<void> {
      const deadlines = new Map<number, number>()
      for (const record of ledger.list()) {
        const { id, status, terms } = record
        if (status !== 'waiting') continue
        if (isPastTtl(terms.expiresAt)) {
          ledger.move(id, 'failure', { failReason: 'TTL_EXPIRED' })
          continue
        }
        const wallet = walletOf(terms.destinationChainId)
        const now =
          deadlines.get(terms.destinationChainId) ??
          (wallet ? await clock.chainSeconds(wallet.chain) : Math.floor(clock.now() / 1000))
        deadlines.set(terms.destinationChainId, now)
        if (now > terms.orderData.output.deadline && ledger.get(id).status === 'waiting') {
          ledger.move(id, 'failure', { failReason: 'PROTOCOL_DEADLINE_EXPIRED' })
        }
      }
    },

    /** Something that should not happen: whether a transaction was mined is not known, so nothing more is paid. */
    abandon(id: Hex, error: unknown): void {
      const { status } = ledger.get(id)
      if (status === 'depositing' || status === 'pending' || status === 'submitted') {
        ledger.move(id, 'failure', { failReason: 'UNKNOWN', details: { revert: readRevert(error) } })
      }
    },
  }
}

function isExpiry(failReason: FailReason | 'N/A'): boolean {
  return failReason === 'TTL_EXPIRED' || failReason === 'PROTOCOL_DEADLINE_EXPIRED'
}
