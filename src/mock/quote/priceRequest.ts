import type { Address } from 'viem'
import { CallerError } from '../callerError.js'
import { type ChainCurrency, isNative, readBalance } from '../chains/chain.js'
import type { MockContext } from '../context.js'
import { isPublic } from '../forms.js'
import { type PricedTrade, priceTrade, toMicroUsd } from '../pricing.js'
import { asWrap } from './asWrap.js'
import type { CheckedQuoteRequest, Place } from './checkedQuoteRequest.js'
import { readQuoteRequest } from './readQuoteRequest.js'

/** Micro-USD. A smaller swap on one chain is not worth the gas. */
const smallestSwap = 50_000n

/** Reads and prices the request of a quote or a price. Rejects a request that the service can't serve. */
export async function priceRequest(
  body: unknown,
  context: MockContext,
  apiKey: string | undefined,
): Promise<{ request: CheckedQuoteRequest; trade: PricedTrade; userBalance: bigint }> {
  const request = await asWrap(readQuoteRequest(body, context))
  const { origin, input, user, payment, recipient, topupUsd } = request
  const { pricing, venue, faults } = context
  const isOwnFill = payment === 'send' || payment === 'wrap'
  const trade = priceTrade({
    ...request,
    pricing: { ...pricing, slippageBps: request.slippageBps ?? pricing.slippageBps },
    isOwnFill,
    exchangeBps: !isOwnFill && !request.fixedRate && faults.take('swapFee') ? 100n : 0n,
    hasFill: payment !== 'swap' && !isOwnFill,
    topup:
      topupUsd === undefined ? undefined : { value: topupUsd, native: request.destination.currencies[0]! },
    activationFee: request.destination.chain ? 0n : venue.activationFeeOf(recipient),
  })
  checkSwapValue(request, trade, context)
  checkCallValues(request, trade)
  checkSponsor(request, trade, context, apiKey)
  const [userBalance] = await Promise.all([
    readBalanceAt(context, origin, input, user),
    checkLiquidity(request, trade, context),
    checkFillContract(request, context),
  ])
  return { request, trade, userBalance }
}

function checkSwapValue(
  { payment, input }: CheckedQuoteRequest,
  trade: PricedTrade,
  { pricing }: MockContext,
): void {
  if (payment !== 'swap' || toMicroUsd(trade.inputAmount, input, pricing.prices) >= smallestSwap) return
  throw new CallerError('AMOUNT_TOO_LOW', 'The amount is too low: a swap on one chain needs 0.05 USD.')
}

/** Checks that the minimum output covers the values of the calls, which spend the output. */
function checkCallValues({ calls, output }: CheckedQuoteRequest, { minimumAmount }: PricedTrade): void {
  if (calls.length === 0) return
  const needed = calls.reduce((sum, call) => sum + call.value, 0n)
  const available = isNative(output.address) ? minimumAmount : 0n
  if (needed > available) {
    throw new CallerError(
      'INVALID_EXTRA_TXS',
      `txs: the values add up to ${needed}, but only ${available} of native currency is sure to arrive.`,
    )
  }
}

function checkSponsor(
  { sponsorship }: CheckedQuoteRequest,
  { sponsoredUsd, sponsorship: { selectedComponents } }: PricedTrade,
  { keys }: MockContext,
  apiKey: string | undefined,
): void {
  if (selectedComponents.length === 0) return
  const sponsor = keys.sponsor(apiKey)
  if (!sponsor) {
    const field = sponsorship.subsidizeFees ? 'subsidizeFees' : 'sponsoredFeeComponents'
    throw new CallerError('UNAUTHORIZED', `${field}: needs the API key of the sponsor.`, { status: 401 })
  }
  if (sponsoredUsd <= sponsor.balance) return
  throw new CallerError(
    'INSUFFICIENT_FUNDS',
    `The sponsor has ${sponsor.balance} of ${sponsoredUsd} in USD with 6 decimals.`,
  )
}

async function checkLiquidity(
  request: CheckedQuoteRequest,
  trade: PricedTrade,
  context: MockContext,
): Promise<void> {
  const { destination, output, payment } = request
  if (payment === 'send' || payment === 'wrap') return
  const isSwap = payment === 'swap'
  const payer = isSwap ? destination.chain!.contracts.exchange : context.solver.current.address
  const name = isSwap ? 'exchange' : 'solver'
  await requireBalance(destination, output, trade.expectedAmount)
  if (trade.topupAmount > 0n) await requireBalance(destination, destination.currencies[0]!, trade.topupAmount)

  async function requireBalance(place: Place, currency: ChainCurrency, amount: bigint): Promise<void> {
    const balance = await readBalanceAt(context, place, currency, payer)
    if (amount <= balance) return
    throw new CallerError('INSUFFICIENT_LIQUIDITY', `The ${name} holds ${balance} of ${currency.symbol}.`)
  }
}

async function checkFillContract(
  { fillContract, destination }: CheckedQuoteRequest,
  { idForm }: MockContext,
): Promise<void> {
  if (!fillContract) return
  if (isPublic(idForm, 'fillContract')) {
    const reason = 'a receiver of signed orders is paid by calls in txs alone.'
    throw new CallerError('UNSUPPORTED_EXECUTION_TYPE', `fillContract: ${reason}`)
  }
  if (await destination.chain!.client.getCode({ address: fillContract })) return
  throw new CallerError(
    'INVALID_ADDRESS',
    `fillContract: no contract at ${fillContract} on ${destination.id}.`,
  )
}

export async function readBalanceAt(
  { venue }: MockContext,
  { chain }: Place,
  { address }: ChainCurrency,
  holder: Address,
): Promise<bigint> {
  return chain ? readBalance(chain, address, holder) : venue.balanceOf(holder, address)
}
