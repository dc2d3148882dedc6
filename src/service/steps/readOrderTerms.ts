import type { Address, Hex } from 'viem'
import { toBytes, toUint256 } from '../../base/values.js'
import { chainVm, vmOfRead } from '../../protocol/order/chainVm.js'
import type { AmountRange } from '../../rules/paysFor/facts.js'
import { contractsOf } from '../profile/contractsOf.js'
import type { ServiceProfile, ServiceProfileChain } from '../profile/types.js'
import type { ChainRecord } from '../resources/chain.js'
import { StepOptionError } from './errors.js'
import type { QuoteParts } from './quoteParts.js'
import type { RequestCalls } from './readRequestCalls.js'
import type { StepRequest } from './types.js'

/**
 * The terms that a quote's order is checked against. They come from the caller and the profile, never from the quote.
 *
 * Addresses and currencies are bytes in the form of their chain, in lower case.
 */
export type OrderTerms = RequestCalls & {
  parts: QuoteParts
  profile: ServiceProfile
  /** The account that pays and signs. */
  user: Hex
  origin: ServiceProfileChain
  destination: ServiceProfileChain
  /** The addresses for deposits on the venue, instead of the depository of `origin`. */
  depositories?: readonly Address[]
  currency: Hex
  destinationCurrency: Hex
  recipient: Hex
  /** The account that refunds may go to on the origin chain. */
  refundTo: Hex
  /** The request's amount: of the input for EXACT_INPUT, otherwise of the output. */
  requestedAmount: bigint
  /** The range of amounts that may be sent. For an exact input, both ends are the same. Undefined if the caller sets no limit. */
  amount: AmountRange | undefined
  /** Undefined if the caller leaves the minimum to the quote. */
  minimumAmountOut: bigint | undefined
  /** The most by which the payments that the order promises may exceed the minimums of the `payAuthorized` calls. */
  maximumDifference: bigint
  /** A fill contract that the caller accepts, besides the profile's routers. */
  fillContract: Address | undefined
  /** The service's own listing of chains. It only adds detail to an error. */
  listing: readonly ChainRecord[] | undefined
}

export type OrderTermsParameters = {
  request: StepRequest
  profile: ServiceProfile
  /** The wallet that pays and signs. Defaults to the request's user. */
  account?: Address | undefined
  /** The most that may be sent, smallest unit. Required unless the trade type is EXACT_INPUT. */
  maximumAmountIn?: bigint | string | undefined
  /**
   * The least that must arrive, smallest unit. Defaults to the minimum that the quote shows, which only the service vouches
   * for.
   */
  minimumAmountOut?: bigint | string | undefined
  /**
   * The most by which the order's payments in the token of a `payAuthorized` call may exceed the call's minimum, smallest unit.
   * Defaults to 0. The solver keeps the difference. In the native currency, no difference is allowed.
   */
  maximumDifference?: bigint | undefined
  /** The answer of `getChains`. If given, the refusal of a router reports whether the service lists that router. */
  listing?: readonly ChainRecord[] | undefined
}

/**
 * @param parts - The parts of the check that the request and its chains need.
 * @throws {@link StepOptionError} if the request lacks what an order must be checked against.
 */
export function readOrderTerms(parameters: OrderTermsParameters, parts: QuoteParts): OrderTerms {
  const { request, profile, account } = parameters
  const { refundTo, fillContract } = request
  const { addresses } = parts
  const origin = findProfileChain(profile, request.originChainId, 'request.originChainId')
  const readAt = ({ name }: ServiceProfileChain, value: string, field: string): Hex => {
    // A chain of a profile is an EVM chain, unless it has the known name of a chain with another virtual machine.
    const vm = vmOfRead(name)
    const requirement = `${addresses.formOf(vm)}, as the chain is ${name}`
    return needStepOption(addresses.encode(vm, value), `request.${field}`, requirement)
  }
  // The venue's accounts are EVM addresses.
  const readPayer = (value: string, field: string): Hex =>
    chainVm(origin.name) === 'hypevm'
      ? needStepOption(toBytes(value, [20]), `request.${field}`, 'an EVM address')
      : readAt(origin, value, field)
  const user = readPayer(request.user, 'user')
  const isOwn = account === undefined || user === account.toLowerCase()
  needStepOption(isOwn, 'request.user', `the wallet's account, ${account}`)
  const destination = findProfileChain(profile, request.destinationChainId, 'request.destinationChainId')
  const isOfService = contractsOf(origin).includes(`${refundTo}`.toLowerCase())
  needStepOption(!isOfService, 'request.refundTo', 'no service contract')
  const requestedAmount = needStepOption(
    toUint256(request.amount),
    'request.amount',
    'a whole number of the smallest unit',
  )
  return {
    parts,
    profile,
    user,
    origin,
    destination,
    currency: readAt(origin, request.originCurrency, 'originCurrency'),
    destinationCurrency: readAt(destination, request.destinationCurrency, 'destinationCurrency'),
    recipient: readAt(destination, request.recipient ?? request.user, 'recipient'),
    // The zero address, which stands for the native currency, means a refund to the depositor.
    refundTo: refundTo === undefined || /^0x0+$/.test(refundTo) ? user : readPayer(refundTo, 'refundTo'),
    requestedAmount,
    amount: readAmountIn(parameters, requestedAmount),
    minimumAmountOut:
      readLimit(parameters.minimumAmountOut, 'minimumAmountOut') ??
      (request.tradeType === 'EXACT_OUTPUT' ? requestedAmount : undefined),
    ...parts.readCalls(request),
    maximumDifference: readLimit(parameters.maximumDifference, 'maximumDifference') ?? 0n,
    fillContract: typeof fillContract === 'string' ? (fillContract as Address) : undefined,
    listing: parameters.listing,
  }
}

/** Finds a chain by id, with the profile's name for it. */
export function findProfileChain(profile: ServiceProfile, id: number, option: string): ServiceProfileChain {
  const { venue, chains = [] } = profile
  const chain = chains.find((candidate) => candidate.id === id)
  if (id === venue.chainId) return { ...chain, id, name: venue.chainName, depository: venue.depository }
  return needStepOption(chain, option, `a chain of the profile's chains, which do not have ${id}`)
}

/** Returns the range of amounts that may be sent. @throws {@link StepOptionError} if nothing limits the amount. */
export function amountOf({ amount }: OrderTerms): AmountRange {
  const requirement =
    'the most that you send, in the smallest unit, since the trade type leaves the amount to the service'
  return needStepOption(amount, 'maximumAmountIn', requirement)
}

function readAmountIn(
  { request, maximumAmountIn }: OrderTermsParameters,
  amount: bigint,
): OrderTerms['amount'] {
  // Zero is never the right amount.
  if (request.tradeType === 'EXACT_INPUT') return { least: amount > 0n ? amount : 1n, most: amount }
  const most = readLimit(maximumAmountIn, 'maximumAmountIn')
  return most === undefined ? undefined : { least: 1n, most }
}

function readLimit(value: bigint | string | undefined, option: string): bigint | undefined {
  if (value === undefined) return undefined
  return needStepOption(toUint256(value), option, 'a bigint in the smallest unit')
}

/** Returns the value that a reader made from an option. If there is none, throws an error that names the option. */
export function needStepOption<value>(
  value: value | undefined | false,
  option: string,
  requirement: string,
): value {
  if (value === undefined || value === false) throw new StepOptionError({ option, requirement })
  return value
}
