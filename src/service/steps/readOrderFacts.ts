import { type Hex, maxUint256, zeroAddress } from 'viem'
import { toRecord, toUint256 } from '../../base/values.js'
import { type ChainVm, isEvmChain, vmOfRead } from '../../protocol/order/chainVm.js'
import { hashOrderStruct } from '../../protocol/order/hashStructs.js'
import { readOrderData } from '../../protocol/order/readOrderData.js'
import { encodeFillContract } from '../../rules/fillContract.js'
import { type AmountRange, listChains } from '../../rules/paysFor/facts.js'
import type { PaymentKind, QuoteFacts } from '../../rules/paysFor/quoteFacts.js'
import { isShown, orderPath } from '../../rules/paysFor/quoteRules.js'
import { evmChainsOf } from '../profile/evmChainsOf.js'
import type { Quote } from '../resources/quoteV3.js'
import { UnverifiedStepError } from './errors.js'
import { expect, expectEqual } from './expect.js'
import { type Known, readKnown } from './known.js'
import { amountOf, needStepOption, type OrderTerms } from './readOrderTerms.js'
import { depositoriesOf, solverOf } from './trusted.js'

type ShownAmount = { amount?: unknown; minimumAmount?: unknown } | null | undefined

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
  const { addresses } = terms.parts
  const v2 = toRecord(protocol?.v2)
  const orderData = toRecord(v2?.orderData)
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
      return readOrderData(orderData, { evmChains: evmChainsOf(profile) }, addresses)
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
    payment: { ...paid, currency: addresses.encode(vm, paid.currency) ?? paid.currency },
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
    orderId: () => hashOrderStruct('Order', quotedOrder),
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

/**
 * Returns the range of amounts that the calls of `payAuthorized` allow in the output's currency. Without such a call, any amount
 * is allowed.
 */
function readAuthorizedAmount(parameters: OrderTerms): AmountRange {
  const { authorized, destinationCurrency, maximumDifference } = parameters
  const payments = authorized
    .map(({ payment }) => payment)
    .filter(({ token }) => token.toLowerCase() === destinationCurrency)
  if (payments.length === 0) return { least: 0n, most: maxUint256 }
  const asked = payments.reduce((sum, { minimum }) => sum + minimum, 0n)
  const isNative = destinationCurrency === zeroAddress
  return isNative ? { least: asked, most: asked } : { least: 0n, most: asked + maximumDifference }
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

/** Returns the profile's routers on a chain, in the form of an order. */
function routersOn(chainName: string, { profile }: OrderTerms): Hex[] {
  const chain = profile.chains?.find(({ name }) => name === chainName)
  return chain?.routers?.map(({ address }) => encodeFillContract(address)) ?? []
}
