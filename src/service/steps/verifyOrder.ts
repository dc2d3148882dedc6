import { type Address, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { toRecord } from '../../base/values.js'
import { readEvmWord } from '../../protocol/address/readEvmWord.js'
import { chainVm, isEvmChain } from '../../protocol/order/chainVm.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { parseOrder } from '../../protocol/order/parseOrder.js'
import type { OrderData } from '../../protocol/order/types.js'
import { encodeFillContract } from '../../rules/fillContract.js'
import { listChains, type OrderFacts, type RequestFacts } from '../../rules/paysFor/facts.js'
import { findRangeFaults, paymentRules } from '../../rules/paysFor/paymentRules.js'
import { type Fault, judge } from '../../rules/verdict.js'
import { listedRouters } from '../profile/listedRouters.js'
import { nameChains } from '../profile/nameChains.js'
import type { QuoteProtocol } from '../resources/quote.js'
import type { Quote } from '../resources/quoteV3.js'
import { StepMismatchError, SweepRouterError, UnknownRouterError } from './errors.js'
import { expect, expectAmount, expectEqual, expectHex, expectOneOf } from './expect.js'
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
  const { inputs, output } = order
  expect(inputs.length === 1, `${at}.inputs`, inputs, 'exactly one input')
  expect(output.payments.length === 1, `${at}.output.payments`, output.payments, 'exactly one payment')
  const shown = { ...order, input: inputs[0]! }
  const verdicts = judge(paymentRules, readFacts(shown, terms, details?.currencyOut))
  const faults = verdicts.flatMap((verdict) => (verdict.ok === false ? verdict.faults : []))
  // That a refund is missing may follow from another fault of it, which says more.
  const fault = faults.find(({ error }) => error !== 'RefundMissing') ?? faults[0]
  if (fault) refuse(fault, shown, terms)
  const amountIn = shown.input.payment.amount
  expectShown('details.currencyIn.amount', details?.currencyIn?.amount, amountIn)
  const depository = verifyPaymentDetails(v2, terms, amountIn)
  return { id, amountIn, depository, deadline: { path: `${at}.output.deadline`, at: output.deadline } }
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

/** Checks the input: exactly the requested amount, or at most the caller's maximum. */
export function verifyAmountIn(path: string, found: bigint, { amount }: OrderTerms): void {
  for (const { place } of findRangeFaults(path, found, amount)) throw new StepMismatchError(place)
}

/** Gathers what the order says, and what the caller and the profile let it say. */
function readFacts(
  order: OrderFacts['order'],
  terms: OrderTerms,
  shown: ShownAmount,
): OrderFacts & Partial<RequestFacts> {
  const { origin, destination, destinationCurrency, fillContract } = terms
  const names = listChains(order)
  const callers = routersOn(order.output.chainId, terms)
  const named = (name: string) => ({
    recipients: refundRecipients(name, terms),
    fillContracts: routersOn(name, terms),
  })
  return {
    order,
    attestation: null,
    payer: terms.user,
    requiredSolver: solverOf(terms),
    ownChain: origin.name,
    originChains: [order.input.payment.chainId],
    chains: Object.fromEntries(names.map((name) => [name, { id: name, isEvm: isEvmChain(name) }])),
    sweeps: terms.sweeps,
    ...readAuthorizedAmount(terms),
    agreed: {
      ...terms,
      destination: destination.name,
      outputCurrency: destinationCurrency,
      minimums: listMinimums(terms, shown),
      fillContracts: ['0x', ...callers, ...(fillContract ? [encodeFillContract(fillContract)] : [])],
      callers,
      refunds: Object.fromEntries(names.map((name) => [name, named(name)])),
    },
  }
}

/** What the calls of `payAuthorized` take in the currency of the output. */
function readAuthorizedAmount(terms: OrderTerms): Pick<Partial<RequestFacts>, 'authorizedAmount'> {
  const { authorized, destinationCurrency, maximumDifference } = terms
  const payments = authorized
    .map(({ payment }) => payment)
    .filter(({ token }) => token.toLowerCase() === destinationCurrency)
  if (payments.length === 0) return {}
  const asked = payments.reduce((sum, { minimum }) => sum + minimum, 0n)
  const isNative = destinationCurrency === zeroAddress
  return {
    authorizedAmount: isNative
      ? { least: asked, most: asked }
      : { least: 0n, most: asked + maximumDifference },
  }
}

/** @throws {@link UnknownRouterError} when it names an address that is no router of the chain. */
function refuse({ error, place }: Fault, { input, output }: OrderFacts['order'], terms: OrderTerms): never {
  const { path: where, found, required } = place
  const path = [at, where].filter(Boolean).join('.')
  if (error === 'SweepRouterError') {
    const { path: sweep, router } = required as OrderTerms['sweeps'][number]
    throw new SweepRouterError({ path, found: found as Hex, sweep, router })
  }
  const isContract = error === 'FillContractMismatch' || error === 'RefundDataNotAllowed'
  const router = isContract ? readEvmWord(found as Hex) : undefined
  if (!router) throw new StepMismatchError({ path, found, required })
  const refund = input.refunds.find((_, index) => where.startsWith(`inputs[0].refunds[${index}].`))
  const chain = (refund ?? output).chainId
  throw new UnknownRouterError({
    path,
    router: router.toLowerCase() as Address,
    chain,
    isListed: isListed(router, chain, terms),
  })
}

/** Where accounts are EVM addresses `refundTo`, or the user. On another virtual machine the recipient. */
function refundRecipients(chainName: string, { destination, recipient, refundTo }: OrderTerms): Hex[] {
  // The order was read, so that every name in it is known.
  const vm = chainVm(chainName, [chainName])
  if (vm === 'evm' || vm === 'hypevm') return [refundTo]
  return chainName === destination.name ? [recipient] : []
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

function isListed(router: Address, chainName: string, { profile, listing }: OrderTerms): boolean | undefined {
  const id = profile.chains?.find(({ name }) => name === chainName)?.id
  const record = listing?.find((chain) => chain.id === id)
  return record && listedRouters(record).some(({ address }) => isAddressEqual(address, router))
}

/** Returns the profile's routers on a chain, as an order names them. */
function routersOn(chainName: string, { profile }: OrderTerms): Hex[] {
  const chain = profile.chains?.find(({ name }) => name === chainName)
  return chain?.routers?.map(({ address }) => encodeFillContract(address)) ?? []
}
