import { type Address, type Hex, sliceHex, zeroAddress } from 'viem'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import type { ChainClient } from '../chains/createChainClient.js'
import type { MockContext } from '../context.js'
import { type IdForm, isPublic } from '../forms.js'
import type { LedgerRequest, QuotedRecord, RequestTerms } from '../ledger.js'
import type { PricedTrade } from '../pricing.js'
import { createDepositAddress, depositAddressIdOf } from '../solver/createSweeper.js'
import { buildVenueSteps } from '../venue/buildVenueSteps.js'
import { attest } from './attest.js'
import { buildOrder } from './buildOrder.js'
import { buildSteps } from './buildSteps.js'
import type { CheckedQuoteRequest, Place } from './checkedQuoteRequest.js'
import { describeFees, describeSponsorship, describeTrade } from './describeTrade.js'
import { priceRequest } from './priceRequest.js'
import { signQuotedOrder } from './signatureFaults.js'
import { simulateCalls } from './simulateCalls.js'
import type { QuoteStep } from './steps.js'

/** How long ago the order of a stale quote ended, in seconds. */
const staleSeconds = 60

type Options = {
  /** The deposit address of the order that this payment adds to. */
  depositAddress?: Address
}

/**
 * Answers POST /quote/v2 and opens the request. From then on, the request can be paid and its attestation can be read.
 */
export async function createQuote(
  body: unknown,
  context: MockContext,
  apiKey?: string,
  options: Options = {},
) {
  const { ledger, random, pricing, faults, clock, idForm } = context
  const solver = context.solver.current
  const { request, trade, userBalance } = await priceRequest(body, context, apiKey)
  const { origin, destination } = request
  const now = await clock.chainSeconds(origin.chain)
  const start = await clock.chainSeconds(destination.chain)
  const deadline = faults.take('staleQuote') ? start - staleSeconds : start + context.orderLifetime
  const orderData = buildOrder({
    request,
    trade,
    solver: solver.address,
    solverChainId: (origin.chain ?? destination.chain!).name,
    salt: random.bytes32('salt'),
    deadline,
    isContract: await hasCode(destination, request.recipient),
    ...(faults.take('newRouter') && { newRouter: sliceHex(random.bytes32('new router'), 0, 20) }),
  })
  const orderId = hashOrder(orderData, { evmChains: listNames(request) })
  if (context.simulateCalls) await simulateCalls(request, trade, orderId, solver.address)
  const id = isPublic(idForm, 'requestId') ? random.bytes32('requestId') : orderId
  const depositAddress =
    request.payment === 'depositAddress'
      ? (options.depositAddress ?? createDepositAddress(random))
      : undefined
  const terms = readTerms(request, trade, {
    orderData,
    orderSignature: await signQuotedOrder(orderId, solver, context),
    depositAddress,
    permitValidBefore: request.payment === 'permit' ? BigInt(now + request.permitExpiry) : undefined,
    expiresAt: request.ttl && clock.seconds() + request.ttl,
  })
  const ids = { requestId: id, orderId }
  const builtSteps =
    request.payment === 'venue'
      ? buildVenueSteps({ ...ids, request, trade, context })
      : await buildSteps({
          ...ids,
          request,
          trade,
          solver,
          swapSigner: context.solver.first,
          depositAddress,
          now,
          deadline,
        })
  const steps = await toFormOfSteps(builtSteps, idForm, origin.chain?.client)
  const described = {
    ...(isPublic(idForm, 'quoteId') && { requestId: id }),
    fees: describeFees(request, trade, pricing.prices),
    details: describeTrade(request, trade, { prices: pricing.prices, userBalance }),
    ...(trade.sponsorship.selectedComponents.length > 0 && {
      feeSponsorship: describeSponsorship(request, trade, pricing.prices),
    }),
  }
  const quote = toForm(described, idForm)
  const attestation = await attest({ id, terms }, solver)
  ledger.open({ id, orderId, request: body as Record<string, unknown>, apiKey, terms, attestation, quote })
  return { steps, ...quote, protocol: { v2: describeOrder(terms, { orderId, request, idForm }) } }
}

function describeOrder(
  { orderData, orderSignature, inputAmount }: RequestTerms,
  { orderId, request, idForm }: { orderId: Hex; request: CheckedQuoteRequest; idForm: IdForm },
) {
  const { origin, input } = request
  return {
    orderId,
    ...(isPublic(idForm, 'hubType') && { hubType: 'onchain' }),
    orderData,
    ...(request.includeProtocolData && { orderSignature }),
    paymentDetails: {
      chainId: origin.name,
      depository: origin.depository.toLowerCase(),
      currency: input.address.toLowerCase(),
      amount: inputAmount.toString(),
    },
  }
}

/**
 * Opens the request of a further payment to an open deposit address. It repeats the first request for another amount.
 *
 * @param amount - Smallest unit.
 * @throws {@link ServiceError} if the amount buys nothing, or exceeds the liquidity.
 */
export async function requote(
  context: MockContext,
  { request, terms, apiKey }: LedgerRequest,
  amount: bigint,
): Promise<LedgerRequest> {
  const body = { ...request, amount: amount.toString(), tradeType: 'EXACT_INPUT' }
  const { protocol } = await createQuote(body, context, apiKey, { depositAddress: terms.depositAddress })
  return context.ledger.findByOrder(protocol.v2.orderId)!
}

/** Whether an account has code. An account that delegates to code may also reject a payment with data. */
async function hasCode({ chain }: Place, address: Address): Promise<boolean> {
  return (await chain?.client.getCode({ address })) !== undefined
}

const listNames = ({ origin, destination }: CheckedQuoteRequest) => [origin.name, destination.name]

function readTerms(
  request: CheckedQuoteRequest,
  trade: PricedTrade,
  rest: Pick<
    RequestTerms,
    'orderData' | 'orderSignature' | 'depositAddress' | 'permitValidBefore' | 'expiresAt'
  >,
): RequestTerms {
  const { origin, destination, input, output, payment, isStrict } = request
  return {
    payment,
    ...(payment === 'depositAddress' && { isStrict }),
    ...(trade.topupAmount > 0n && { topupAmount: trade.topupAmount }),
    ...(trade.appFees.length > 0 && {
      appFees: trade.appFees.map(({ recipient, amountUsd }) => ({ recipient: recipient as Hex, amountUsd })),
    }),
    ...(trade.sponsoredUsd > 0n && { sponsoredUsd: trade.sponsoredUsd }),
    ...rest,
    evmChains: listNames(request),
    user: request.user,
    recipient: request.recipient,
    refundTo: request.refundTo,
    originChainId: origin.id,
    destinationChainId: destination.id,
    originCurrency: input.address,
    destinationCurrency: output.address,
    inputAmount: trade.inputAmount,
    expectedAmount: trade.expectedAmount,
    calls: request.calls,
    txsGasLimit: request.txsGasLimit,
    fillContract: request.fillContract,
  }
}

/** Answers POST /price: the description of a quote's trade, without opening a request. */
export async function createPrice(body: unknown, context: MockContext, apiKey?: string) {
  const { request, trade, userBalance } = await priceRequest(body, context, apiKey)
  const { prices } = context.pricing
  const described = describeTrade(request, trade, { prices, userBalance })
  const details = Object.fromEntries(priceDetails.map((name) => [name, described[name]]))
  const price = { fees: describeFees(request, trade, prices), details: details as PriceDetails }
  return toForm(price, context.idForm)
}

/** The fields of a quote's `details` that a price has too. */
const priceDetails = [
  ...([
    'operation',
    'sender',
    'recipient',
    'currencyIn',
    'currencyOut',
    'totalImpact',
    'swapImpact',
  ] as const),
  ...(['rate', 'slippageTolerance', 'timeEstimate', 'userBalance'] as const),
]

type PriceDetails = Pick<ReturnType<typeof describeTrade>, (typeof priceDetails)[number]>

/**
 * Converts a quote to the public form. The operation `bridge` becomes `swap`, and the currencies in `details` and `fees`
 * get the flag `isNative`. The sponsorship stays the same.
 */
function toForm<quote extends QuotedRecord>(quote: quote, idForm: IdForm): quote {
  if (!isPublic(idForm, 'operation', 'currency')) return quote
  const { details, fees } = quote
  const operation = details.operation === 'bridge' ? 'swap' : details.operation
  return { ...quote, fees: flagNative(fees), details: { ...flagNative(details), operation } }
}

/**
 * Adds gas and the id of a deposit address in the public form. A transaction after an approval has no gas limit, because
 * its gas can't be estimated before the approval.
 */
async function toFormOfSteps(
  steps: QuoteStep[],
  idForm: IdForm,
  client: ChainClient | undefined,
): Promise<QuoteStep[]> {
  if (!isPublic(idForm, 'gas', 'depositAddressId')) return steps
  if (!client || steps[0]?.kind !== 'transaction') return steps
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
  const fees = { maxFeePerGas: String(maxFeePerGas), maxPriorityFeePerGas: String(maxPriorityFeePerGas) }
  const gas = await estimateGas(client, steps[0].items[0].data)
  return steps.map((step, index) => {
    const [item] = step.items
    const limit = index === 0 && gas !== undefined && { gas: String(gas) }
    const address = step.depositAddress && {
      depositAddressId: depositAddressIdOf(step.depositAddress as Hex),
    }
    return { ...step, ...address, items: [{ ...item, data: { ...item.data, ...limit, ...fees } }] }
  })
}

/** Estimates the gas, or returns undefined if the user could not send the transaction now. */
function estimateGas(client: ChainClient, data: Record<string, unknown>): Promise<bigint | undefined> {
  const { from, to, data: input, value } = data as { from: Address; to: Address; data: Hex; value: string }
  return client.estimateGas({ account: from, to, data: input, value: BigInt(value) }).catch(() => undefined)
}

function flagNative<value>(value: value): value {
  if (Array.isArray(value)) return value.map(flagNative) as value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => {
    if (name !== 'metadata') return [name, flagNative(part)]
    const { address } = value as { address?: unknown }
    return [name, { ...part, isNative: address === zeroAddress }]
  })
  return Object.fromEntries(entries)
}
