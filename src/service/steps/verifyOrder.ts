import { type Address, type Hex, isAddressEqual, slice, zeroAddress } from 'viem'
import { toBytes, toRecord } from '../../base/values.js'
import { chainVm } from '../../protocol/order/chainVm.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { type Order, parseOrder } from '../../protocol/order/parseOrder.js'
import type { OrderData } from '../../protocol/order/types.js'
import { encodeFillContract } from '../../rules/fillContract.js'
import { findUnsettleable } from '../orders/findUnsettleable.js'
import { listedRouters } from '../profile/listedRouters.js'
import { nameChains } from '../profile/nameChains.js'
import type { QuoteProtocol } from '../resources/quote.js'
import type { Quote } from '../resources/quoteV3.js'
import { StepMismatchError, SweepRouterError, UnknownRouterError } from './errors.js'
import {
  expect,
  expectAmount,
  expectAtLeast,
  expectAtMost,
  expectEqual,
  expectHex,
  expectOneOf,
} from './expect.js'
import { needStepOption, type OrderTerms } from './readOrderTerms.js'
import { depositoryOf, solverOf } from './trusted.js'
import type { OrderDeadline } from './types.js'

const at = 'protocol.v2.orderData'

type ShownAmount = { amount?: unknown; minimumAmount?: unknown } | null | undefined

/** An order that does what was asked for; its id is recomputed. */
export type VerifiedOrder = {
  id: Hex
  amountIn: bigint
  /** Where the quote says that it is paid; undefined where it does not say. */
  depository: Hex | undefined
  deadline: OrderDeadline
}

/**
 * Checks the order of a quote against the caller's terms.
 *
 * - Rule: the id is the order's hash. One input: chain, currency, amount, every refund. One output: chain, recipient,
 *   currency, minimum, calls, fill contract. The solver is the profile's. An order with calls may pay the router that
 *   makes them in place of the recipient: the one that its extraData names, on the list of the destination chain. A
 *   sweep among the calls is of that router.
 * - Trust: with this the deposit's id binds the solver to the terms. The order's fees need no check, as what is sent and
 *   what arrives are bound.
 *
 * @throws {@link StepMismatchError}, {@link UnknownRouterError}, {@link SweepRouterError}, or OrderFieldError on a malformed order.
 */
export function verifyOrder(
  { protocol, details }: Pick<Quote, 'protocol' | 'details'>,
  terms: OrderTerms,
): VerifiedOrder {
  const v2 = protocol?.v2
  if (!v2) {
    throw new StepMismatchError({ path: 'protocol.v2', found: v2, required: 'the order that is paid for' })
  }
  const orderData = nameChains(terms.profile, readOrderData(v2.orderData))
  const order = parseOrder(orderData)
  const id = hashOrder(orderData)
  if (isShown(v2.orderId)) expectHex('protocol.v2.orderId', v2.orderId, id)
  expectHex(`${at}.solver`, order.solver, solverOf(terms))
  const amountIn = verifyInput(order, terms)
  expectShown('details.currencyIn.amount', details?.currencyIn?.amount, amountIn)
  verifyOutput(order, terms, details?.currencyOut)
  const depository = verifyPaymentDetails(v2, terms, amountIn)
  return { id, amountIn, depository, deadline: { path: `${at}.output.deadline`, at: order.output.deadline } }
}

function readOrderData(value: unknown): OrderData {
  const orderData = toRecord(value)
  if (!orderData)
    throw new StepMismatchError({ path: at, found: value, required: 'the order that is paid for' })
  expectEqual(`${at}.version`, orderData.version, 'v1')
  return orderData as OrderData
}

/** Whether a quote has a field that nothing depends on. */
function isShown(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Expects an amount that nothing depends on not to contradict the order. */
function expectShown(path: string, found: unknown, required: bigint): void {
  const text = typeof found === 'number' ? String(found) : found
  if (isShown(found)) expect(text === String(required), path, found, String(required))
}

/** Nothing is paid by them, but a quote that contradicts itself is not to be trusted. Returns the depository. */
function verifyPaymentDetails(
  { paymentDetails }: NonNullable<QuoteProtocol['v2']>,
  terms: OrderTerms,
  amountIn: bigint,
): Hex | undefined {
  const path = 'protocol.v2.paymentDetails'
  const { chainId, depository, currency, amount } = paymentDetails ?? {}
  if (isShown(chainId)) expectEqual(`${path}.chainId`, chainId, terms.origin.name)
  const shown = isShown(depository)
    ? expectOneOf(`${path}.depository`, depository, terms.depositories ?? [depositoryOf(terms)])
    : undefined
  if (isShown(currency)) expectHex(`${path}.currency`, currency, terms.currency)
  expectShown(`${path}.amount`, amount, amountIn)
  return shown
}

function verifyInput({ version, inputs, output }: Order, terms: OrderTerms): bigint {
  expect(inputs.length === 1, `${at}.inputs`, inputs, 'exactly one input')
  const { payment, refunds } = inputs[0]!
  const path = `${at}.inputs[0]`
  expectEqual(`${path}.payment.chainId`, payment.chainId, terms.origin.name)
  expectOneCurrency(`${path}.payment.currency`, payment.currency, terms.currency, 'before the deposit')
  verifyAmountIn(`${path}.payment.amount`, payment.amount, terms)
  // One refund alone lets the depository pay an order without its calls.
  const isEnough = terms.calls.length === 0 || refunds.length !== 1
  expect(isEnough, `${path}.refunds`, refunds, 'more than one refund, as the order has calls')
  for (const [index, refund] of refunds.entries()) {
    const refundPath = `${path}.refunds[${index}]`
    expectOneOf(`${refundPath}.recipient`, refund.recipient, refundRecipients(refund.chainId, terms))
    verifyFillContract(`${refundPath}.extraData`, refund.extraData, refund.chainId, terms)
  }
  const [fault] = findUnsettleable({ version, input: inputs[0]!, output })
  if (fault) throw new StepMismatchError({ ...fault, path: `${at}.${fault.path}` })
  return payment.amount
}

/** A swap around the order is made by calls that nothing compares with the request. */
function expectOneCurrency(path: string, found: Hex, required: Hex, when: string): void {
  expect(found === required, path, found, `${required}, as a swap ${when} is not verified`)
}

/** Checks the input: exactly the requested amount, or at most the caller's maximum. */
export function verifyAmountIn(path: string, found: bigint, { amount }: OrderTerms): void {
  expectAtLeast(path, found, 1n)
  if ('exact' in amount) expect(found === amount.exact, path, found, amount.exact)
  else expectAtMost(path, found, amount.maximum)
}

/** Where accounts are EVM addresses `refundTo`, or the user. On another virtual machine the recipient. */
function refundRecipients(chainName: string, { destination, recipient, refundTo }: OrderTerms): Hex[] {
  // The order was read, so that every name in it is known.
  const vm = chainVm(chainName, [chainName])
  if (vm === 'evm' || vm === 'hypevm') return [refundTo]
  return chainName === destination.name ? [recipient] : []
}

function verifyOutput({ output }: Order, terms: OrderTerms, shown: ShownAmount): void {
  const path = `${at}.output`
  expectEqual(`${path}.chainId`, output.chainId, terms.destination.name)
  expect(output.payments.length === 1, `${path}.payments`, output.payments, 'exactly one payment')
  const payment = output.payments[0]!
  verifyCalls(`${path}.calls`, output.calls, terms)
  verifyFillContract(`${path}.extraData`, output.extraData, output.chainId, terms, terms.fillContract)
  verifySweeps(`${path}.extraData`, output.extraData, terms)
  const router = terms.calls.length > 0 && findRouter(output, terms)
  const recipients = router ? [terms.recipient, router] : [terms.recipient]
  expectOneOf(`${path}.payments[0].recipient`, payment.recipient, recipients)
  expectOneCurrency(
    `${path}.payments[0].currency`,
    payment.currency,
    terms.destinationCurrency,
    'after the fill',
  )
  const minimum = `${path}.payments[0].minimumAmount`
  for (const least of listMinimums(terms, shown)) expectAtLeast(minimum, payment.minimumAmount, least)
  verifyAuthorizedAmount(minimum, payment.minimumAmount, terms)
}

/** Lists the caller's minimum and the quote's. Without either, the amount would bind nothing. */
function listMinimums({ minimumAmountOut }: OrderTerms, shown: ShownAmount): bigint[] {
  const own = minimumAmountOut ?? 1n
  const { amount, minimumAmount } = shown ?? {}
  if (isShown(minimumAmount)) return [own, expectAmount('details.currencyOut.minimumAmount', minimumAmount)]
  const isBound = minimumAmountOut !== undefined || !isShown(amount)
  needStepOption(
    isBound,
    'minimumAmountOut',
    'what must arrive at least, as the quote shows an amount and no minimum',
  )
  return [own]
}

/** Finds the router of the profile that an output names to make its calls. */
function findRouter({ chainId, extraData }: Order['output'], terms: OrderTerms): Address | undefined {
  return routersOn(chainId, terms).find((router) => encodeFillContract(router) === extraData.toLowerCase())
}

/** Limits what an order pays beyond the minimums of its `payAuthorized` calls: the solver keeps the difference. */
function verifyAuthorizedAmount(path: string, found: bigint, terms: OrderTerms): void {
  const { authorized, destinationCurrency, maximumDifference } = terms
  const payments = authorized
    .map(({ payment }) => payment)
    .filter(({ token }) => token.toLowerCase() === destinationCurrency)
  if (payments.length === 0) return
  const asked = payments.reduce((sum, { minimum }) => sum + minimum, 0n)
  if (destinationCurrency === zeroAddress) expect(found === asked, path, found, asked)
  else expectAtMost(path, found, asked + maximumDifference)
}

function verifyCalls(path: string, found: readonly Hex[], { calls }: OrderTerms): void {
  expect(found.length === calls.length, path, found, `the ${calls.length} calls of the request`)
  for (const [index, call] of calls.entries()) expectHex(`${path}[${index}]`, found[index], call)
}

/** @throws {@link UnknownRouterError} when it names an address that is no router of the chain. */
function verifyFillContract(
  path: string,
  found: Hex,
  chainName: string,
  terms: OrderTerms,
  asked?: Address,
): void {
  const contracts = [...routersOn(chainName, terms), ...(asked ? [asked] : [])]
  if (found === '0x' || contracts.some((contract) => encodeFillContract(contract) === found.toLowerCase())) {
    return
  }
  const router = found.length === 66 ? toBytes(slice(found, 12), [20]) : undefined
  const isAddress = router !== undefined && encodeFillContract(router) === found.toLowerCase()
  expect(isAddress, path, found, '0x, or the address of a router')
  throw new UnknownRouterError({
    path,
    router: router!,
    chain: chainName,
    isListed: isListed(router!, chainName, terms),
  })
}

/** A router pays out what lies on it to anyone who asks, so that what another one has left would be lost. */
function verifySweeps(path: string, found: Hex, { sweeps }: OrderTerms): void {
  const stray = sweeps.find(({ router }) => encodeFillContract(router) !== found.toLowerCase())
  if (stray) throw new SweepRouterError({ path, found, sweep: stray.path, router: stray.router })
}

function isListed(router: Address, chainName: string, { profile, listing }: OrderTerms): boolean | undefined {
  const id = profile.chains?.find(({ name }) => name === chainName)?.id
  const record = listing?.find((chain) => chain.id === id)
  return record && listedRouters(record).some(({ address }) => isAddressEqual(address, router))
}

/** Returns the profile's routers on a chain. */
function routersOn(chainName: string, { profile }: OrderTerms): Address[] {
  const chain = profile.chains?.find(({ name }) => name === chainName)
  return chain?.routers?.map(({ address }) => address) ?? []
}
