import { type Client, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { type WaitForTransactionReceiptParameters, waitForTransactionReceipt } from 'viem/actions'
import { sleep } from '../../base/sleep.js'

const pauseMs = 250
const patienceMs = 10_000

/** viem's, and asks again where a node that lags another has the block without the receipt. */
export async function waitForReceipt(
  client: Client,
  parameters: WaitForTransactionReceiptParameters,
): Promise<TransactionReceipt> {
  let end: number | undefined
  for (;;) {
    try {
      return await waitForTransactionReceipt(client, parameters)
    } catch (error) {
      end ??= Date.now() + patienceMs
      if (!(error instanceof TransactionReceiptNotFoundError) || Date.now() >= end) throw error
    }
    await sleep(pauseMs)
  }
}
