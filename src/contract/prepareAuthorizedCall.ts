import { type Address, encodeFunctionData, erc20Abi, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { toChainId, toRecord } from '../base/values.js'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import type { PaymentFieldError } from '../protocol/payment/errors.js'
import { hashPayment } from '../protocol/payment/hashPayment.js'
import {
  needPaymentField,
  type Payment,
  type PaymentInput,
  readPayment,
  readPaymentAddress,
} from '../protocol/payment/payment.js'
import { contractsOf, hasAddress } from '../service/profile/contractsOf.js'
import { findProfile, type ProfileName } from '../service/profile/namedProfiles.js'
import type { RouterCapabilities, ServiceProfile, ServiceProfileChain } from '../service/profile/types.js'
import { encodeSweep, sweepAbis } from '../service/steps/sweeps.js'

/** A router, and the form of its functions. */
type Router = { address: Address } & Pick<RouterCapabilities, 'form'>

export type PrepareAuthorizedCallParameters = {
  /** The destination chain, where the receiver is. */
  chainId: number
  receiver: Address
  /** The terms that the solver's order will commit to. */
  payment: PaymentInput
  /**
   * The service's profile. Neither the payment nor a return may go to the service's contracts on the chain. Defaults to `relay`.
   */
  profile?: ProfileName | ServiceProfile | undefined
  /**
   * The router that makes the calls: the address of one of the profile's routers, or the address and the `form` of any other
   * router. Defaults to the profile's first router. Required for tokens if the profile has no router on the chain.
   */
  router?: Address | Router | undefined
  /** The account that gets the router's remaining tokens if `refundTo` is zero. Otherwise `refundTo` gets them. */
  sweepTo?: Address | undefined
}

/** An entry of a quote's `txs`. `value` is decimal, in wei. */
export type QuoteCall = { to: Address; value: string; data: Hex }

export type PrepareAuthorizedCallReturnType = {
  /** For the quote request. */
  txs: QuoteCall[]
  /** All terms, including the salt. */
  payment: Payment
  /** Identifies the call onchain. */
  callHash: Hex
}

export type PrepareAuthorizedCallErrorType = PaymentFieldError

/**
 * Builds the `txs` of a quote request, so that a solver that does not know fillproof pays a receiver.
 *
 * - A native payment is one call of `payAuthorized` with the minimum as its value. The maximum must equal the minimum.
 * - For a token, the router makes five calls: it approves 0, approves the maximum, calls `payAuthorized`, approves 0 again, and
 *   sweeps the remaining tokens. No approval is unlimited.
 * - The sweep fits one router only. If the order of a quote names another router, the quote is rejected with
 *   {@link SweepRouterError}.
 * - Set `refundTo` if the service simulates calls before it quotes. As long as no evidence for the call was presented, the
 *   receiver returns the money there. If `refundTo` is zero, the call reverts instead. {@link chooseRefundTo} chooses one.
 * - Units: amounts in the smallest unit of `payment.token`, `deadline` in Unix seconds.
 * - Trust: the order commits to the call. The receiver checks the solver's evidence against it in `authorizeFill`, which anyone
 *   may send. Deposit on the origin chain only after that is confirmed.
 * - Warning: `deadline` must not be later than the order's deadline, which the service chooses. Choose an earlier one.
 *
 * @throws {@link PaymentFieldError} if a term is malformed or no receiver would take it.
 *
 * @example
 * import { prepareAuthorizedCall } from 'fillproof/contract'
 * import { zeroAddress } from 'viem'
 *
 * const { txs, callHash } = prepareAuthorizedCall({
 *   chainId: 8453,
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   payment: {
 *     originChainId: 1,
 *     originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     originCurrency: zeroAddress,
 *     token: zeroAddress,
 *     minimum: 700000000000000000n,
 *     recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     refundTo: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     deadline: 1800000000,
 *   },
 * })
 *
 * txs.map(({ to, value }) => ({ to, value }))
 * // [{ to: '0x1234567890123456789012345678901234567890', value: '700000000000000000' }]
 */
export function prepareAuthorizedCall(
  parameters: PrepareAuthorizedCallParameters,
): PrepareAuthorizedCallReturnType {
  const chainId = needPaymentField(
    toChainId(parameters.chainId),
    'chainId',
    parameters.chainId,
    'a chain id above 0',
  )
  const receiver = readPaymentAddress(parameters.receiver, 'receiver')
  needPaymentField(toRecord(parameters.payment), 'payment', parameters.payment, 'an object')
  const payment = readPayment(parameters.payment)
  const { token, minimum, maximum, recipient, refundTo } = payment
  const isNative = token === zeroAddress
  needPaymentField(
    !isNative || maximum === minimum || undefined,
    'maximum',
    maximum,
    'the minimum, since a native amount is exact',
  )

  const chain = readChain(parameters, chainId)
  const router =
    isNative && parameters.router === undefined ? undefined : readRouter(parameters.router, chain)
  const own = [receiver, ...(isNative ? [] : [token]), ...(router ? [router.address] : [])]
  const forbidden = [...own, ...contractsOf(chain)]
  requireOther('recipient', recipient, forbidden)
  if (refundTo !== zeroAddress) requireOther('refundTo', refundTo, forbidden)
  const { sweepTo } = parameters
  needPaymentField(
    refundTo === zeroAddress || sweepTo === undefined || undefined,
    'sweepTo',
    sweepTo,
    'omitted, since refundTo is set',
  )

  const data = encodeFunctionData({
    abi: attestedOrderReceiverAbi,
    functionName: 'payAuthorized',
    args: [payment],
  })
  const callHash = hashPayment({ chainId, receiver, payment })
  if (!router || isNative) {
    return { txs: [{ to: receiver, value: String(minimum), data }], payment, callHash }
  }

  const left = refundTo === zeroAddress ? readPaymentAddress(sweepTo ?? zeroAddress, 'sweepTo') : refundTo
  requireOther('sweepTo', left, forbidden)
  const approve = (amount: bigint): QuoteCall => ({
    to: token,
    value: '0',
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [receiver, amount] }),
  })
  const sweep: QuoteCall = { to: router.address, value: '0', data: encodeSweep(router.form, token, left) }
  const txs = [approve(0n), approve(maximum), { to: receiver, value: '0', data }, approve(0n), sweep]
  return { txs, payment, callHash }
}

function readChain(
  { profile = 'relay' }: PrepareAuthorizedCallParameters,
  chainId: number,
): ServiceProfileChain | undefined {
  const found = needPaymentField(
    findProfile(profile),
    'profile',
    profile,
    'the name of a profile, or a profile',
  )
  return found.chains?.find(({ id }) => id === chainId)
}

function readRouter(
  router: PrepareAuthorizedCallParameters['router'],
  { routers = [] }: Partial<ServiceProfileChain> = {},
): Router {
  if (typeof router === 'object') {
    const isForm = Object.hasOwn(sweepAbis, router.form)
    const form = needPaymentField(
      isForm ? router.form : undefined,
      'router.form',
      router.form,
      'plain or metadata',
    )
    return { address: readPaymentAddress(router.address, 'router.address'), form }
  }
  const requirement = "one of the profile's routers on the chain, or an address with a form"
  if (router === undefined) return needPaymentField(routers[0], 'router', router, requirement)
  const address = readPaymentAddress(router, 'router')
  const listed = routers.find((candidate) => isAddressEqual(candidate.address, address))
  return needPaymentField(listed, 'router', router, requirement)
}

function requireOther(field: string, address: Address, forbidden: readonly (string | undefined)[]): void {
  const isOther = !hasAddress(forbidden, address)
  const requirement = 'an address other than the receiver, the token, Permit2 and the service contracts'
  needPaymentField(isOther || undefined, field, address, requirement)
}
