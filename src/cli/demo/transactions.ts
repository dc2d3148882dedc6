import { type Address, encodeFunctionData, type Hex, type LocalAccount, type TransactionReceipt } from 'viem'
import { encodeEvidence } from '../../contract/evidence.js'
import type { FillEvidence, Payment } from '../../contract/index.js'
import { type ExplainRevertReturnType, explainRevert } from '../../contract/revert/explainRevert.js'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { readRevert } from '../../mock/solver/readRevert.js'
import type { DemoChain } from './setup.js'

export type DemoTransaction = { to: Address; data?: Hex; value?: bigint }

/** Authorizes the call in an order. */
export function createAuthorization(receiver: Address, evidence: FillEvidence): DemoTransaction {
  const { abi, args } = encodeEvidence(evidence)
  return { to: receiver, data: encodeFunctionData({ abi, functionName: 'authorizeFill', args }) }
}

/** Fills an order directly, in native currency. Units: `amount` in wei. */
export function createFill(receiver: Address, evidence: FillEvidence, amount: bigint): DemoTransaction {
  const { abi, args } = encodeEvidence(evidence)
  const data = encodeFunctionData({ abi, functionName: 'fill', args: [...args, amount] })
  return { to: receiver, data, value: amount }
}

/** Makes the call of `payAuthorized` with these terms, in native currency. */
export function createPaymentTransaction(receiver: Address, payment: Payment): DemoTransaction {
  const data = encodeFunctionData({
    abi: attestedOrderReceiverAbi,
    functionName: 'payAuthorized',
    args: [payment],
  })
  return { to: receiver, data, value: payment.minimum }
}

/** Sends a transaction and waits for it. Throws when it reverts. */
export async function sendAndWait(
  { client }: DemoChain,
  account: LocalAccount,
  transaction: DemoTransaction,
): Promise<TransactionReceipt> {
  const hash = await client.sendTransaction({ ...transaction, account })
  const receipt = await client.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`The transaction ${hash} reverted.`)
  return receipt
}

/** Enough for any attack; an estimate would fail. */
const attackGas = 2_000_000n

export type Attempt = { explained: ExplainRevertReturnType; isReverted: boolean }

/** Simulates a transaction to learn why it is refused, then mines it anyway. */
export async function attempt(
  { client }: DemoChain,
  account: LocalAccount,
  transaction: DemoTransaction,
): Promise<Attempt> {
  const explained = await client.call({ ...transaction, account }).then(
    () => null,
    (error: unknown) => explainRevert(readRevert(error).data),
  )
  const hash = await client.sendTransaction({ ...transaction, account, gas: attackGas })
  const { status } = await client.waitForTransactionReceipt({ hash })
  return { explained, isReverted: status === 'reverted' }
}
