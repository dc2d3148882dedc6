import { type Client, TransactionReceiptNotFoundError } from 'viem'
import { getBlock, getTransactionReceipt } from 'viem/actions'
import { toText } from '../../base/values.js'
import { inTime, leastNodeMs } from '../../contract/rpc/inTime.js'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import type { StatusRecord } from '../../service/resources/status.js'
import { readStepOptions } from '../../service/steps/readStepOptions.js'
import { RequestTimeoutError } from '../follow/errors.js'
import { readWaits } from '../follow/followParameters.js'
import { depositForCall } from '../receiver/depositForCall.js'
import { type Holder, hold, readHeldOrder } from '../receiver/holdCall.js'
import { requireChain, requireKnown, requireOwner } from '../receiver/requireClients.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { requireFunds } from '../steps/requireFunds.js'
import { hashesOf } from '../steps/stepRun.js'
import { InboxNotFilledError, InboxWaitingError } from './errors.js'
import { explainClaim } from './explainClaim.js'
import { findFill } from './findFill.js'
import { followAddress, isEnough, isUnpaid } from './followAddress.js'
import { type InboxCall, type QuotedInboxCall, readInboxCall } from './inboxCall.js'
import { openInbox } from './openInbox.js'
import { checkAddress, checkQuote, quoteInbox, readDepositAddress } from './quoteInbox.js'
import { type Arrival, readArrival, readState } from './readArrival.js'
import { requireClaimable } from './requireClaimable.js'
import { requireClaimer, settleInbox } from './settleInbox.js'
import { type InboxEvent, stepInbox } from './stepInbox.js'
import type { PayInboxParameters, PayInboxReturnType, RunningInboxClients } from './types.js'

type Held = Holder<InboxCall, InboxEvent>

/** Pays an inbox of a receiver; see `payReceiver`. */
export async function payInbox(
  client: AnyServiceClient,
  given: PayInboxParameters,
): Promise<PayInboxReturnType> {
  const { signal } = readStepOptions(given, 'destinationClient', 'keep')
  const { timeoutMs, pollingIntervalMs } = readWaits(client.profile, given, 'payReceiver')
  const limits = { timeoutMs: Math.max(timeoutMs, leastNodeMs), signal }
  const { originClient } = given
  const parameters = {
    ...given,
    timeoutMs,
    pollingIntervalMs,
    originClient: originClient && inTime(originClient, limits),
    destinationClient: inTime(given.destinationClient, limits),
  }
  const first =
    'call' in parameters ? readInboxCall(parameters.call) : await openInbox(client.profile, parameters)
  await requireClients(client, parameters, first)
  const held = hold<InboxCall, InboxEvent>(first, { step: stepInbox, keep: given.keep })
  // Store the terms before anything is requested: without the terms no one can claim or refund.
  await held.save()
  const { inbox, inboxHash } = first
  const tell = async (type: 'opened' | 'quoted' | 'filled') => parameters.onProgress?.({ type, inboxHash })
  if (held.call.state === 'opened') {
    await tell('opened')
    const { destinationClient } = parameters
    const { blockNumber, balance, claims } = await readState(destinationClient, held.call)
    const quoted = {
      quotedAtBlock: String(blockNumber),
      quotedBalance: String(balance),
      quotedClaims: String(claims),
      ...(await quoteInbox(client, held.call, signal)),
    }
    await requireClaimable(client.profile, destinationClient, { ...held.call, ...quoted })
    held.tell({ type: 'quoted', ...quoted })
    await held.save()
    await tell('quoted')
  }
  const resend = 'call' in given && given.resend === true
  const seen = await seeFill(client, parameters, held, resend)
  try {
    if (seen) await tell('filled')
    const claims = await settleInbox(client, parameters, held)
    const { orderId } = readHeldOrder(client.profile, held.call as QuotedInboxCall)
    const txHashes = hashesOf(held.call.run)
    return { inbox, inboxHash, orderId, txHashes, claims, ...seen }
  } finally {
    await held.save()
  }
}

/**
 * Waits until the chain shows the fill. Makes the deposit first, or shows the deposit address. A call whose fill was seen is only
 * followed again if a reorganization removed the fill. Undefined if the fill is still there.
 */
async function seeFill(
  client: AnyServiceClient,
  parameters: RunningInboxClients,
  held: Held,
  resend: boolean,
): Promise<{ outcome?: StatusRecord } | undefined> {
  const { fill: known, request } = held.call
  const { destinationClient } = parameters
  if (known && !(await isGone(destinationClient, known))) return undefined
  if (!known && request.useDepositAddress) await showAddress(client, parameters, held)
  const call = () => held.call as QuotedInboxCall
  const follow = (signal = parameters.signal) => followRequest(client, { ...parameters, signal }, held)
  const seen = request.useDepositAddress
    ? await followAddress(client, parameters, call(), follow).catch((error) =>
        reportMoney(client, parameters, call(), error),
      )
    : { outcome: known ? await follow() : await deposit(client, parameters, held, resend) }
  if ('outcome' in seen && seen.outcome.status === 'success') {
    const fill = await findFill(client, parameters, call(), seen.outcome)
    return keepFill(held, fill, seen)
  }
  const arrival =
    'arrival' in seen ? seen.arrival : await readArrival(destinationClient, call()).catch(() => undefined)
  if (arrival && request.useDepositAddress && isEnough(arrival, call())) {
    const { block, blockHash, balance } = arrival
    return keepFill(held, { blockHash, block: String(block), balance: String(balance) }, {})
  }
  const { status, failReason } = (seen as { outcome: StatusRecord }).outcome
  held.tell({ type: 'notFilled' })
  await held.save()
  const { receiver, inbox, inboxHash, terms } = held.call
  const { balance, block: blockNumber } = arrival ?? {}
  throw new InboxNotFilledError({
    ...{ receiver, inbox, inboxHash, status, failReason: toText(failReason) ?? null },
    ...{ token: terms.token, balance, blockNumber },
  })
}

async function keepFill<seen>(held: Held, fill: NonNullable<InboxCall['fill']>, seen: seen): Promise<seen> {
  held.tell({ type: 'filled', fill })
  await held.save()
  return seen
}

/** Ends the wait for a deposit address: reports money that came and is less than the caller accepts, otherwise the error. */
async function reportMoney(
  { profile }: AnyServiceClient,
  parameters: RunningInboxClients,
  call: QuotedInboxCall,
  error: unknown,
): Promise<{ arrival: Arrival }> {
  if (!(error instanceof RequestTimeoutError)) throw error
  const arrival = await readArrival(parameters.destinationClient, call).catch(() => undefined)
  if (!arrival || arrival.came <= 0n) throw error
  if (isEnough(arrival, call) && isUnpaid({ status: error.lastStatus ?? 'unknown' })) return { arrival }
  if (arrival.balance === 0n) throw error
  const { receiver, inbox, inboxHash, terms } = call
  const failures = await explainClaim(profile, parameters, call)
  const { balance: amount, block: blockNumber } = arrival
  const { token } = terms
  throw new InboxWaitingError({
    ...{ receiver, inbox, inboxHash, token, amount, blockNumber, failures, cause: error },
  })
}

/** Deposits by the same rules as for any other receiver, and follows the request. */
async function deposit(
  client: AnyServiceClient,
  { originClient, walletClient, onProgress, ...rest }: RunningInboxClients,
  held: Held,
  resend: boolean,
): Promise<StatusRecord> {
  const call = held.call as QuotedInboxCall
  const clients = { ...rest, originClient: originClient!, walletClient: walletClient!, onProgress }
  if (!call.deposit) {
    const owner = walletClient!.account!.address
    await requireFunds(originClient!, { ...(await checkQuote(client, call)), owner, run: call.run })
  }
  const ofDeposit = Object.assign(held as Holder<QuotedInboxCall, InboxEvent>, {
    id: call.inboxHash,
    ...readHeldOrder(client.profile, call),
    // The balance of the inbox, and earlier claims, may come from another payment.
    isPaid: async () => false,
    requireReady: () =>
      requireClaimable(client.profile, rest.destinationClient, held.call as QuotedInboxCall),
  })
  return (await depositForCall(client, clients, ofDeposit, resend)).outcome
}

/** Stores the call, then shows the deposit address, unless an earlier run did. */
async function showAddress(
  client: AnyServiceClient,
  { destinationClient, onProgress }: RunningInboxClients,
  held: Held,
): Promise<void> {
  const call = held.call as QuotedInboxCall
  if (call.state !== 'quoted') return
  await checkAddress(client, call)
  await requireClaimable(client.profile, destinationClient, call)
  held.tell({ type: 'addressShown' })
  await held.save()
  await onProgress?.({ type: 'depositAddress', inboxHash: call.inboxHash, ...readDepositAddress(call) })
}

function followRequest(
  client: AnyServiceClient,
  { timeoutMs, pollingIntervalMs, signal, onProgress }: RunningInboxClients,
  held: Held,
): Promise<StatusRecord> {
  const paying = findPayingStep((held.call as QuotedInboxCall).quote)!
  const onStatus = (record: StatusRecord) =>
    onProgress?.({ type: 'status', step: paying.id, record, run: held.call.run })
  const waits = { timeoutMs, pollingIntervalMs, ...(signal && { signal }) }
  return client.waitForRequest({ requestId: paying.requestId!, ...waits, onStatus })
}

/** Whether the node reports that the fill, or the block in which money was measured, is no longer there. */
async function isGone(
  client: Client,
  { transaction: hash, blockHash, block }: NonNullable<InboxCall['fill']>,
): Promise<boolean> {
  try {
    if (hash) await getTransactionReceipt(client, { hash })
    else return (await getBlock(client, { blockNumber: BigInt(block) })).hash !== blockHash
    return false
  } catch (error) {
    // A node that fails, or lags behind the block, reports nothing.
    return error instanceof TransactionReceiptNotFoundError
  }
}

/** Rejects clients of other chains or accounts. */
async function requireClients(
  { profile }: AnyServiceClient,
  parameters: RunningInboxClients,
  call: InboxCall,
): Promise<void> {
  const { originChainId, useDepositAddress } = call.request
  const { walletClient, originClient, claimer } = parameters
  requireClaimer(parameters, call)
  if (claimer) await requireChain('claimer', claimer, call.chainId)
  await requireChain('destinationClient', parameters.destinationClient, call.chainId)
  if (call.fill || useDepositAddress) return
  readStepOptions(parameters, 'walletClient', 'originClient')
  requireOwner(walletClient!, call)
  await requireChain('originClient', originClient!, originChainId)
  requireKnown(profile, originChainId)
}
