import type { Address, Hex, LocalAccount, TransactionReceipt } from 'viem'
import { readRevert } from '../../mock/solver/readRevert.js'
import { type ExplainRevertReturnType, explainRevert } from '../../revert/explainRevert.js'
import type { DemoChain } from './setup.js'

export type Transaction = { to: Address; data?: Hex; value?: bigint }

/** Sends a transaction and waits for it. Throws when it reverts. */
export async function send(
  { client }: DemoChain,
  account: LocalAccount,
  transaction: Transaction,
): Promise<TransactionReceipt> {
  const hash = await client.sendTransaction({ ...transaction, account })
  const receipt = await client.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`The transaction ${hash} reverted.`)
  return receipt
}

/** Enough for any attack; an estimate would fail, as a wallet's does. */
const attackGas = 2_000_000n

export type Attempt = { explained: ExplainRevertReturnType; isReverted: boolean }

/** Simulates a transaction to learn why it is refused, and then has it mined all the same. */
export async function attempt(
  { client }: DemoChain,
  account: LocalAccount,
  transaction: Transaction,
): Promise<Attempt> {
  const explained = await client.call({ ...transaction, account }).then(
    () => null,
    (error: unknown) => explainRevert(readRevert(error).data),
  )
  const hash = await client.sendTransaction({ ...transaction, account, gas: attackGas })
  const { status } = await client.waitForTransactionReceipt({ hash })
  return { explained, isReverted: status === 'reverted' }
}
