import {
  type Client,
  createClient,
  custom,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { type WaitForTransactionReceiptParameters, waitForTransactionReceipt } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { askOf } from './withRequest.js'

const pauseMs = 250
const patienceMs = 10_000

/** Uses shorter delays than viem, since an abort can't interrupt a delay. */
const retryDelay = ({ count }: { count: number }) => Math.min(200 * 2 ** count, 1000)

/**
 * Waits for a receipt as viem does. Retries if a lagging node has the block but not the receipt.
 *
 * - After `signal` aborts, it sends no more requests, and ends within a polling interval.
 */
export async function waitForReceipt(
  client: Client,
  { signal, ...parameters }: WaitForTransactionReceiptParameters & { signal?: AbortSignal | undefined },
): Promise<TransactionReceipt> {
  const asked = signal ? untilAborted(client, signal) : client
  let end: number | undefined
  for (;;) {
    try {
      return await waitForTransactionReceipt(asked, { ...(signal && { retryDelay }), ...parameters })
    } catch (error) {
      end ??= Date.now() + patienceMs
      if (!(error instanceof TransactionReceiptNotFoundError) || Date.now() >= end) throw error
    }
    await sleep(pauseMs, signal)
  }
}

/**
 * Wraps a client, so that it sends no requests after `signal` aborts. viem's wait has no signal: it ends with the first error
 * other than a missing receipt, and reads again only after a new block. So after the abort, the client reports a new block, then
 * an error.
 */
function untilAborted(client: Client, signal: AbortSignal): Client {
  const { chain, pollingInterval } = client
  let block = 0n
  const request = async (args: { method: string }): Promise<unknown> => {
    if (signal.aborted && args.method !== 'eth_blockNumber') throw new Error('The wait is over.')
    const answer: unknown = signal.aborted ? `0x${(block + 1n).toString(16)}` : await askOf(client)(args)
    if (args.method === 'eth_blockNumber') block = BigInt(answer as string)
    return answer
  }
  return createClient({ chain, pollingInterval, transport: custom({ request }, { retryCount: 0 }) })
}
