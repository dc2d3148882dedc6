import type { Client, Hash } from 'viem'
import { type GetCallsStatusReturnType, getCallsStatus, getChainId } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { inTime } from '../../contract/rpc/inTime.js'
import { offersBatches } from '../../contract/rpc/walletAnswers.js'
import { StepTransactionError } from '../../service/steps/errors.js'
import type { PlannedItem, PlannedTransaction } from '../../service/steps/types.js'
import type { Wait } from './awaitTransaction.js'
import { findNamedDeposit, readReceipt } from './hasDeposit.js'
import type { WalletClient } from './sendPlanned.js'
import { toPending } from './stepRun.js'

/** How long a wallet has to report its progress, in milliseconds. */
const patienceMs = 3_000

/**
 * Returns the items of a plan as one batch (EIP-5792), or undefined if they must be sent one by one. The plan must end with a
 * deposit that can be seen on the chain. The wallet must report that it makes the calls of a batch in one transaction, all or
 * none.
 */
export async function toBatch(
  walletClient: WalletClient,
  items: readonly PlannedItem[],
  { chainId, timeoutMs, signal }: Omit<Wait, 'runner' | 'signal'> & { signal?: AbortSignal | undefined },
): Promise<readonly PlannedTransaction[] | undefined> {
  const batch = items.flatMap((item) => (item.kind === 'transaction' ? item : []))
  // A local account sends transactions only one by one.
  const { type } = walletClient.account
  if (batch.length < 2 || batch.length < items.length || !batch.at(-1)?.deposit || type !== 'json-rpc')
    return undefined
  return (await offersBatches(walletClient, { chainId, timeoutMs, signal })) ? batch : undefined
}

/** Reads a batch's status from the wallet. Undefined if the wallet does not know the batch or does not answer. */
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
 * - Succeeds if the chain shows the deposit in a transaction that the wallet names. The batch's status alone is never a success.
 * - Fails if the status is 4xx and the wallet names no transaction: the batch was not sent. Also fails if the status is 5xx and
 *   the named transactions are mined without the deposit. Either must last for a few seconds, in which the service may still see
 *   a deposit.
 * - Keeps waiting at any other status.
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
    // If the wallet is on another chain, the receipts of that chain prove nothing.
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

/** Whether a status code is in a hundred, such as 400 to 499. All codes of one hundred mean the same. */
function isOf(hundred: number, code: number): boolean {
  return code >= hundred && code < hundred + 100
}
