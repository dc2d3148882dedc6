import type { Client, Hash } from 'viem'
import { type GetCallsStatusReturnType, getCallsStatus, getCapabilities, getChainId } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { inTime } from '../../contract/rpc/inTime.js'
import { StepTransactionError } from '../../service/steps/errors.js'
import type { PlannedItem, PlannedTransaction } from '../../service/steps/types.js'
import type { Wait } from './awaitTransaction.js'
import { findNamedDeposit, readReceipt } from './hasDeposit.js'
import type { WalletClient } from './sendPlanned.js'
import { toPending } from './stepRun.js'

/** How long a wallet has to say what it can do, or how far it came, in milliseconds. */
const patienceMs = 3_000

/**
 * Returns the items of a plan as one batch (EIP-5792), where it ends with a deposit that the chain shows, and the wallet says
 * that it makes such calls in one transaction on the chain, all or none.
 */
export async function toBatch(
  walletClient: WalletClient,
  items: readonly PlannedItem[],
  { chainId, timeoutMs, signal }: Omit<Wait, 'runner' | 'signal'> & { signal?: AbortSignal | undefined },
): Promise<readonly PlannedTransaction[] | undefined> {
  const batch = items.flatMap((item) => (item.kind === 'transaction' ? item : []))
  // An account that signs here sends transactions alone.
  const { type } = walletClient.account
  if (batch.length < 2 || batch.length < items.length || !batch.at(-1)?.deposit || type !== 'json-rpc')
    return undefined
  try {
    const limits = { timeoutMs: Math.min(patienceMs, timeoutMs), signal }
    const chains = await getCapabilities(inTime(walletClient, limits))
    // The entry of 0 is that of all chains.
    const offered = chains[chainId]?.atomic ?? chains[0]?.atomic
    return offered?.status === 'supported' || offered?.status === 'ready' ? batch : undefined
  } catch {
    return undefined // Most wallets do not know the question.
  }
}

/** What a wallet says of a batch; undefined where it does not know it, or does not answer. */
export async function readBatch(
  client: Client,
  id: string | undefined,
): Promise<GetCallsStatusReturnType | undefined> {
  if (id === undefined) return undefined
  return getCallsStatus(inTime(client, { timeoutMs: patienceMs }), { id }).catch(() => undefined)
}

/**
 * Waits until the deposit of a batch is mined, and returns its transaction.
 *
 * - Rule: the wallet names transactions, and the chain decides: whatever the status, the deposit counts where one of them shows
 *   it, and without one no status is a success. 400: it was not sent, and names none. 500: those that it names are mined, and none
 *   has the deposit. Both have to be said for a while, in which the service may see a deposit. Any other says nothing.
 *
 * @throws {@link StepTransactionError}, or {@link StepPendingError} after `timeoutMs`.
 */
export async function awaitBatch(
  walletClient: WalletClient,
  planned: PlannedTransaction,
  { chainId, timeoutMs, signal, runner }: Wait,
): Promise<Hash> {
  const { step, deposit } = planned
  const end = performance.now() + timeoutMs
  let failedAt: number | undefined
  for (;;) {
    const { batch: id = '0x', txHash: own = '0x' } = runner.of(planned)!
    const { statusCode = 0, receipts = [] } = (await readBatch(walletClient, id)) ?? {}
    const named = receipts.map(({ transactionHash }) => transactionHash)
    const txHash = await findNamedDeposit(walletClient, deposit!, [own, ...named])
    const mined = await Promise.all(named.map((hash) => readReceipt(walletClient, hash)))
    // What the wallet shows of another chain proves nothing.
    if ((await getChainId(walletClient).catch(() => 0)) === chainId) {
      if (txHash) return txHash
      const isUnsent = isOf(400, statusCode) && named.length === 0
      const isReverted = isOf(500, statusCode) && named.length > 0 && mined.every((receipt) => receipt)
      failedAt = isUnsent || isReverted ? (failedAt ?? performance.now()) : undefined
      if (failedAt !== undefined && performance.now() - failedAt >= patienceMs) {
        const reason = isUnsent ? 'cancelled' : 'reverted'
        throw new StepTransactionError({ step: step.id, txHash: named[0] ?? id, reason })
      }
    }
    if (performance.now() >= end) throw toPending(runner, planned, { timeoutMs })
    await sleep(Math.min(walletClient.pollingInterval, timeoutMs), signal)
  }
}

/** A hundred of codes has one meaning. */
function isOf(hundred: number, code: number): boolean {
  return code >= hundred && code < hundred + 100
}
