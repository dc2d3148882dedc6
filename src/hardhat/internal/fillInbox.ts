import { encodeAbiParameters, type Hash, isAddressEqual, keccak256, zeroAddress, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { InboxNotFilledError } from '../../client/inbox/errors.js'
import type { InboxClaim } from '../../client/inbox/types.js'
import { readOrderSignature } from '../../client/receiver/readOrderSignature.js'
import { getRecipientStatus } from '../../contract/getRecipientStatus.js'
import { claim } from '../../contract/inbox/claim.js'
import { findInbox } from '../../contract/inbox/findInbox.js'
import { getInbox } from '../../contract/inbox/getInbox.js'
import { parseFillAccepted } from '../../contract/parseFillEvents.js'
import { MockOptionError } from '../../mock/errors.js'
import type { FilledInbox, FillproofInboxParameters } from '../types.js'
import { clientOn } from './clients.js'
import { maximumAmountIn, requireReceiver, toRequest } from './fillRequest.js'
import { readInboxParameters } from './readParameters.js'
import type { HookCall } from './replayHook.js'
import type { Started } from './startService.js'
import { toFailure } from './toFailure.js'
import { watchFaults } from './watchFaults.js'

/** Fills an inbox through the service, without a claim. Nothing is checked that only the receiver decides: `claim` shows it. */
export async function fillInbox(started: Started, given: FillproofInboxParameters): Promise<FilledInbox> {
  const parameters = readInboxParameters(given)
  const { service, originClient, destinationClient, reverts } = started
  const { client, user } = service
  const { recipient, token = zeroAddress, refundTo = user.address, receiver = service.receiver } = parameters
  const {
    data = '0x',
    claimer = zeroAddress,
    deadline = 2 ** 48 - 1,
    minimum = 0n,
    salt = zeroHash,
  } = parameters
  await requireReceiver(destinationClient, receiver, 'fillInbox')
  const faults = watchFaults(service.mock.control.faults)
  reverts.clear()
  let filled: FilledInbox
  try {
    const { hook } = await getRecipientStatus(destinationClient, { receiver, recipient })
    const inboxTerms = { token, recipient, hook, refundTo, claimer, deadline, minimum, salt, data }
    const found = await findInbox(destinationClient, { receiver, terms: inboxTerms })
    const asked = { ...toRequest(service, parameters), user: user.address, recipient: found.inbox }
    const request = { ...asked, includeProtocolData: true }
    const quote = await client.getQuote(request)
    const orderSignature = readOrderSignature(quote)
    const waits = { pollingIntervalMs: 20 }
    const paying = { quote, request, walletClient: originClient, maximumAmountIn, ...waits }
    const { txHashes, outcome } = await client.executeSteps(paying)
    const { status, failReason = null } = outcome!
    if (status !== 'success') throw new InboxNotFilledError({ receiver, ...found, status, failReason })
    const evidence = { inboxTerms, orderData: quote.protocol!.v2!.orderData!, orderSignature }
    const txHash = outcome!.txHashes![0] as Hash
    filled = { receiver, ...found, ...evidence, txHashes, outcome: outcome!, txHash }
  } catch (cause) {
    throw await toFailure(started, cause, undefined)
  }
  faults.requireAll()
  return filled
}

/** Claims an inbox, from the account that its terms name. */
export async function claimInbox(started: Started, filled: FilledInbox): Promise<InboxClaim> {
  const { service, reverts } = started
  const { receiver, inbox, inboxTerms: terms } = filled ?? {}
  if (!terms)
    throw new MockOptionError({ option: 'claimInbox', value: filled, requirement: 'the result of fillInbox' })
  const named = service.mock.accounts.find(({ address }) => isAddressEqual(address, terms.claimer))
  const sender = named ? privateKeyToAccount(named.privateKey) : started.authorizer.account
  const client = clientOn(service.destination, reverts.provider, sender)
  reverts.clear()
  try {
    const transaction = await claim(client, filled)
    const receipt = await client.waitForTransactionReceipt({ hash: transaction })
    const accepted = parseFillAccepted({ receiver, receipt })
    // The recipient's hook may claim other inboxes.
    const { id, amount } = accepted.find(({ args }) => isAddressEqual(args.payer, inbox))!.args
    return { id, credited: amount, transaction }
  } catch (cause) {
    throw await toFailure(started, cause, await toHookCall(started, filled).catch(() => undefined), 'claim')
  }
}

/** The call of the hook in a claim that failed. */
async function toHookCall(
  { destinationClient, service: { destination } }: Started,
  { receiver, inboxHash, inboxTerms: terms }: FilledInbox,
): Promise<HookCall> {
  const { balance, claims } = await getInbox(destinationClient, { receiver, terms })
  const claimId = encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes32' }, { type: 'uint256' }],
    [BigInt(destination.id), receiver, inboxHash, claims + 1n],
  )
  const origin = { originChainId: '0', originUser: zeroHash, originCurrency: zeroHash }
  return {
    callHash: keccak256(claimId),
    receiver,
    payment: { ...terms, ...origin, minimum: String(balance) },
  }
}
