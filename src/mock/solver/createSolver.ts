import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import type { Chain } from '../chains/chain.js'
import type { MockContext } from '../context.js'
import type { RequestRecord } from '../ledger.js'
import { type Deposit, judgeDeposit, readDeposits } from './deposits.js'
import { fill } from './fill.js'
import { readRevert } from './readRevert.js'
import { refund } from './refund.js'
import { SubmitError } from './submit.js'
import { createWallet } from './wallet.js'

export type CreateSolverParameters = MockContext & { pollingIntervalMs: number }

export type Solver = ReturnType<typeof createSolver>

/**
 * Watches every depository and answers each deposit for a known order: with a fill, or with a refund where the deposit
 * does not pay the order, comes a second time, or can't be filled. Deposits with unknown ids are left alone.
 */
export function createSolver({
  chains,
  ledger,
  clock,
  solver: account,
  pollingIntervalMs,
}: CreateSolverParameters) {
  const stopped = new AbortController()
  const { signal } = stopped
  const wallets = new Map(chains.map((chain) => [chain.id, createWallet(chain, account, signal)]))
  const jobs = new Set<Promise<void>>()
  const scans = new Set<Promise<void>>()
  let isPaused = false

  const walletOf = (chainId: number) => wallets.get(chainId)!

  function start(requestId: Hex, work: () => Promise<void>): void {
    const job = work()
      .catch((error: unknown) => abandon(requestId, error))
      .finally(() => jobs.delete(job))
    jobs.add(job)
  }

  /** Something that should not happen: whether a transaction was mined is not known, so nothing more is paid. */
  function abandon(requestId: Hex, error: unknown): void {
    const { status } = ledger.get(requestId)
    if (!signal.aborted && (status === 'pending' || status === 'submitted')) {
      ledger.move(requestId, 'failure', { failReason: 'UNKNOWN', details: { revert: readRevert(error) } })
    }
  }

  function answer(deposit: Deposit): void {
    const record = ledger.findByOrder(deposit.orderId)
    if (record) start(record.id, chooseAnswer(record, deposit))
  }

  /** Moves the request's status before anything is awaited: the next deposit with this id finds it moved. */
  function chooseAnswer({ id, terms, status }: RequestRecord, deposit: Deposit): () => Promise<void> {
    if (status !== 'waiting') return () => refundDoubleSpend(id, deposit)
    const inTxHashes = [deposit.txHash]
    const failReason = judgeDeposit(deposit, terms)
    if (failReason) {
      ledger.move(id, 'failure', { inTxHashes, failReason })
      return () => refundFailure(id, deposit)
    }
    const pending = ledger.move(id, 'pending', { inTxHashes })
    return () => fillOrRefund(pending, deposit)
  }

  async function fillOrRefund({ id, terms }: RequestRecord, deposit: Deposit): Promise<void> {
    const wallet = walletOf(terms.destinationChainId)
    try {
      if ((await clock.chainSeconds(wallet.chain)) > terms.orderData.output.deadline) {
        throw new SubmitError('PROTOCOL_DEADLINE_EXPIRED')
      }
      await fill(wallet, ledger.get(id), (hash) => ledger.move(id, 'submitted', { txHashes: [hash] }))
    } catch (error) {
      if (!(error instanceof SubmitError)) throw error
      const { failReason, revert } = error
      ledger.move(id, 'failure', { failReason, details: revert ? { revert } : null })
      return refundFailure(id, deposit)
    }
    ledger.move(id, 'success')
    await refundExcess(id, deposit)
  }

  async function refundFailure(id: Hex, deposit: Deposit): Promise<void> {
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

  function sendBack(id: Hex, { chainId, currency, from }: Deposit, amount: bigint) {
    const to = ledger.get(id).terms.refundTo ?? from
    return refund(walletOf(chainId), { currency, to, amount })
  }

  async function watch(chain: Chain): Promise<void> {
    let seen = 0n
    for (;;) {
      if (!isPaused) {
        const scan = scanOnce()
        scans.add(scan)
        await scan
        scans.delete(scan)
      }
      await sleep(pollingIntervalMs, undefined, { signal })
    }

    async function scanOnce(): Promise<void> {
      let deposits: Deposit[]
      try {
        const head = await chain.client.getBlockNumber()
        deposits = head > seen ? await readDeposits(chain, seen + 1n, head) : []
        seen = head
      } catch {
        return // A chain that does not answer is asked again.
      }
      deposits.forEach(answer)
    }
  }

  const watches = chains.map((chain) =>
    watch(chain).catch((error: unknown) => {
      if (!signal.aborted) throw error
    }),
  )

  return {
    /** Stops looking for deposits. Fills that have begun go on. */
    async pause(): Promise<void> {
      isPaused = true
      await Promise.all(scans)
    },
    /** Looks again, also at what happened in between. */
    resume(): void {
      isPaused = false
    },
    async stop(): Promise<void> {
      stopped.abort()
      await Promise.all([...watches, ...jobs])
    },
  }
}
