import type { Hash } from 'viem'
import { getBlock, getTransaction, getTransactionReceipt } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { readBalance } from '../../contract/facts/readBalance.js'
import type { OrderData } from '../../protocol/order/types.js'
import { verifyFillSettlement } from '../../rules/settled/verifyFillSettlement.js'
import { evmChainsOf } from '../../service/profile/evmChainsOf.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import type { StatusRecord } from '../../service/resources/status.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { InboxPaymentUnknownError } from './errors.js'
import { type InboxCall, type QuotedInboxCall, readCallTerms } from './inboxCall.js'
import type { RunningInboxClients } from './types.js'

/** How long a node may lag a success that the service reports, in milliseconds. */
export const patienceMs = 15_000

type Fill = NonNullable<InboxCall['fill']>

/**
 * Finds the fill that the service reports, among the transactions that its status names.
 *
 * - A transaction counts only if it pays the inbox for this order, by the rules of the service's oracle, and came after the quote
 *   was requested. Otherwise a service that quotes an order again would show the fill of the earlier payment.
 *
 * @throws {@link InboxPaymentUnknownError} if the node shows no such transaction.
 */
export async function findFill(
  client: AnyServiceClient,
  { destinationClient, timeoutMs, pollingIntervalMs, signal }: RunningInboxClients,
  call: QuotedInboxCall,
  outcome: StatusRecord,
): Promise<Fill> {
  const requestId = findPayingStep(call.quote)!.requestId!
  const end = performance.now() + Math.min(timeoutMs, patienceMs)
  let transactions = (outcome.txHashes ?? []) as Hash[]
  let cause: unknown
  const isOver = () => performance.now() >= end || signal?.aborted
  for (;;) {
    for (const hash of transactions) {
      try {
        const fill = await readFill(client.profile, destinationClient, call, hash)
        if (fill) return fill
      } catch (error) {
        cause = error
      }
      if (isOver()) break
    }
    if (isOver()) break
    await sleep(pollingIntervalMs)
    // A fresh success may lack its transactions.
    const record = await client.getStatus({ requestId }, { signal }).catch(() => undefined)
    const named = (record?.txHashes ?? []) as Hash[]
    if (named.length > 0) transactions = named
  }
  const { receiver, inbox, inboxHash } = call
  throw new InboxPaymentUnknownError({ receiver, inbox, inboxHash, transactions, cause })
}

/**
 * Reads a transaction that may be the fill, and the balance of the inbox at the end of its block. Undefined if the transaction is
 * not the fill.
 *
 * @throws viem's error if the node lacks the transaction.
 */
async function readFill(
  profile: ServiceProfile,
  client: RunningInboxClients['destinationClient'],
  call: QuotedInboxCall,
  hash: Hash,
): Promise<Fill | undefined> {
  const [transaction, receipt] = await Promise.all([
    getTransaction(client, { hash }),
    getTransactionReceipt(client, { hash }),
  ])
  const { blockNumber } = receipt
  if (blockNumber <= BigInt(call.quotedAtBlock!)) return undefined
  const { settled, payments } = await verifyFillSettlement({
    orderData: call.quote.protocol?.v2?.orderData as OrderData,
    evmChains: evmChainsOf(profile),
    transaction,
    receipt,
    block: await getBlock(client, { blockNumber }),
  })
  const [payment] = payments
  // A payment that was counted is compared with its minimum by a rule.
  if (settled === false || payment?.amount == null || payment.minimum === null) return undefined
  const { token } = readCallTerms(call)
  const balance = await readBalance({ client, blockNumber }, token, call.inbox)
  return { transaction: hash, block: String(blockNumber), balance: String(balance) }
}
