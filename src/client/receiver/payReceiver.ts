import { toRecord } from '../../base/values.js'
import { getReceiverKind } from '../../contract/getReceiverKind.js'
import { inTime, leastNodeMs } from '../../contract/rpc/inTime.js'
import { StepOptionError } from '../../service/steps/errors.js'
import { readStepOptions } from '../../service/steps/readStepOptions.js'
import { readWaits } from '../follow/followParameters.js'
import { isInboxCall } from '../inbox/inboxCall.js'
import { payInbox } from '../inbox/payInbox.js'
import type { PayInboxParameters, PayInboxReturnType } from '../inbox/types.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { planWithListing } from '../steps/planWithListing.js'
import { requireFunds } from '../steps/requireFunds.js'
import { authorizeCall } from './authorizeCall.js'
import { depositForCall } from './depositForCall.js'
import { holdCall } from './holdCall.js'
import { openCall } from './openCall.js'
import { planCall } from './planCall.js'
import { readReceiverCall } from './receiverCall.js'
import { requireChain, requireKnown, requireOwner } from './requireClients.js'
import { requirePaid } from './requirePaid.js'
import type { PayReceiverParameters, PayReceiverReturnType } from './types.js'

/**
 * Has a solver pay a receiver: handles everything from the price to the receiver's own `isCallPaid`.
 *
 * - Reads which evidence the receiver accepts, gets a price if the amount varies, builds the calls, requests a quote, and checks
 *   the quote against the request. Presents the evidence to the receiver and waits for its confirmations. Checks that nobody made
 *   the call before and that the call can be paid. Then deposits and follows the request.
 * - Succeeds only if `isCallPaid(callHash)` is true on the receiver.
 * - Native currency must be an exact output. If the amount of a token varies, the order must promise at least the call's minimum,
 *   and at most `maximumDifference` more. Otherwise `payReceiver` requests another quote, with the promised amount as the new
 *   minimum.
 * - Passes everything that another process needs to `keep`, as one JSON object. To resume, pass that object as `call`.
 * - Asks the wallet for the deposit again only if that can't make two deposits. An account that signs here reuses the nonce. With
 *   any other wallet, `payReceiver` stops with {@link DepositUnknownError}, unless the deposit is found or the caller passes
 *   `resend`.
 * - Only `keep` separates two processes with the same call: it must reject a `revision` other than the stored one plus one.
 * - For an `InboxReceiver`, leave out `authorizer`: there is nothing to authorize. `payReceiver` then stores the terms first, and
 *   makes the deposit or shows a deposit address. Succeeds only if claims took all of the money that was in the inbox after the
 *   fill.
 * - Units: amounts in the smallest unit, `deadline` in Unix seconds.
 * - Trust: the caller, the profile, the nodes and the receiver. The quote is checked against the request. The status comes from
 *   the service and proves nothing.
 * - Warning: the receiver's policy may become stricter between deposit and fill. The solver's call then reverts until the
 *   evidence is presented again, and the service refunds on either chain, less fees. If the amount does not cover the gas of a
 *   refund, there is no refund.
 *
 * @param client - A client of the service, see `createServiceClient`.
 * @param given - {@link PayReceiverParameters}
 * @returns {@link PayReceiverReturnType}
 * @throws {@link StepFundsError} before anything is sent, if the wallet has less than the quote takes; {@link CallNotPaidError}
 *   if the request ended without a payment; {@link CallPaymentUnknownError} if the node does not show what the service reports;
 *   {@link PaymentReturnedError} if the receiver returned the money because a reorganization removed the authorization;
 *   {@link CallFilledEarlyError}, {@link CallNotPayableError} and {@link StepMismatchError} before the deposit;
 *   {@link FillRevertedError} if the receiver rejects the evidence; otherwise the errors of the steps.
 *
 * @example
 * import { createServiceClient, payReceiver } from 'fillproof/client'
 * import { createPublicClient, createWalletClient, custom, zeroAddress } from 'viem'
 *
 * const client = createServiceClient()
 * const account = '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'
 * const transport = custom({ request: async () => '0x' }) // no receiver; in place of http(rpcUrl)
 *
 * payReceiver(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   request: {
 *     originChainId: 1,
 *     destinationChainId: 8453,
 *     originCurrency: zeroAddress,
 *     destinationCurrency: zeroAddress,
 *     tradeType: 'EXACT_OUTPUT',
 *     amount: 700000000000000000n,
 *   },
 *   payment: { recipient: account, refundTo: account, deadline: 1800000000 },
 *   maximumAmountIn: 710000000000000000n,
 *   walletClient: createWalletClient({ account, transport }),
 *   authorizer: createWalletClient({ account, transport }),
 *   originClient: createPublicClient({ transport }),
 *   destinationClient: createPublicClient({ transport }),
 *   keep: (call) => {}, // write it where it survives this process
 * }).catch(({ name }) => name)
 * // 'ContractFunctionExecutionError'
 */
export function payReceiver(
  client: AnyServiceClient,
  given: PayReceiverParameters,
): Promise<PayReceiverReturnType>
/** Pays an inbox of an `InboxReceiver`, with a deposit or through a deposit address. See the first form. */
export function payReceiver(client: AnyServiceClient, given: PayInboxParameters): Promise<PayInboxReturnType>
export async function payReceiver(
  client: AnyServiceClient,
  given: PayReceiverParameters | PayInboxParameters,
): Promise<PayReceiverReturnType | PayInboxReturnType> {
  if (isOfCall(given)) return payCall(client, given)
  await requireInboxes(given)
  return payInbox(client, given)
}

/** Whether the parameters are for a call that is authorized. Only the caller decides that: no node can change it. */
function isOfCall(given: PayReceiverParameters | PayInboxParameters): given is PayReceiverParameters {
  if (!toRecord(given)) throw new StepOptionError({ option: 'the options', requirement: 'an object' })
  return given.authorizer !== undefined
}

/** Rejects a receiver, or a stored call, that needs an `authorizer`. */
async function requireInboxes(given: PayInboxParameters): Promise<void> {
  const refuse = () => {
    const requirement = 'a client that sends authorizeFill, unless the receiver takes inboxes'
    throw new StepOptionError({ option: 'authorizer', requirement })
  }
  if ('call' in given) return isInboxCall(given.call) ? undefined : refuse()
  const { destinationClient, receiver } = readStepOptions(given, 'destinationClient', 'receiver')
  if ((await getReceiverKind(destinationClient, { receiver })) !== 'inboxReceiver') refuse()
}

async function payCall(
  client: AnyServiceClient,
  given: PayReceiverParameters,
): Promise<PayReceiverReturnType> {
  const { signal } = readStepOptions(given, 'walletClient', 'authorizer', 'originClient', 'destinationClient')
  if (!('call' in given)) {
    readStepOptions(given, 'receiver', 'request', 'payment')
    readStepOptions(given.payment, 'recipient')
  }
  const { timeoutMs, pollingIntervalMs } = readWaits(client.profile, given, 'payReceiver')
  const limits = { timeoutMs: Math.max(timeoutMs, leastNodeMs), signal }
  const parameters = {
    ...given,
    timeoutMs,
    pollingIntervalMs,
    originClient: inTime(given.originClient, limits),
    destinationClient: inTime(given.destinationClient, limits),
  }
  const resend = 'call' in parameters && parameters.resend === true
  const first = 'call' in parameters ? readReceiverCall(parameters.call) : await openCall(client, parameters)
  requireOwner(parameters.walletClient, first)
  await requireChain('originClient', parameters.originClient, first.request.originChainId)
  requireKnown(client.profile, first.request.originChainId)
  const held = holdCall(client.profile, first, given.keep)
  await held.save()
  if (!first.deposit || resend) {
    const owner = parameters.walletClient.account!.address
    // Planned here only to reject a bad quote before the authorization is sent.
    const planned = await planWithListing(
      (listing) => planCall(client.profile, first, owner, listing),
      client.getChains,
    )
    if (!first.deposit) await requireFunds(parameters.originClient, { ...planned, owner, run: first.run })
  }
  await authorizeCall(client.profile, parameters, held)
  await held.save()
  const { txHashes, outcome, isPaid } = await depositForCall(client, parameters, held, resend)
  try {
    if (isPaid) held.tell({ type: 'paid' })
    else await requirePaid(client, parameters, held, outcome)
  } finally {
    await held.save()
  }
  return { callHash: held.call.callHash, orderId: held.orderId, txHashes, outcome }
}
