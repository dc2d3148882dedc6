import type { Client, Hash, TransactionReceipt } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { createTurns } from '../../base/createTurns.js'
import { inTime } from '../../contract/rpc/inTime.js'
import { rankOf } from '../../service/resources/requestStatus.js'
import type { StatusRecord } from '../../service/resources/status.js'
import { StepPendingError, StepTransactionError } from '../../service/steps/errors.js'
import type { PlannedDeposit, PlannedTransaction, StepProgress } from '../../service/steps/types.js'
import { ServiceHttpError } from '../errors.js'
import { RequestTimeoutError } from '../follow/errors.js'
import type { FinalStatusRecord } from '../follow/waitForRequest.js'
import { awaitReceipt } from './awaitTransaction.js'
import { hasDeposit } from './hasDeposit.js'
import type { SentItem, WalletClient } from './sendPlannedTransaction.js'

/** How long what a wallet shows is waited for, before the status goes on, in milliseconds. */
const patienceMs = 3_000

export type FollowDepositParameters = {
  /** Of the origin chain. */
  chainId: number
  timeoutMs: number
  signal: AbortSignal | undefined
  onProgress: (progress: StepProgress) => unknown
  /** Follows the request to its end. */
  follow: (parameters: {
    timeoutMs: number
    signal: AbortSignal
    onStatus: (record: StatusRecord) => unknown
  }) => Promise<FinalStatusRecord>
}

/**
 * Follows a request whose deposit was sent. The receipt and the status are asked for at once, and the first answer counts.
 *
 * - Rule: a wallet may return an id of its own, as a Safe does, which never gets a receipt. So the status ends it too, and
 *   a transaction that the status names is taken for the deposit if the chain shows the deposit in it.
 * - Rule: a failure or a refund ends nothing while the deposit may still be mined.
 *
 * @throws {@link StepTransactionError}, {@link StepPendingError} after `timeoutMs` without a receipt, else what `follow`
 *   throws.
 */
export async function followDeposit(
  walletClient: WalletClient,
  planned: PlannedTransaction,
  { chainId, timeoutMs, signal, onProgress, follow }: FollowDepositParameters,
): Promise<FinalStatusRecord> {
  const { item, step, deposit } = planned
  const sent = item as SentItem
  const end = Date.now() + timeoutMs
  const over = new AbortController()
  const stop = () => over.abort()
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  // Reports come from both sides, and a caller may store each before the next.
  const takeTurn = createTurns()
  const reader = inTime(walletClient, { timeoutMs: patienceMs, signal: over.signal })
  let isMined = false
  let isSeen = false

  const confirm = (txHash: Hash) =>
    takeTurn(async () => {
      if (isMined || over.signal.aborted) return
      isMined = true
      sent.txHash = txHash
      await onProgress({ type: 'transactionConfirmed', step: step.id, txHash })
      item.status = 'complete'
    })
  const onStatus = async (record: StatusRecord) => {
    isSeen ||= isDeposited(record.status)
    if (!isMined && isSeen) {
      const txHash = await findMined(reader, sent.txHash, deposit, record)
      if (txHash) await confirm(txHash)
    }
    await takeTurn(async () => {
      if (!over.signal.aborted) await onProgress({ type: 'status', step: step.id, record })
    })
  }
  const followOn = () => follow({ timeoutMs: Math.max(1, end - Date.now()), signal: over.signal, onStatus })

  const mined = awaitReceipt(reader, planned, { chainId, timeoutMs, signal: over.signal })
    // Where the node shows nothing, the status decides; so it does where the service has seen another deposit.
    .catch((error: unknown) => {
      if (error instanceof StepTransactionError && !isSeen) throw error
    })
    .then((txHash) => txHash && confirm(txHash))
  const failed = new Promise<never>((_, reject) => mined.catch(reject))
  const pending = ({ requestId, cause }: { requestId: string | null; cause?: unknown }) =>
    new StepPendingError({ step: step.id, txHash: sent.txHash!, requestId, timeoutMs, cause })
  try {
    const followed = followOn().catch(async (error: unknown) => {
      // The service need not know a request before its deposit is mined.
      if (isMined || !(error instanceof ServiceHttpError)) throw error
      await mined
      if (!isMined) throw error
      return followOn()
    })
    let outcome = await Promise.race([followed, failed])
    if (!isMined && outcome.status !== 'success') {
      await mined
      if (isMined) outcome = await followOn()
      // Where it reverted, the service has seen another deposit.
      else if (sent.txHash) throw pending({ requestId: step.requestId ?? null })
    }
    if (!isMined && (await readReceipt(reader, sent.txHash))?.status === 'reverted') delete sent.txHash
    if (outcome.status !== 'failure') item.status = 'complete'
    return outcome
  } catch (cause) {
    throw !isMined && sent.txHash && cause instanceof RequestTimeoutError
      ? pending({ requestId: cause.requestId, cause })
      : cause
  } finally {
    signal?.removeEventListener('abort', stop)
    over.abort()
  }
}

/** Whether the service has seen a deposit. */
export function isDeposited(status: string): boolean {
  const rank = rankOf(status)
  return rank !== undefined && rank >= rankOf('pending')!
}

/** Undefined where the node does not show one. */
export async function readReceipt(
  client: Client,
  hash: Hash | undefined,
): Promise<TransactionReceipt | undefined> {
  return hash && getTransactionReceipt(client, { hash }).catch(() => undefined)
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

/**
 * Finds the deposit among transactions. What a wallet or a service names is its word, so one counts only if the chain shows
 * that it paid the depository this amount for this order.
 */
export async function findNamedDeposit(
  client: Client,
  deposit: PlannedDeposit,
  hashes: readonly Hash[],
): Promise<Hash | undefined> {
  const found = hashes.map(async (hash) => {
    const receipt = await readReceipt(client, hash)
    return receipt && (await hasDeposit(client, receipt, deposit)) ? receipt.transactionHash : undefined
  })
  return (await Promise.all(found)).find((hash) => hash !== undefined)
}
