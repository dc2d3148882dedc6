import { type Abi, type Address, encodeFunctionData, type Hash, multicall3Abi } from 'viem'
import { estimateContractGas, simulateContract } from 'viem/actions'
import { needPaymentField } from '../protocol/payment/payment.js'
import type { ReceiverClient, ReceiverParameters, TransactionParameters } from './call.js'
import { send } from './send.js'

export type BatcherParameters = Omit<TransactionParameters, 'nonce'> & {
  /**
   * A contract with Multicall3's `aggregate3`. Defaults to the one of the client's chain, or to
   * 0xcA11bde05977b3631167028862bE2a173976CA11. A transaction with a single call does not use it.
   */
  batcher?: Address | undefined
  /** The most calls in a transaction. Defaults to 25. */
  batchSize?: number | undefined
  /** Called with each transaction as it is sent, before its receipt. */
  onSent?: ((transaction: Hash) => void) | undefined
}

/** Splits a list into batches. @throws {@link PaymentFieldError} if `batchSize` is not a whole number above 0. */
export function toBatches<item>(items: readonly item[], batchSize = 25): (readonly item[])[] {
  const isSize = Number.isSafeInteger(batchSize) && batchSize > 0
  needPaymentField(isSize || undefined, 'batchSize', batchSize, 'a whole number above 0')
  const count = Math.ceil(items.length / batchSize)
  return Array.from({ length: count }, (_, index) => items.slice(index * batchSize, (index + 1) * batchSize))
}

/** Calls of one function of a receiver. */
export type AggregatedCalls = ReceiverParameters & {
  abi: Abi
  functionName: string
  calls: readonly (readonly unknown[])[]
}

/** The address of Multicall3 on most chains. */
export const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** The most gas that the batcher adds for each call, on top of the estimate for that call alone. */
export const batcherGas = 20_000n
/** The gas to reserve for a call whose estimation fails. */
const failingGas = 300_000n

/**
 * Sends calls in one transaction of the batcher. A call that fails does not affect the others.
 *
 * - Without `gas`, estimates the calls one by one. An estimate of the whole batch may be too low, since a batch succeeds even if
 *   its calls run out of gas.
 */
export async function sendAggregated(
  client: ReceiverClient,
  { receiver, abi, functionName, calls }: AggregatedCalls,
  options: BatcherParameters,
): Promise<Hash> {
  const { account = client.account } = options
  const address = options.batcher ?? client.chain?.contracts?.multicall3?.address ?? multicall3
  const estimates = calls.map((args) =>
    estimateContractGas(client, { abi, address: receiver, functionName, args, account: account! })
      .then((gas) => gas + batcherGas)
      .catch(() => failingGas),
  )
  const gas = options.gas ?? (await Promise.all(estimates)).reduce((sum, each) => sum + each)
  const aggregated = calls.map((args) => ({
    target: receiver,
    allowFailure: true,
    callData: encodeFunctionData({ abi, functionName, args }),
  }))
  const { request } = await simulateContract(client, {
    ...{ abi: multicall3Abi, address, functionName: 'aggregate3' },
    ...{ args: [aggregated], account },
  } as const)
  return send(client, request, { ...options, gas })
}
