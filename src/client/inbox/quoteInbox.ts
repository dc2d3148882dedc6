import { type Hex, maxUint256 } from 'viem'
import { toUint256 } from '../../base/values.js'
import { isEvmChain } from '../../protocol/order/chainVm.js'
import type { OrderData } from '../../protocol/order/types.js'
import { orderPath } from '../../rules/paysFor/quoteRules.js'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import type { Quote } from '../../service/resources/quoteV3.js'
import { StepMismatchError } from '../../service/steps/errors.js'
import { allParts } from '../../service/steps/quoteParts.js'
import { findProfileChain, readOrderTerms } from '../../service/steps/readOrderTerms.js'
import { requireSettled } from '../../service/steps/readSteps.js'
import { verifyOrder } from '../../service/steps/verifyOrder.js'
import { planCall, toBounds } from '../receiver/planCall.js'
import { readOrderSignature } from '../receiver/readOrderSignature.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { planWithListing } from '../steps/planWithListing.js'
import { isUnpaid } from './followAddress.js'
import type { InboxCall, QuotedInboxCall } from './inboxCall.js'

type Quoted = Pick<QuotedInboxCall, 'quote' | 'evidence'>

/**
 * Requests the quote of a payment, and checks it against the stored request: it must have the solver's signature, no calls, and
 * one payment of at least the minimum, to the inbox.
 *
 * - If the quote for a deposit address has no signature, the evidence comes from a second quote, without a deposit address.
 *
 * @throws {@link StepMismatchError} or the other errors of `executeSteps` on a quote that does something else.
 */
export async function quoteInbox(
  client: AnyServiceClient,
  call: InboxCall,
  signal: AbortSignal | undefined,
): Promise<Quoted> {
  const { useDepositAddress } = call.request
  const quote: Quote = await client.getQuote(call.request, { signal })
  await (useDepositAddress ? checkAddress : checkQuote)(client, { ...call, quote })
  await requireUnused(client, quote, signal)
  if (!useDepositAddress || quote.protocol?.v2?.orderSignature != null) {
    readOrderSignature(quote)
    return { quote }
  }
  const evidence = await requestKey(client, call, signal)
  const [found, most] = [evidence, quote.protocol!.v2!].map(({ orderData }) => readMinimum(orderData!))
  // Otherwise a fill of the first order might be too little for the second.
  if (found! > most!)
    throw new StepMismatchError({ path: minimumPath, found, required: `at most ${most}, as of the address` })
  return { quote, evidence }
}

/**
 * Rejects an order that was deposited for before. A fill of it is the earlier payment's, and the new deposit would pay nothing.
 * The service reports this: a service that lies is only noticed after the deposit, by `findFill`.
 */
async function requireUnused(
  client: AnyServiceClient,
  quote: Quote,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { requestId } = findPayingStep(quote)!
  const { status } = await client.getStatus({ requestId: requestId! }, { signal })
  if (!isUnpaid({ status })) refuse('status', status, 'waiting, as of a new request')
}

/**
 * Requests an order that opens the inbox, by an ordinary quote that nobody pays. Any order that pays the inbox is a key to it.
 *
 * @param most - The most that the order may need to lie in the inbox. Defaults to what the stored request brings.
 * @throws {@link StepMismatchError} or the other errors of `executeSteps` on an order that pays something else.
 */
export async function requestKey(
  client: AnyServiceClient,
  call: InboxCall,
  signal: AbortSignal | undefined,
  most?: bigint,
): Promise<NonNullable<InboxCall['evidence']>> {
  const { useDepositAddress, ...stored } = call.request
  // Nobody pays the order, so any input will do.
  const exact = { tradeType: 'EXACT_OUTPUT', amount: String(most) } as const
  const request = most === undefined ? stored : { ...stored, ...exact }
  const limits = most === undefined ? {} : { maximumAmountIn: maxUint256 }
  const { strict, recoveryAddress, ...plain } = request as Parameters<typeof client.getQuote>[0]
  const quote: Quote = await client.getQuote(plain, { signal })
  const { profile } = client
  verifyOrder(quote, readOrderTerms({ ...toBounds(call.bounds), ...limits, request, profile }, allParts))
  const { orderData } = quote.protocol!.v2!
  const found = readMinimum(orderData!)
  if (most !== undefined && found > most)
    refuse(minimumPath, found, `at most ${most}, which lies in the inbox`)
  return { orderData: orderData!, orderSignature: readOrderSignature(quote) }
}

/** Checks a quote against the stored request, and plans its steps. */
export async function checkQuote(client: AnyServiceClient, call: QuotedInboxCall) {
  const { user, useDepositAddress } = call.request
  const { allowUnverified = [] } = call.bounds
  const allowed = [...allowUnverified, ...(useDepositAddress ? (['depositAddress'] as const) : [])]
  const bounded = { ...call, bounds: { ...call.bounds, allowUnverified: allowed } }
  return planWithListing(
    (listing) => planCall(client.profile, bounded, user as Hex, listing),
    client.getChains,
  )
}

/**
 * Checks the quote of a deposit address against the stored request. On an origin of another virtual machine, the steps are not
 * read: someone else pays, and only the address and the order count.
 */
export async function checkAddress(client: AnyServiceClient, call: QuotedInboxCall): Promise<void> {
  const { profile } = client
  const { request, quote, bounds } = call
  const origin = findProfileChain(profile, request.originChainId, 'request.originChainId')
  if (isEvmChain(origin.name)) await checkQuote(client, call)
  else {
    await planWithListing((listing) => {
      verifyOrder(quote, readOrderTerms({ ...toBounds(bounds), request, profile, listing }, allParts))
    }, client.getChains)
    if (!bounds.allowUnverified?.includes('unsettled')) requireSettled({ origin }, 'steps')
  }
  readDepositAddress(call)
}

/** The place in a quote of the least amount that the quote's order must pay. */
export const minimumPath = `${orderPath}.output.payments[0].minimumAmount`

/**
 * Reads the address that a quote names for the deposit, and the amount to send there.
 *
 * @throws {@link StepMismatchError} if the quote has no such address, or no order.
 */
export function readDepositAddress({ quote, request }: QuotedInboxCall) {
  const { depositAddress } = findPayingStep(quote)!
  if (!depositAddress) refuse('steps', depositAddress, 'a step with a deposit address')
  const { orderData } = quote.protocol?.v2 ?? {}
  if (!orderData) refuse(orderPath, orderData, 'the order that pays the inbox')
  const { originChainId: chainId, originCurrency: currency } = request
  return { depositAddress, chainId, currency, amount: BigInt(orderData.inputs[0]!.payment.amount) }
}

function refuse(path: string, found: unknown, required: string): never {
  throw new StepMismatchError({ path, found, required })
}

/** Reads the least amount that an order pays. */
export function readMinimum({ output }: OrderData): bigint {
  return toUint256(output.payments[0]!.minimumAmount)!
}
