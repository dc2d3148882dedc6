import type { Address, Hex } from 'viem'
import { toBytes, toUint256 } from '../../base/values.js'
import { chainVm, vmOfRead } from '../../protocol/order/chainVm.js'
import { chainAddressForms, encodeChainAddress } from '../../protocol/order/encodeChainAddress.js'
import { encodeOrderCall } from '../../protocol/order/encodeOrderCall.js'
import type { AmountRange } from '../../rules/paysFor/facts.js'
import type { ServiceProfile, ServiceProfileChain } from '../profile/types.js'
import type { ChainRecord } from '../resources/chain.js'
import { StepOptionError } from './errors.js'
import { type AuthorizedCall, readAuthorizedCalls } from './readAuthorizedCall.js'
import { readSweeps, type Sweep } from './sweeps.js'
import type { StepRequest } from './types.js'

/**
 * The terms that a quote's order is checked against. They come from the caller and the profile, never from the quote.
 *
 * Addresses and currencies are bytes in the form of their chain, in lower case.
 */
export type OrderTerms = {
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
  /** The calls that the order must make, encoded. */
  calls: readonly Hex[]
  /** The request's calls that call `payAuthorized`. */
  authorized: readonly AuthorizedCall[]
  /** The request's calls that sweep a router. */
  sweeps: readonly Sweep[]
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

/** @throws {@link StepOptionError} if the request lacks what an order must be checked against. */
export function readOrderTerms(parameters: OrderTermsParameters): OrderTerms {
  const { request, profile, account, maximumDifference = 0n } = parameters
  const { txs = [], fillContract } = request
  const origin = findProfileChain(profile, request.originChainId, 'request.originChainId')
  const user = readPayer(origin, request.user, 'user')
  const isOwn = account === undefined || user === account.toLowerCase()
  needStepOption(isOwn, 'request.user', `the wallet's account, ${account}`)
  const destination = findProfileChain(profile, request.destinationChainId, 'request.destinationChainId')
  const requestedAmount = needStepOption(
    toUint256(request.amount),
    'request.amount',
    'a whole number of the smallest unit',
  )
  return {
    profile,
    user,
    origin,
    destination,
    currency: readChainBytes(origin, request.originCurrency, 'originCurrency'),
    destinationCurrency: readChainBytes(destination, request.destinationCurrency, 'destinationCurrency'),
    recipient: readChainBytes(destination, request.recipient ?? request.user, 'recipient'),
    refundTo: readRefundTo(origin, request, user),
    requestedAmount,
    amount: readAmountIn(parameters, requestedAmount),
    minimumAmountOut: readAmountOut(parameters),
    calls: txs.map(({ to, data, value }) =>
      encodeOrderCall({ to: to as Address, data: data as Hex, value: BigInt(value) }),
    ),
    authorized: readAuthorizedCalls(request),
    sweeps: readSweeps(request),
    maximumDifference: needStepOption(
      toUint256(maximumDifference),
      'maximumDifference',
      'a bigint in the smallest unit',
    ),
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

/** Reads an account of the chain on which the user pays. The venue's accounts are EVM addresses. */
function readPayer(origin: ServiceProfileChain, value: string, field: string): Hex {
  const isVenue = chainVm(origin.name) === 'hypevm'
  if (isVenue) return needStepOption(toBytes(value, [20]), `request.${field}`, 'an EVM address')
  return readChainBytes(origin, value, field)
}

function readChainBytes({ name }: ServiceProfileChain, value: string, field: string): Hex {
  // A chain of a profile is an EVM chain, unless it has the known name of a chain with another virtual machine.
  const vm = vmOfRead(name)
  return needStepOption(
    encodeChainAddress(vm, value),
    `request.${field}`,
    `${chainAddressForms[vm]}, as the chain is ${name}`,
  )
}

/** Reads the account for refunds. The zero address, which stands for the native currency, means a refund to the depositor. */
function readRefundTo(origin: ServiceProfileChain, { refundTo }: StepRequest, user: Hex): Hex {
  if (refundTo === undefined || /^0x0+$/.test(refundTo)) return user
  return readPayer(origin, refundTo, 'refundTo')
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
  if (maximumAmountIn === undefined) return undefined
  const requirement = 'a bigint in the smallest unit'
  return { least: 1n, most: needStepOption(toUint256(maximumAmountIn), 'maximumAmountIn', requirement) }
}

function readAmountOut({ request, minimumAmountOut }: OrderTermsParameters): bigint | undefined {
  if (minimumAmountOut !== undefined) {
    return needStepOption(toUint256(minimumAmountOut), 'minimumAmountOut', 'a bigint in the smallest unit')
  }
  return request.tradeType === 'EXACT_OUTPUT' ? BigInt(request.amount) : undefined
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
