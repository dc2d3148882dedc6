import type { Client, TransactionReceipt } from 'viem'
import { getTransaction } from 'viem/actions'
import { findDeposits } from '../../rules/settled/findDeposits.js'
import { isSame } from '../../rules/settled/isSame.js'
import type { PlannedDeposit } from '../../service/steps/types.js'

/** Whether a transaction paid the depository this amount for this order. */
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
