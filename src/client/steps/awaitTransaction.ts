import {
  type Address,
  type Client,
  decodeFunctionData,
  erc20Abi,
  type Hash,
  WaitForTransactionReceiptTimeoutError,
} from 'viem'
import { readContract } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { waitForReceipt } from '../../contract/rpc/waitForReceipt.js'
import { StepPendingError, StepTransactionError } from '../../service/steps/errors.js'
import type { PlannedTransaction } from '../../service/steps/types.js'
import type { SentItem, WalletClient } from './sendPlannedTransaction.js'

type Wait = { timeoutMs: number; signal: AbortSignal }

/**
 * Waits until a transaction that was sent is mined, and returns its hash.
 *
 * - Rule: a transaction that reverted or was replaced is forgotten, so that another run sends it again.
 *
 * @throws {@link StepTransactionError}, {@link StepPendingError} after `timeoutMs`, or what the node throws.
 */
export async function awaitReceipt(
  walletClient: WalletClient,
  { item, step }: PlannedTransaction,
  { timeoutMs, signal }: Wait,
): Promise<Hash> {
  const sent = item as SentItem
  const hash = sent.txHash!
  const failed = (reason: StepTransactionError['reason'], txHash: Hash) => {
    delete sent.txHash
    return new StepTransactionError({ step: step.id, txHash, reason })
  }
  let replaced: 'replaced' | 'cancelled' | undefined
  const receipt = await waitForReceipt(walletClient, {
    hash,
    signal,
    timeout: timeoutMs,
    onReplaced: ({ reason }) => {
      replaced = reason === 'repriced' ? undefined : reason
    },
  }).catch((cause: unknown) => {
    if (!(cause instanceof WaitForTransactionReceiptTimeoutError)) throw cause
    const requestId = step.requestId ?? null
    throw new StepPendingError({ step: step.id, txHash: hash, requestId, timeoutMs, cause })
  })
  if (replaced) throw failed(replaced, receipt.transactionHash)
  if (receipt.status !== 'success') throw failed('reverted', receipt.transactionHash)
  return receipt.transactionHash
}

/**
 * Waits until an approval is mined. A wallet may return an id of its own, which never gets a receipt, so the allowance
 * that it asks for is its end too.
 */
export async function awaitApproval(
  walletClient: WalletClient,
  planned: PlannedTransaction,
  wait: Wait,
): Promise<Hash> {
  const { to: token, data } = planned.transaction
  const [spender, amount] = decodeFunctionData({ abi: erc20Abi, data }).args as [Address, bigint]
  const owner = walletClient.account.address
  const isAllowed = async () =>
    amount > 0n && (await readAllowance(walletClient, { token, owner, spender })) >= amount
  const untilAllowed = async (): Promise<Hash> => {
    do await sleep(walletClient.pollingInterval, wait.signal)
    while (!(await isAllowed().catch(() => false)))
    return (planned.item as SentItem).txHash!
  }
  const never = new Promise<never>(() => {})
  return Promise.race([awaitReceipt(walletClient, planned, wait), untilAllowed().catch(() => never)])
}

/** Reads how much of a token a spender may take, smallest unit. */
export function readAllowance(
  client: Client,
  { token, owner, spender }: { token: Address; owner: Address; spender: Address },
): Promise<bigint> {
  const read = { address: token, abi: erc20Abi, functionName: 'allowance' } as const
  return readContract(client, { ...read, args: [owner, spender] })
}
