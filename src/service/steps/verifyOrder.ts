import { type Address, type Hex, isAddressEqual } from 'viem'
import { readEvmWord } from '../../protocol/address/readEvmWord.js'
import type { OrderFacts } from '../../rules/paysFor/facts.js'
import type { QuoteFacts } from '../../rules/paysFor/quoteFacts.js'
import { orderPath, orderRules, type QuoteVerdict } from '../../rules/paysFor/quoteRules.js'
import { type Fault, judge } from '../../rules/verdict.js'
import { listedRouters } from '../profile/listedRouters.js'
import type { Quote } from '../resources/quoteV3.js'
import { StepMismatchError, SweepRouterError, UnknownRouterError, UnverifiedStepError } from './errors.js'
import type { Known } from './known.js'
import { readOrderFacts } from './readOrderFacts.js'
import type { OrderTerms } from './readOrderTerms.js'
import type { OrderDeadline, Unverifiable } from './types.js'

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
 * - The id must be the order's hash, and the order's solver must be the profile's solver.
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

function isListed(router: Address, chainName: string, { profile, listing }: OrderTerms): boolean | undefined {
  const id = profile.chains?.find(({ name }) => name === chainName)?.id
  const record = listing?.find((chain) => chain.id === id)
  return record && listedRouters(record).some(({ address }) => isAddressEqual(address, router))
}
