import type { Client, Hash, TransactionReceipt } from 'viem'
import { getTransaction, getTransactionReceipt } from 'viem/actions'
import { findDeposits } from '../../rules/settled/findDeposits.js'
import { isSame } from '../../rules/settled/isSame.js'
import type { PlannedDeposit } from '../../service/steps/types.js'
import { isHash } from './stepRun.js'

/** Whether a transaction paid the depository the expected amount for the order. */
export async function hasDeposit(
  client: Client,
  receipt: TransactionReceipt,
  { chainName, depository, orderId, currency, amount }: PlannedDeposit,
): Promise<boolean> {
  if (receipt.status !== 'success') return false
  const transaction = await getTransaction(client, { hash: receipt.transactionHash }).catch(() => undefined)
  const { deposits } = findDeposits({ chainName, depository, receipt, transaction })
  return deposits.some(
    (one) => one.depositId === orderId && one.amount === amount && isSame(one.currency, currency),
  )
}

/**
 * Finds the deposit among transactions that a wallet or a service names. A transaction counts only if the chain shows that it
 * paid the depository this amount for this order.
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

/** Returns a transaction's receipt, or undefined if the node does not show a receipt. */
export async function readReceipt(
  client: Client,
  hash: Hash | undefined,
): Promise<TransactionReceipt | undefined> {
  return isHash(hash) ? getTransactionReceipt(client, { hash }).catch(() => undefined) : undefined
}
