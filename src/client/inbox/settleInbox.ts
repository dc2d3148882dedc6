import { isAddressEqual, zeroAddress } from 'viem'
import { sleep } from '../../base/sleep.js'
import { FillRevertedError } from '../../contract/errors.js'
import { claim } from '../../contract/inbox/claim.js'
import { waitForReceipt } from '../../contract/rpc/waitForReceipt.js'
import type { FillCheck } from '../../rules/accepts/checks.js'
import { evmChainsOf } from '../../service/profile/evmChainsOf.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { type CallFailure, StepOptionError } from '../../service/steps/errors.js'
import type { Holder } from '../receiver/holdCall.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { answerInTime } from '../steps/answerInTime.js'
import { InboxPaymentUnknownError, InboxRefundedError, InboxWaitingError } from './errors.js'
import { explainClaim } from './explainClaim.js'
import { patienceMs } from './findFill.js'
import { type InboxCall, readCallTerms, readInboxEvidence } from './inboxCall.js'
import { readMinimum, requestKey } from './quoteInbox.js'
import { type InboxOutcome, readOutcome } from './readOutcome.js'
import type { InboxEvent } from './stepInbox.js'
import type { InboxClaim, RunningInboxClients } from './types.js'

/** The most claims to send. One may not be enough: other claims may come first and leave a part, or new money may come. */
const mostClaims = 3

/**
 * Claims the balance of a filled inbox, if a claimer is given. Waits until claims took all of the money that was in the inbox
 * after the fill.
 *
 * - If the receiver no longer accepts the order, for example because it ended, requests another order. No one pays it.
 *
 * @throws {@link InboxWaitingError}, {@link InboxRefundedError}, {@link InboxPaymentUnknownError}
 */
export async function settleInbox(
  client: AnyServiceClient,
  parameters: RunningInboxClients,
  held: Holder<InboxCall, InboxEvent>,
): Promise<InboxClaim[]> {
  const { profile } = client
  const { destinationClient, claimer, timeoutMs, pollingIntervalMs, signal } = parameters
  const { receiver, inbox, inboxHash } = held.call
  const known = { receiver, inbox, inboxHash }
  const end = performance.now() + Math.min(timeoutMs, patienceMs)
  let outcome: InboxOutcome = { state: 'unknown' }
  let cause: unknown
  let renewed = 0
  for (let sent = 0; ; ) {
    try {
      outcome = await readOutcome(destinationClient, { ...held.call, fill: held.call.fill! })
      cause = undefined
    } catch (error) {
      outcome = { state: 'unknown' }
      cause = error
    }
    if (outcome.state === 'claimed') {
      held.tell({ type: 'claimed' })
      return outcome.claims
    }
    if (outcome.state === 'refunded') {
      held.tell({ type: 'refunded' })
      const { args, transactionHash } = outcome.refund
      const { token, amount, to } = args
      throw new InboxRefundedError({ ...known, token, amount, to, transaction: transactionHash })
    }
    if (outcome.state === 'waiting' && claimer && sent < mostClaims) {
      try {
        await sendClaim(profile, parameters, held.call)
        sent++
        continue
      } catch (error) {
        // Someone else may have claimed or refunded before this claim.
        if (!(error instanceof FillRevertedError)) throw error
        cause = error
        // An order for all that lies there may be too much, too: a token may keep a part of the claim's transfer.
        const isTooLow = error.errorName === 'PaymentTooLow'
        if (renewed < (isTooLow ? 2 : 1)) {
          renewed++
          const found = isTooLow ? (error.args[0] as bigint) : outcome.amount
          if (await renewKey(client, parameters, held, found)) continue
        }
      }
    }
    if (performance.now() >= end || signal?.aborted) break
    await sleep(pollingIntervalMs)
  }
  if (outcome.state !== 'waiting') {
    const { transaction } = held.call.fill!
    throw new InboxPaymentUnknownError({ ...known, transactions: transaction ? [transaction] : [], cause })
  }
  const { token } = readCallTerms(held.call)
  const failures = await explainClaim(profile, parameters, held.call)
  const { amount, blockNumber } = outcome
  throw new InboxWaitingError({ ...known, token, amount, blockNumber, failures, cause })
}

/** Rejects a claimer that the terms do not allow. */
export function requireClaimer({ claimer: client }: RunningInboxClients, call: InboxCall): void {
  if (!client) return
  const { claimer } = readCallTerms(call)
  if (!client.account) refuse('a viem client with an account')
  if (claimer === zeroAddress || isAddressEqual(client.account!.address, claimer)) return
  refuse(`a client with the account ${claimer}, which the terms name`)
}

function refuse(requirement: string): never {
  throw new StepOptionError({ option: 'claimer', requirement })
}

async function sendClaim(
  profile: ServiceProfile,
  { claimer, destinationClient, timeoutMs, signal, onProgress }: RunningInboxClients,
  call: InboxCall,
): Promise<void> {
  const { receiver, inboxHash } = call
  const evidence = { ...readInboxEvidence(call), evmChains: evmChainsOf(profile) }
  const asked = claim(claimer!, { receiver, ...evidence })
  const txHash = await answerInTime(asked, { step: 'claim', timeoutMs, signal })
  await onProgress?.({ type: 'claimSent', inboxHash, txHash })
  // Even if the claim fails, the inbox is read again.
  await waitForReceipt(destinationClient, { hash: txHash, timeout: timeoutMs, signal }).catch(() => {})
}

/** The checks of a claim that depend on the order alone. */
const ofOrder: ReadonlySet<string> = new Set<FillCheck>(['expiry', 'signature', 'origin', 'amountSent'])

/**
 * Requests another order that opens the inbox, if only the order is the reason. Returns whether there is a new one.
 *
 * @param amount - What a claim would credit. If the order needs more, the new order must not.
 */
async function renewKey(
  client: AnyServiceClient,
  parameters: RunningInboxClients,
  held: Holder<InboxCall, InboxEvent>,
  amount: bigint,
): Promise<boolean> {
  const { call } = held
  const failures = await explainClaim(client.profile, parameters, call)
  const isTooMuch = readMinimum(readInboxEvidence(call).orderData) > amount
  const isOfOrder = ({ check, name }: CallFailure) =>
    ofOrder.has(check) || (isTooMuch && name === 'PaymentTooLow')
  if (failures.length === 0 || !failures.every(isOfOrder)) return false
  // Without another order, the reason is reported.
  const asked = requestKey(client, call, parameters.signal, isTooMuch ? amount : undefined)
  const evidence = await asked.catch(() => undefined)
  if (!evidence) return false
  held.tell({ type: 'keyed', evidence })
  await held.save()
  return true
}
