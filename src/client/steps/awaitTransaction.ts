import {
  type Address,
  type Client,
  decodeFunctionData,
  erc20Abi,
  type Hash,
  isAddressEqual,
  WaitForTransactionReceiptTimeoutError,
} from 'viem'
import { getChainId, readContract } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { waitForReceipt } from '../../contract/rpc/waitForReceipt.js'
import { StepPendingError, StepTransactionError } from '../../service/steps/errors.js'
import type { PlannedTransaction } from '../../service/steps/types.js'
import { hasDeposit } from './hasDeposit.js'
import type { WalletClient } from './sendPlanned.js'
import { isHash, type Runner, toPending } from './stepRun.js'

export type Wait = { chainId: number; timeoutMs: number; signal: AbortSignal; runner: Runner }

/**
 * Waits until a sent transaction is mined, and returns its hash.
 *
 * - Ends with {@link StepPendingError} if the wallet is on another chain: receipts of that chain prove nothing.
 * - For a deposit, succeeds only if the mined transaction makes the deposit, whatever hash the wallet returned.
 * - A transaction of another account, such as a bundler, may succeed without doing what the wallet's account requested. So such a
 *   transaction counts only if it makes the deposit.
 *
 * @throws {@link StepTransactionError}, {@link StepPendingError} after `timeoutMs`, or the node's error.
 */
export async function awaitReceipt(
  walletClient: WalletClient,
  planned: PlannedTransaction,
  { chainId, timeoutMs, signal, runner }: Wait,
): Promise<Hash> {
  const { step, deposit } = planned
  const { txHash: hash = '0x' } = runner.of(planned)!
  const pending = (cause?: unknown) => toPending(runner, planned, { timeoutMs, cause })
  if (!isHash(hash)) {
    await sleep(timeoutMs, signal)
    throw pending()
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
    throw cause instanceof WaitForTransactionReceiptTimeoutError ? pending(cause) : cause
  })
  const { transactionHash: txHash, status, from } = receipt
  if ((await getChainId(walletClient)) !== chainId) throw pending()
  if (deposit && (await hasDeposit(walletClient, receipt, deposit))) return txHash
  // A bundler's transaction may succeed, fail or be replaced without doing what the account requested.
  if (!isAddressEqual(from, walletClient.account.address)) throw pending()
  if (!replaced && status === 'success') {
    if (deposit) throw pending()
    return txHash
  }
  throw new StepTransactionError({ step: step.id, txHash, reason: replaced ?? 'reverted' })
}

/**
 * Waits until an approval is mined, or until the chain shows the requested allowance. The receipt alone is not enough: a wallet
 * may return its bundler's transaction, or an id of its own, which never gets a receipt.
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
    isAllowedBy(await readAllowance(walletClient, { token, owner, spender }), amount) &&
    (await getChainId(walletClient)) === wait.chainId
  const told = () => wait.runner.of(planned)?.txHash ?? '0x'
  const untilAllowed = async (): Promise<Hash> => {
    do await sleep(walletClient.pollingInterval, wait.signal)
    while (!(await isAllowed().catch(() => false)))
    return told()
  }
  const never = new Promise<never>(() => {})
  const mined = awaitReceipt(walletClient, planned, wait).catch(async (error: unknown) => {
    if (error instanceof StepPendingError && (await isAllowed().catch(() => false))) return told()
    throw error
  })
  return Promise.race([mined, untilAllowed().catch(() => never)])
}

/** Whether the allowance is the effect of an approval: at least the approved amount, or 0 after an approval of 0. */
function isAllowedBy(allowance: bigint, amount: bigint): boolean {
  return amount === 0n ? allowance === 0n : allowance >= amount
}

/** Reads the amount of a token that a spender may take, smallest unit. */
export function readAllowance(
  client: Client,
  { token, owner, spender }: { token: Address; owner: Address; spender: Address },
): Promise<bigint> {
  const read = { address: token, abi: erc20Abi, functionName: 'allowance' } as const
  return readContract(client, { ...read, args: [owner, spender] })
}
