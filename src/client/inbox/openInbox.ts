import { type Address, isAddressEqual, zeroAddress, zeroHash } from 'viem'
import { readContract } from 'viem/actions'
import { chooseRefundTo } from '../../contract/chooseRefundTo.js'
import { readRecipientProof } from '../../contract/evidence.js'
import { getRecipientStatus } from '../../contract/getRecipientStatus.js'
import { getTokenRange } from '../../contract/getTokenRange.js'
import { findInbox } from '../../contract/inbox/findInbox.js'
import { throwRevert } from '../../contract/throwRevert.js'
import { inboxReceiverAbi as abi } from '../../generated/abi/inboxReceiver.js'
import { type InboxTerms, readInboxTerms } from '../../protocol/inbox/inboxTerms.js'
import { toWord } from '../../rules/mismatch.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { StepOptionError } from '../../service/steps/errors.js'
import { toJson } from '../receiver/receiverCall.js'
import { requireChain } from '../receiver/requireClients.js'
import { requireRefundTo } from '../receiver/requireRefundTo.js'
import { createInboxCall, type InboxCall } from './inboxCall.js'
import type { NewInboxCall, PayInboxClients } from './types.js'

type Parameters = PayInboxClients & NewInboxCall

/** The latest possible deadline, which stands for no deadline. */
const noDeadline = 2 ** 48 - 1

/**
 * Chooses the terms of an inbox, and compares its address with the receiver's view. Requests no quote.
 *
 * - No default depends on the clock, on a price or on chance. So the same parameters open the same inbox, unless the receiver's
 *   lists changed.
 */
export async function openInbox(profile: ServiceProfile, parameters: Parameters): Promise<InboxCall> {
  const { receiver, request, recipientProof, destinationClient, maximumAmountIn, allowUnverified } =
    parameters
  requireFollowable(parameters)
  const user = readUser(parameters)
  await requireChain('destinationClient', destinationClient, request.destinationChainId)
  const token = request.destinationCurrency as Address
  const range = await getTokenRange(destinationClient, { receiver, token })
  if (!range) refuse('request.destinationCurrency', 'a token that the receiver accepts')
  const terms = readInboxTerms(await chooseTerms(parameters, { token, least: range!.min }))
  await requireOwner(profile, parameters, terms)
  const { inbox } = await findInbox(destinationClient, { receiver, terms })
  const { originChainId: chainId } = request
  const others = [receiver, inbox]
  requireRefundTo(profile, request.refundTo, { option: 'request.refundTo', chainId, others })
  const { amount, tradeType } = request
  const own = parameters.minimumAmountOut ?? (tradeType === 'EXACT_OUTPUT' ? BigInt(amount) : 0n)
  const minimumAmountOut = [own, terms.minimum, range!.min].reduce((most, one) => (one > most ? one : most))
  return createInboxCall(terms, {
    chainId: request.destinationChainId,
    receiver,
    request: toJson({
      refundTo: user,
      ...request,
      user,
      recipient: inbox,
      includeProtocolData: true,
    }) as InboxCall['request'],
    bounds: toJson({ maximumAmountIn, minimumAmountOut, allowUnverified }) as InboxCall['bounds'],
    ...(recipientProof && { recipientProof }),
  })
}

async function chooseTerms(
  parameters: Parameters,
  { token, least }: { token: Address; least: bigint },
): Promise<InboxTerms> {
  const { payment, receiver, walletClient, originClient, destinationClient, claimer } = parameters
  const { recipient } = payment
  const hook = await readHook(parameters)
  const user = walletClient?.account?.address
  const refundTo =
    payment.refundTo ??
    (user && originClient
      ? await chooseRefundTo({ user, receiver, token, originClient, destinationClient })
      : refuse('payment.refundTo', 'an account of the destination chain, which owns what is not claimed'))
  const claiming = hook ? claimer?.account?.address : zeroAddress
  return {
    token,
    recipient,
    hook,
    refundTo,
    claimer:
      payment.claimer ??
      claiming ??
      refuse('payment.claimer', 'the account that will claim, or zero, since the recipient has a hook'),
    deadline: payment.deadline ?? noDeadline,
    minimum: payment.minimum ?? least,
    salt: payment.salt ?? zeroHash,
    data: payment.data ?? '0x',
  }
}

/** Rejects a `refundTo` that the receiver or the profile knows as a contract that can't refund. */
async function requireOwner(
  profile: ServiceProfile,
  { receiver, request: { destinationChainId: chainId }, destinationClient }: Parameters,
  { refundTo, token }: InboxTerms,
): Promise<void> {
  const others = [receiver, ...(token === zeroAddress ? [] : [token])]
  const isReserved = await throwRevert(
    'isReserved',
    readContract(destinationClient, { abi, address: receiver, functionName: 'isReserved', args: [refundTo] }),
  )
  if (isReserved) others.push(refundTo)
  requireRefundTo(profile, refundTo, { option: 'payment.refundTo', chainId, others })
}

/**
 * Returns the recipient's flag on the receiver's list, or the caller's. The list does not have the flag of a recipient of the tree,
 * so the caller must name that. A flag that a claim would refuse is rejected.
 */
async function readHook({
  payment: { recipient, hook: given },
  receiver,
  recipientProof,
  destinationClient,
}: Parameters): Promise<boolean> {
  const { allowed, hook: listed } = await getRecipientStatus(destinationClient, { receiver, recipient })
  const [flag] = readRecipientProof({ recipientProof })
  const hook = given ?? listed
  if (allowed && hook !== listed)
    refuse('payment.hook', `${listed}, the recipient's flag on the receiver's list`)
  const isLeaf = !allowed && flag !== undefined
  if (isLeaf && hook !== (flag === toWord(1)))
    refuse('payment.hook', `${!hook}, the flag of the leaf in recipientProof`)
  return hook
}

/** Returns the user of the quote request. For a deposit address, this is the account that receives refunds. */
function readUser({ request, walletClient, originClient }: Parameters): string {
  if (request.useDepositAddress) {
    if (walletClient) refuse('walletClient', 'left out with request.useDepositAddress: someone else pays')
    return request.refundTo ?? refuse('request.refundTo', 'the account for refunds on the origin chain')
  }
  if (!walletClient?.account) refuse('walletClient', 'a viem client with an account')
  if (!originClient) refuse('originClient', 'a viem client')
  return walletClient!.account!.address
}

/** Rejects a request that could not be followed or resumed. See `requireResumable`. */
function requireFollowable({ request, payment, receiver }: Parameters): void {
  const { originChainId, destinationChainId, explicitDeposit, useDepositAddress, usePermit } = request
  if (originChainId === destinationChainId)
    refuse('request.destinationChainId', 'a chain other than the origin')
  if (!useDepositAddress && explicitDeposit === false) refuse('request.explicitDeposit', 'left out, or true')
  if (usePermit) refuse('request.usePermit', 'left out, or false')
  if ('txs' in request) refuse('request.txs', 'left out: an inbox needs no calls')
  if (payment.claimer && isAddressEqual(payment.claimer, receiver))
    refuse('payment.claimer', 'an account that can claim')
}

function refuse(option: string, requirement: string): never {
  throw new StepOptionError({ option, requirement })
}
