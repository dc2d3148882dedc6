import { type Address, type Hex, isAddressEqual, maxUint256, zeroAddress } from 'viem'
import { toRecord, toUint256 } from '../../base/values.js'
import { readEvmWord } from '../../protocol/address/readEvmWord.js'
import { type ChainVm, isEvmChain, vmOfRead } from '../../protocol/order/chainVm.js'
import { encodeChainAddress } from '../../protocol/order/encodeChainAddress.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { parseOrder } from '../../protocol/order/parseOrder.js'
import type { OrderData } from '../../protocol/order/types.js'
import { encodeFillContract } from '../../rules/fillContract.js'
import { type AmountRange, listChains, type OrderFacts } from '../../rules/paysFor/facts.js'
import type { PaymentKind, QuoteFacts } from '../../rules/paysFor/quoteFacts.js'
import { isShown, orderPath, orderRules, type QuoteVerdict } from '../../rules/paysFor/quoteRules.js'
import { type Fault, judge } from '../../rules/verdict.js'
import { evmChainsOf } from '../profile/evmChainsOf.js'
import { listedRouters } from '../profile/listedRouters.js'
import type { Quote } from '../resources/quoteV3.js'
import { StepMismatchError, SweepRouterError, UnknownRouterError, UnverifiedStepError } from './errors.js'
import { expect, expectEqual } from './expect.js'
import { type Known, readKnown } from './known.js'
import { amountOf, needStepOption, type OrderTerms } from './readOrderTerms.js'
import { depositoriesOf, solverOf } from './trusted.js'
import type { OrderDeadline, Unverifiable } from './types.js'

type ShownAmount = { amount?: unknown; minimumAmount?: unknown } | null | undefined

/** An order that matches the request. Its id is recomputed. */
export type VerifiedOrder = {
  id: Hex
  amountIn: bigint
  /** The depository that the quote shows. Undefined if it shows none. */
  depository: Hex | undefined
  deadline: OrderDeadline
}

/**
 * Checks the order of a quote against the caller's terms.
 *
 * - The id must be the order's hash, and the solver must be the profile's.
 * - Checks the chain, the currency, the amount and every refund of the one input. Checks the chain, the recipient, the currency,
 *   the minimum, the calls and the fill contract of the output.
 * - An order with calls may pay the router that makes the calls, instead of the recipient. The order's `extraData` must name this
 *   router, and the profile must list it for the destination chain. If a call sweeps a router, it must be this one.
 * - Trust: a deposit with the order's id then binds the solver to the terms. The order's fees need no check, since the amount
 *   sent and the amount that arrives are bound.
 *
 * @throws {@link StepMismatchError}, {@link UnknownRouterError}, {@link SweepRouterError}, or OrderFieldError on a malformed
 * order.
 */
export function verifyOrder(quote: Pick<Quote, 'protocol' | 'details'>, terms: OrderTerms): VerifiedOrder {
  const known = readOrderFacts(quote, terms)
  requireAll(judge(orderRules, known.facts), known, terms)
  return toVerifiedOrder(known.facts as QuoteFacts)
}

export function toVerifiedOrder({ orderId, order, shown }: QuoteFacts): VerifiedOrder {
  return {
    id: orderId,
    amountIn: order.input.payment.amount,
    depository: (shown.payment.depository ?? undefined) as Hex | undefined,
    deadline: { path: `${orderPath}.output.deadline`, at: order.output.deadline },
  }
}

/**
 * Gathers the order's facts, and the values that the caller and the profile allow. If the order can't be read, the result has the
 * reason instead of its facts.
 *
 * @param kind - How the input leaves the wallet. An unknown kind counts as a deposit. Only a deposit needs an order.
 */
export function readOrderFacts(
  { protocol, details }: Pick<Quote, 'protocol' | 'details'>,
  terms: OrderTerms,
  kind: PaymentKind = 'deposit',
): Known<QuoteFacts> {
  const { profile, origin, destination, fillContract } = terms
  const v2 = toRecord(protocol?.v2)
  const orderData = toRecord(v2?.orderData)
  const chains = { evmChains: evmChainsOf(profile) }
  const read = readKnown<QuoteFacts>({
    requiredSolver: () => solverOf(terms),
    quotedOrder: () => {
      const isNeeded = kind === 'deposit' || v2?.orderData != null
      const path = v2 ? orderPath : 'protocol.v2'
      if (!orderData && !isNeeded)
        throw new UnverifiedStepError({ path, needs: kind, reason: 'the quote shows no order' })
      expect(orderData !== undefined, path, v2 ? v2.orderData : protocol?.v2, 'the order that is paid for')
      // Another version may have other fields.
      expectEqual(`${orderPath}.version`, orderData.version, 'v1')
      return parseOrder(orderData, chains)
    },
  })
  const { quotedOrder } = read.facts
  const input = quotedOrder?.inputs[0]
  if (!input) return read
  const order = { ...quotedOrder, input }
  const paid = toRecord(v2?.paymentDetails) ?? {}
  const vm = vmOfRead(input.payment.chainId)
  const shown = {
    orderId: v2?.orderId,
    amountIn: details?.currencyIn?.amount,
    minimumAmountOut: details?.currencyOut?.minimumAmount,
    payment: { ...paid, currency: encodeChainAddress(vm, paid.currency) ?? paid.currency },
  }
  const names = listChains(order)
  const callers = routersOn(order.output.chainId, terms)
  const refundsOn = (name: string) => ({
    recipients: refundRecipients(name, terms),
    fillContracts: routersOn(name, terms),
  })
  const unswapped = <value>(value: value) => {
    if (kind !== 'swap') return value
    const reason = 'the order takes the result of an earlier swap, which no rule compares with the request'
    throw new UnverifiedStepError({ path: `${orderPath}.inputs[0].payment`, needs: kind, reason })
  }
  const { facts, absent } = readKnown<QuoteFacts>({
    orderId: () => hashOrder(orderData as OrderData, chains),
    order: () => order,
    originChains: () => [input.payment.chainId],
    shown: () => shown,
    attestation: () => null,
    payer: () => terms.user,
    depositories: () => (paid.depository ? depositoriesOf(terms) : []),
    ownChain: () => origin.name,
    chains: () => Object.fromEntries(names.map((name) => [name, { id: name, isEvm: isEvmChain(name) }])),
    sweeps: () => terms.sweeps,
    authorizedAmount: () => readAuthorizedAmount(terms),
    inputCurrency: () => unswapped(terms.currency),
    inputAmount: () => unswapped(amountOf(terms)),
    minimums: () => listMinimums(terms, details?.currencyOut),
    agreed: () => ({
      destination: destination.name,
      recipient: terms.recipient,
      outputCurrency: terms.destinationCurrency,
      calls: terms.calls,
      fillContracts: ['0x', ...callers, ...(fillContract ? [encodeFillContract(fillContract)] : [])],
      callers,
      refundTo: terms.refundTo,
      refunds: Object.fromEntries(names.map((name) => [name, refundsOn(name)])),
    }),
  })
  return { facts: { ...read.facts, ...facts }, absent: { ...read.absent, ...absent } }
}

/** Facts that are checked later: the time before the payment, and the order's signature by a receiver or by `verifyQuote`. */
const askedLater: readonly (keyof QuoteFacts)[] = ['timestamp', 'signed']

/** @throws {@link StepMismatchError} or a related error on a failed rule, or on a rule whose facts are not known. */
export function requireAll(
  verdicts: readonly QuoteVerdict[],
  { facts, absent }: Known<Partial<QuoteFacts>>,
  terms: OrderTerms,
  allowed: readonly Unverifiable[] = [],
): void {
  const faults = verdicts.flatMap((verdict) => (verdict.ok === false ? verdict.faults : []))
  for (const verdict of verdicts) {
    // Another fault may be the cause of a missing refund, and then explains more.
    const fault = faults.find(({ error }) => error !== 'RefundMissing') ?? faults[0]
    if (verdict.ok === false) refuse(fault!, facts.order, terms)
    if (verdict.ok !== null) continue
    for (const fact of verdict.missing.filter((name) => !askedLater.includes(name))) {
      // If the quote's order can't be read, no fact of the order is known.
      const error = absent[fact] ?? absent.quotedOrder
      const isAllowed = error instanceof UnverifiedStepError && allowed.includes(error.needs as Unverifiable)
      if (!isAllowed)
        throw error ?? new StepMismatchError({ path: fact, found: undefined, required: 'known' })
    }
  }
}

/**
 * Returns the range of amounts that the calls of `payAuthorized` allow in the output's currency. Without such a call, any amount
 * is allowed.
 */
function readAuthorizedAmount({
  authorized,
  destinationCurrency,
  maximumDifference,
}: OrderTerms): AmountRange {
  const payments = authorized
    .map(({ payment }) => payment)
    .filter(({ token }) => token.toLowerCase() === destinationCurrency)
  if (payments.length === 0) return { least: 0n, most: maxUint256 }
  const asked = payments.reduce((sum, { minimum }) => sum + minimum, 0n)
  const isNative = destinationCurrency === zeroAddress
  return isNative ? { least: asked, most: asked } : { least: 0n, most: asked + maximumDifference }
}

/** @throws {@link UnknownRouterError} if the fault names an address that is not a router of the chain. */
function refuse({ error, place }: Fault, order: OrderFacts['order'] | undefined, terms: OrderTerms): never {
  const { path, found, required } = place
  if (error === 'SweepRouterError') {
    const { path: sweep, router } = required as OrderTerms['sweeps'][number]
    throw new SweepRouterError({ path, found: found as Hex, sweep, router })
  }
  const isContract = error === 'FillContractMismatch' || error === 'RefundDataNotAllowed'
  const router = isContract ? readEvmWord(found as Hex) : undefined
  if (!router || !order) throw new StepMismatchError({ path, found, required })
  const { input, output } = order
  const refund = input.refunds.find((_, index) => path.includes(`.inputs[0].refunds[${index}].`))
  const chain = (refund ?? output).chainId
  throw new UnknownRouterError({
    path,
    router: router.toLowerCase() as Address,
    chain,
    isListed: isListed(router, chain, terms),
  })
}

/**
 * Lists the accounts that a refund on a chain may go to: `refundTo` if the chain has the same kind of accounts as the origin
 * chain, otherwise the recipient if it is the destination chain, otherwise none.
 */
function refundRecipients(
  chainName: string,
  { origin, destination, recipient, refundTo }: OrderTerms,
): Hex[] {
  if (accountsOf(chainName) === accountsOf(origin.name)) return [refundTo]
  return chainName === destination.name ? [recipient] : []
}

/**
 * Returns the virtual machine whose accounts a chain uses. The venue uses EVM accounts. The name must come from an order that was
 * already read.
 */
function accountsOf(chainName: string): ChainVm {
  const vm = vmOfRead(chainName)
  return vm === 'hypevm' ? 'evm' : vm
}

/**
 * Lists the minimums that the caller and the quote state. If the quote shows an amount but no minimum, the caller must state one.
 */
function listMinimums({ minimumAmountOut }: OrderTerms, out: ShownAmount): bigint[] {
  const own = minimumAmountOut ?? 1n
  const { minimumAmount, amount } = out ?? {}
  // The rule `shown` refuses a malformed minimum.
  if (isShown(minimumAmount)) return [own, toUint256(minimumAmount) ?? 0n]
  const isBound = minimumAmountOut !== undefined || !isShown(amount)
  const requirement = 'the least that must arrive, since the quote shows an amount but no minimum'
  needStepOption(isBound, 'minimumAmountOut', requirement)
  return [own]
}

function isListed(router: Address, chainName: string, { profile, listing }: OrderTerms): boolean | undefined {
  const id = profile.chains?.find(({ name }) => name === chainName)?.id
  const record = listing?.find((chain) => chain.id === id)
  return record && listedRouters(record).some(({ address }) => isAddressEqual(address, router))
}

/** Returns the profile's routers on a chain, in the form of an order. */
function routersOn(chainName: string, { profile }: OrderTerms): Hex[] {
  const chain = profile.chains?.find(({ name }) => name === chainName)
  return chain?.routers?.map(({ address }) => encodeFillContract(address)) ?? []
}
