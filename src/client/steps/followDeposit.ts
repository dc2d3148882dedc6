import type { Client, Hash, TransactionReceipt } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { createTurns } from '../../base/createTurns.js'
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
      const txHash = await findMined(walletClient, sent.txHash, deposit, record)
      if (txHash) await confirm(txHash)
    }
    await takeTurn(async () => {
      if (!over.signal.aborted) await onProgress({ type: 'status', step: step.id, record })
    })
  }
  const followOn = () => follow({ timeoutMs: Math.max(1, end - Date.now()), signal: over.signal, onStatus })

  const mined = awaitReceipt(walletClient, planned, { chainId, timeoutMs, signal: over.signal })
    // Where the node shows nothing, the status decides; so it does where the service has seen another deposit.
    .catch((error: unknown) => {
      if (error instanceof StepTransactionError && !isSeen) throw error
    })
    .then((txHash) => txHash && confirm(txHash))
  const failed = new Promise<never>((_, reject) => mined.catch(reject))
  try {
    const followed = followOn().catch(async (error: unknown) => {
      // The service need not know a request before its deposit is mined.
      if (isMined || !(error instanceof ServiceHttpError)) throw error
      await mined
      if (!isMined) throw error
      return followOn()
    })
    const outcome = await Promise.race([followed, failed])
    // The service may have seen another deposit.
    if (!isMined && (await readReceipt(walletClient, sent.txHash))?.status === 'reverted') delete sent.txHash
    if (outcome.status !== 'failure') item.status = 'complete'
    return outcome
  } catch (cause) {
    if (isMined || !sent.txHash || !(cause instanceof RequestTimeoutError)) throw cause
    const { requestId } = cause
    throw new StepPendingError({ step: step.id, txHash: sent.txHash, requestId, timeoutMs, cause })
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

async function readReceipt(client: Client, hash: Hash | undefined): Promise<TransactionReceipt | undefined> {
  return hash && getTransactionReceipt(client, { hash }).catch(() => undefined)
}

async function findMined(
  client: Client,
  own: Hash | undefined,
  deposit: PlannedDeposit | undefined,
  record: StatusRecord,
): Promise<Hash | undefined> {
  const receipt = await readReceipt(client, own)
  if (receipt?.status === 'success') return receipt.transactionHash
  return deposit && findNamedDeposit(client, deposit, record)
}

/**
 * Finds the deposit among the origin transactions that a status names. The status is the service's word, so one counts
 * only if the chain shows that it paid the depository this amount for this order.
 */
export async function findNamedDeposit(
  client: Client,
  deposit: PlannedDeposit,
  { inTxHashes }: StatusRecord,
): Promise<Hash | undefined> {
  for (const hash of (inTxHashes ?? []) as Hash[]) {
    const receipt = await readReceipt(client, hash)
    if (receipt && (await hasDeposit(client, receipt, deposit))) return receipt.transactionHash
  }
  return undefined
}
