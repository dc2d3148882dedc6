import { type Address, isAddressEqual, zeroAddress, zeroHash } from 'viem'
import { chooseRefundTo } from '../../contract/chooseRefundTo.js'
import { readRecipientProof } from '../../contract/evidence.js'
import { getRecipientStatus } from '../../contract/getRecipientStatus.js'
import { getTokenRange } from '../../contract/getTokenRange.js'
import { findInbox } from '../../contract/inbox/findInbox.js'
import { type InboxTerms, readInboxTerms } from '../../protocol/inbox/inboxTerms.js'
import { toWord } from '../../rules/mismatch.js'
import { StepOptionError } from '../../service/steps/errors.js'
import { toJson } from '../receiver/receiverCall.js'
import { requireChain } from '../receiver/requireClients.js'
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
export async function openInbox(parameters: Parameters): Promise<InboxCall> {
  const { receiver, request, recipientProof, destinationClient, maximumAmountIn, allowUnverified } =
    parameters
  requireFollowable(parameters)
  const user = readUser(parameters)
  await requireChain('destinationClient', destinationClient, request.destinationChainId)
  const token = request.destinationCurrency as Address
  const range = await getTokenRange(destinationClient, { receiver, token })
  if (!range) refuse('request.destinationCurrency', 'a token that the receiver accepts')
  const terms = readInboxTerms(await chooseTerms(parameters, { token, least: range!.min }))
  const { inbox } = await findInbox(destinationClient, { receiver, terms })
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
  const hook = payment.hook ?? (await readHook(parameters))
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

/** Reads the recipient's flag on the receiver's list. The list does not have the flag of a recipient of the tree. */
async function readHook({
  payment: { recipient },
  receiver,
  recipientProof,
  destinationClient,
}: Parameters): Promise<boolean> {
  const { allowed, hook } = await getRecipientStatus(destinationClient, { receiver, recipient })
  const [flag] = readRecipientProof({ recipientProof })
  if (!allowed && flag === toWord(1)) refuse('payment.hook', 'true, the flag of the leaf in recipientProof')
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
