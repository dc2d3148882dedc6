import { toText } from '../../base/values.js'
import { inTime, leastNodeMs } from '../../contract/rpc/inTime.js'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import type { StatusRecord } from '../../service/resources/status.js'
import { readStepOptions } from '../../service/steps/readStepOptions.js'
import { readWaits } from '../follow/followParameters.js'
import { depositForCall } from '../receiver/depositForCall.js'
import { type Holder, hold, readHeldOrder } from '../receiver/holdCall.js'
import { requireChain, requireKnown, requireOwner } from '../receiver/requireClients.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { requireFunds } from '../steps/requireFunds.js'
import { hashesOf } from '../steps/stepRun.js'
import { InboxNotFilledError } from './errors.js'
import { findFill } from './findFill.js'
import { type InboxCall, type QuotedInboxCall, readInboxCall } from './inboxCall.js'
import { openInbox } from './openInbox.js'
import { checkQuote, quoteInbox, readDepositAddress } from './quoteInbox.js'
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
  const first = 'call' in parameters ? readInboxCall(parameters.call) : await openInbox(parameters)
  await requireClients(client, parameters, first)
  const held = hold<InboxCall, InboxEvent>(first, { step: stepInbox, keep: given.keep })
  // Store the terms before anything is requested: without the terms no one can claim or refund.
  await held.save()
  const { inbox, inboxHash } = first
  const tell = async (type: 'opened' | 'quoted' | 'filled') => parameters.onProgress?.({ type, inboxHash })
  if (held.call.state === 'opened') {
    await tell('opened')
    const quoted = await quoteInbox(client, held.call, signal)
    await requireClaimable(client.profile, parameters.destinationClient, { ...held.call, ...quoted })
    held.tell({ type: 'quoted', ...quoted })
    await held.save()
    await tell('quoted')
  }
  const resend = 'call' in given && given.resend === true
  const outcome = held.call.fill ? undefined : await payAndFollow(client, parameters, held, resend)
  try {
    if (outcome) await tell('filled')
    const claims = await settleInbox(client, parameters, held)
    const { orderId } = readHeldOrder(client.profile, held.call as QuotedInboxCall)
    const txHashes = hashesOf(held.call.run)
    return { inbox, inboxHash, orderId, txHashes, claims, ...(outcome && { outcome }) }
  } finally {
    await held.save()
  }
}

/** Makes the deposit, or shows the deposit address. Then waits until the chain shows the fill. */
async function payAndFollow(
  client: AnyServiceClient,
  parameters: RunningInboxClients,
  held: Held,
  resend: boolean,
): Promise<StatusRecord> {
  const outcome = held.call.request.useDepositAddress
    ? await showAddress(client, parameters, held)
    : await deposit(client, parameters, held, resend)
  const { receiver, inbox, inboxHash } = held.call
  const { status, failReason } = outcome
  if (status !== 'success') {
    held.tell({ type: 'notFilled' })
    await held.save()
    const reason = toText(failReason) ?? null
    throw new InboxNotFilledError({ receiver, inbox, inboxHash, status, failReason: reason })
  }
  const fill = await findFill(client, parameters, held.call as QuotedInboxCall, outcome)
  held.tell({ type: 'filled', fill })
  await held.save()
  return outcome
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

/** Stores the call, shows the deposit address, and follows the request. */
async function showAddress(
  client: AnyServiceClient,
  { destinationClient, timeoutMs, pollingIntervalMs, signal, onProgress }: RunningInboxClients,
  held: Held,
): Promise<StatusRecord> {
  const call = held.call as QuotedInboxCall
  const { inboxHash } = call
  const paying = findPayingStep(call.quote)!
  if (call.state === 'quoted') {
    await checkQuote(client, call)
    await requireClaimable(client.profile, destinationClient, call)
    held.tell({ type: 'addressShown' })
    await held.save()
    await onProgress?.({ type: 'depositAddress', inboxHash, ...readDepositAddress(call) })
  }
  const onStatus = (record: StatusRecord) =>
    onProgress?.({ type: 'status', step: paying.id, record, run: held.call.run })
  const waits = { timeoutMs, pollingIntervalMs, ...(signal && { signal }) }
  return client.waitForRequest({ requestId: paying.requestId!, ...waits, onStatus })
}

/** Rejects clients of other chains or accounts. */
async function requireClients(
  { profile }: AnyServiceClient,
  parameters: RunningInboxClients,
  call: InboxCall,
): Promise<void> {
  const { originChainId, useDepositAddress } = call.request
  const { walletClient, originClient } = parameters
  requireClaimer(parameters, call)
  await requireChain('destinationClient', parameters.destinationClient, call.chainId)
  if (call.fill || useDepositAddress) return
  readStepOptions(parameters, 'walletClient', 'originClient')
  requireOwner(walletClient!, call)
  await requireChain('originClient', originClient!, originChainId)
  requireKnown(profile, originChainId)
}
