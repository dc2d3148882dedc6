import { type Client, type Hash, TransactionNotFoundError } from 'viem'
import { getTransaction } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { inTime } from '../../contract/rpc/inTime.js'
import { isUnknownMethod } from '../../contract/rpc/walletAnswers.js'
import { rankOf } from '../../service/resources/requestStatus.js'
import type { StatusRecord } from '../../service/resources/status.js'
import { StepTransactionError } from '../../service/steps/errors.js'
import type { PlannedDeposit, PlannedTransaction } from '../../service/steps/types.js'
import { ServiceHttpError } from '../errors.js'
import { RequestTimeoutError } from '../follow/errors.js'
import type { FinalStatusRecord } from '../follow/waitForRequest.js'
import { awaitReceipt } from './awaitTransaction.js'
import { awaitBatch } from './batch.js'
import { findNamedDeposit, readReceipt } from './hasDeposit.js'
import type { WalletClient } from './sendPlanned.js'
import { forget, isHash, type Runner, toPending } from './stepRun.js'

/** How long to wait for a wallet's answer, or for the next sign of the deposit, in milliseconds. */
const patienceMs = 3_000
const pauseMs = 250

export type FollowDepositParameters = {
  /** The id of the origin chain. */
  chainId: number
  timeoutMs: number
  signal: AbortSignal | undefined
  runner: Runner
  /** Follows the request to its end. */
  follow: (parameters: {
    timeoutMs: number
    signal: AbortSignal
    onStatus: (record: StatusRecord) => unknown
  }) => Promise<FinalStatusRecord>
}

/**
 * Follows a request whose deposit was sent. Requests the receipt and the status at the same time; the first answer counts.
 *
 * - The status can end the wait too: a wallet may return an id of its own, as a Safe does, and such an id never gets a receipt. A
 *   transaction that the status names counts as the deposit only if the chain shows the deposit in it.
 * - A failure does not end the wait while the deposit may still be mined. A refund does not end the wait while the node shows the
 *   deposit as pending.
 *
 * @throws {@link StepTransactionError}, {@link StepPendingError} after `timeoutMs` without a receipt, otherwise the errors of
 *   `follow`.
 */
export async function followDeposit(
  walletClient: WalletClient,
  planned: PlannedTransaction,
  { chainId, timeoutMs, signal, runner, follow }: FollowDepositParameters,
): Promise<FinalStatusRecord> {
  const { step, deposit } = planned
  const ownHash = () => runner.of(planned)?.txHash
  const end = performance.now() + timeoutMs
  const over = new AbortController()
  const ends = signal ? AbortSignal.any([over.signal, signal]) : over.signal
  const reader = inTime(walletClient, { timeoutMs: patienceMs, signal: ends })
  let isMined = false
  let isSeen = false

  const confirm = async (txHash: Hash) => {
    if (isMined || ends.aborted) return
    isMined = true
    runner.set(planned, { state: 'done', txHash })
    await runner.report({ type: 'transactionConfirmed', step: step.id, txHash })
  }
  let tell = () => {}
  const isTold = new Promise<void>((resolve) => {
    tell = resolve
  })
  const onStatus = async (record: StatusRecord) => {
    isSeen ||= isDeposited(record.status)
    if (!isMined && isSeen) {
      const txHash = await findMined(reader, ownHash(), deposit, record)
      if (txHash) await confirm(txHash)
    }
    tell()
    if (!ends.aborted) await runner.report({ type: 'status', step: step.id, record })
  }
  const followOn = () =>
    follow({ timeoutMs: Math.max(1, Math.ceil(end - performance.now())), signal: ends, onStatus })

  const wait = runner.of(planned)?.batch ? awaitBatch : awaitReceipt
  const mined = wait(reader, planned, { chainId, timeoutMs, signal: ends, runner })
    // If the node shows no receipt, the status decides. If the transaction failed, the status decides only if the service has
    // seen a deposit.
    .catch(async (error: unknown) => {
      if (!(error instanceof StepTransactionError)) return
      await Promise.race([isTold, sleep(patienceMs)])
      if (!isSeen) await forget(runner, planned, error)
    })
    .then((txHash) => txHash && confirm(txHash))
  const failed = new Promise<never>((_, reject) => mined.catch(reject))
  const pending = (cause?: unknown) => toPending(runner, planned, { timeoutMs, cause })
  try {
    let outcome = await Promise.race([
      untilKnown(followOn, () => isMined || performance.now() >= end, mined),
      failed,
    ])
    // Whether the deposit may still be mined. A failure may come before any deposit. A refund shows that the service has seen a
    // deposit. If this transaction is not mined yet, that was another deposit.
    const isOpen =
      outcome.status === 'failure' || (outcome.status === 'refund' && (await isWaiting(reader, ownHash())))
    if (!isMined && isOpen) {
      await mined
      if (isMined) outcome = await followOn()
      // If this transaction reverted, the status is about another deposit. No deposit follows, so the status is final.
      else if (!(await isReverted(reader, ownHash()))) throw pending()
    }
    if (!isMined && outcome.status !== 'failure') {
      const txHash = ownHash()
      const isNone = txHash === undefined || (await isReverted(reader, txHash))
      runner.set(planned, { state: 'done', ...(!isNone && { txHash }) })
    }
    return outcome
  } catch (cause) {
    throw !isMined && runner.of(planned) && cause instanceof RequestTimeoutError ? pending(cause) : cause
  } finally {
    over.abort()
  }
}

/** Follows the request, and tries again after an error answer: the service may not know a request before its deposit is mined. */
async function untilKnown(
  follow: () => Promise<FinalStatusRecord>,
  isLast: () => boolean,
  mined: Promise<unknown>,
): Promise<FinalStatusRecord> {
  let isSettled = false
  const settled = mined.finally(() => {
    isSettled = true
  })
  settled.catch(() => {})
  for (;;) {
    const isOver = isLast()
    try {
      return await follow()
    } catch (error) {
      if (isOver || !(error instanceof ServiceHttpError)) throw error
    }
    await (isSettled ? sleep(patienceMs) : Promise.race([settled, sleep(patienceMs)]))
  }
}

/** Whether the transaction may still be mined. A node that fails may answer later. */
async function isWaiting(client: Client, hash: Hash | undefined): Promise<boolean> {
  if (!isHash(hash)) return false
  const end = performance.now() + patienceMs
  for (;;) {
    const shown = await findShown([client], hash)
    if (shown !== 'unknown' || performance.now() >= end) return shown === 'pending' || shown === 'unknown'
    await sleep(pauseMs)
  }
}

/**
 * The states, in order of precedence: one node that has the transaction is enough. `absent` means that every node answered, and
 * none has the transaction.
 */
const shownStates = ['pending', 'mined', 'unknown', 'absent'] as const

export type Shown = (typeof shownStates)[number]

/** Reads from nodes whether a transaction exists. A wallet's own id, which is not a hash, counts as `unknown`. */
export async function findShown(clients: readonly Client[], hash: string | undefined): Promise<Shown> {
  if (!isHash(hash)) return 'unknown'
  const asked = clients.map((client) =>
    getTransaction(client, { hash }).then(
      ({ blockNumber }): Shown => (blockNumber === null ? 'pending' : 'mined'),
      // Some wallets lack the method, or never answer.
      (error): Shown =>
        error instanceof TransactionNotFoundError || isUnknownMethod(error) ? 'absent' : 'unknown',
    ),
  )
  const found = await Promise.all(asked)
  return shownStates.find((state) => found.includes(state))!
}

/** Whether a node has the transaction. */
export function isThere(shown: Shown): boolean {
  return shown === 'pending' || shown === 'mined'
}

async function isReverted(client: Client, hash: Hash | undefined): Promise<boolean> {
  return (await readReceipt(client, hash))?.status === 'reverted'
}

/** Whether the service has seen a deposit. */
export function isDeposited(status: string): boolean {
  const rank = rankOf(status)
  return rank !== undefined && rank >= rankOf('pending')!
}

async function findMined(
  client: Client,
  own: Hash | undefined,
  deposit: PlannedDeposit | undefined,
  record: StatusRecord,
): Promise<Hash | undefined> {
  if (deposit) return findNamedDeposit(client, deposit, [...(own ? [own] : []), ...toHashes(record)])
  const receipt = await readReceipt(client, own)
  return receipt?.status === 'success' ? receipt.transactionHash : undefined
}

/** The origin transactions that a status names. */
export function toHashes({ inTxHashes }: StatusRecord): Hash[] {
  return (inTxHashes ?? []) as Hash[]
}
