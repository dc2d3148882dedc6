import type { Client, Hash } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { toText } from '../../base/values.js'
import { isCallPaid } from '../../contract/isCallPaid.js'
import { parsePaymentReturned } from '../../contract/parseFillEvents.js'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import type { StatusRecord } from '../../service/resources/status.js'
import { followDefaults } from '../follow/followParameters.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { CallNotPaidError, PaymentReturnedError } from './errors.js'
import type { ReceiverCall } from './receiverCall.js'
import type { PayReceiverClients } from './types.js'

/** How long a node may lag the service's word, in milliseconds. */
const patienceMs = 15_000

/**
 * Checks the service's last word against the receiver's own.
 *
 * @throws {@link PaymentReturnedError} when a transaction of the fill returned the money, else {@link CallNotPaidError}.
 */
export async function requirePaid(
  client: AnyServiceClient,
  { destinationClient, pollingIntervalMs = followDefaults.pollingIntervalMs, signal }: PayReceiverClients,
  call: ReceiverCall,
  outcome: StatusRecord,
): Promise<void> {
  const { receiver, callHash } = call
  const requestId = findPayingStep(call.quote)!.requestId!
  const end = Date.now() + patienceMs
  const { status, failReason } = outcome
  let txHashes = outcome.txHashes ?? []
  for (;;) {
    if (await isCallPaid(destinationClient, { receiver, callHash })) {
      call.state = 'paid'
      return
    }
    const returned = await findReturned(destinationClient, call, txHashes as Hash[])
    if (returned) {
      call.state = 'returned'
      throw returned
    }
    if (status !== 'success' || Date.now() >= end || signal?.aborted) break
    await sleep(pollingIntervalMs)
    // A fresh success may lack its transactions.
    if (txHashes.length === 0) txHashes = (await client.getStatus({ requestId })).txHashes ?? []
  }
  call.state = 'notPaid'
  throw new CallNotPaidError({ callHash, status, failReason: toText(failReason) ?? null })
}

async function findReturned(
  client: Client,
  { receiver, callHash }: ReceiverCall,
  txHashes: readonly Hash[],
): Promise<PaymentReturnedError | undefined> {
  for (const hash of txHashes) {
    // A node that does not have it yet is asked again.
    const receipt = await getTransactionReceipt(client, { hash }).catch(() => undefined)
    if (!receipt) continue
    const event = parsePaymentReturned({ receiver, receipt }).find(({ args }) => args.callHash === callHash)
    if (event) {
      const { refundTo, token, amount } = event.args
      return new PaymentReturnedError({ callHash, refundTo, token, amount, transaction: hash })
    }
  }
  return undefined
}
