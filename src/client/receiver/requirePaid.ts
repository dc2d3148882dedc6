import type { Client, Hash, TransactionReceipt } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { toText } from '../../base/values.js'
import { isCallPaid } from '../../contract/isCallPaid.js'
import { parsePaymentReturned } from '../../contract/parseFillEvents.js'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import type { StatusRecord } from '../../service/resources/status.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { CallNotPaidError, CallPaymentUnknownError, PaymentReturnedError } from './errors.js'
import type { HeldCall } from './holdCall.js'
import type { ReceiverCall } from './receiverCall.js'
import type { RunningClients } from './types.js'

/**
 * How long a node may lag a success that the service reports, in milliseconds. After any other last status, the limit is
 * `patiencePolls` polling intervals.
 */
const patienceMs = 15_000
const patiencePolls = 15

/**
 * Checks the service's last status against the receiver's own answer.
 *
 * - Only a node that has the fills reported by the service can deny a success.
 * - A failure or a refund means that the solver paid nothing. But someone else may have paid, so the node must answer too.
 *
 * @throws {@link PaymentReturnedError} if a transaction of the fill returned the money, {@link CallPaymentUnknownError} if the
 *   node does not show what the service reports, otherwise {@link CallNotPaidError}.
 */
export async function requirePaid(
  client: AnyServiceClient,
  { destinationClient, timeoutMs, pollingIntervalMs, signal }: RunningClients,
  held: HeldCall,
  outcome: StatusRecord,
): Promise<void> {
  const { call } = held
  const { receiver, callHash } = call
  const requestId = findPayingStep(call.quote)!.requestId!
  const { status, failReason } = outcome
  const isSuccess = status === 'success'
  const end =
    performance.now() + Math.min(timeoutMs, isSuccess ? patienceMs : patiencePolls * pollingIntervalMs)
  let transactions = (outcome.txHashes ?? []) as Hash[]
  let isDenied = false
  let cause: unknown
  for (;;) {
    try {
      if (await isCallPaid(destinationClient, { receiver, callHash })) {
        held.tell({ type: 'paid' })
        return
      }
      const receipts = await readReceipts(destinationClient, transactions)
      const returned = findReturned(call, receipts)
      if (returned) {
        held.tell({ type: 'returned' })
        throw returned
      }
      const seen = receipts.length === transactions.length ? receipts.at(-1) : undefined
      // Read at the block of the last fill: a node that lacks the block fails, and does not deny the payment.
      const { blockNumber } = seen ?? {}
      isDenied = seen
        ? !(await isCallPaid(destinationClient, { receiver, callHash, blockNumber }))
        : !isSuccess
    } catch (error) {
      if (error instanceof PaymentReturnedError) throw error
      cause = error
      isDenied &&= isSuccess
    }
    if (performance.now() >= end || signal?.aborted) break
    await sleep(pollingIntervalMs)
    // A fresh success may lack its transactions, and some services report them one after the other.
    if (isSuccess && (transactions.length === 0 || isDenied)) {
      const record = await client.getStatus({ requestId }, { signal }).catch(() => undefined)
      const named = (record?.txHashes ?? []) as Hash[]
      if (named.length > transactions.length) [transactions, isDenied] = [named, false]
    }
  }
  if (!isDenied) throw new CallPaymentUnknownError({ callHash, status, transactions, cause })
  held.tell({ type: 'notPaid' })
  throw new CallNotPaidError({ callHash, status, failReason: toText(failReason) ?? null })
}

/** The receipts that the node has, ordered by block. */
async function readReceipts(client: Client, hashes: readonly Hash[]): Promise<TransactionReceipt[]> {
  const asked = hashes.map((hash) => getTransactionReceipt(client, { hash }).catch(() => undefined))
  const found = (await Promise.all(asked)).flatMap((receipt) => receipt ?? [])
  return found.sort((one, other) => Number(one.blockNumber - other.blockNumber))
}

function findReturned(
  { receiver, callHash }: ReceiverCall,
  receipts: readonly TransactionReceipt[],
): PaymentReturnedError | undefined {
  for (const receipt of receipts) {
    const event = parsePaymentReturned({ receiver, receipt }).find(({ args }) => args.callHash === callHash)
    if (event) {
      const { refundTo, token, amount } = event.args
      return new PaymentReturnedError({
        callHash,
        refundTo,
        token,
        amount,
        transaction: receipt.transactionHash,
      })
    }
  }
  return undefined
}
