import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, zeroAddress } from 'viem'
import { fillReceiverAbi } from '../abi/fillReceiver.js'
import type { PaymentFieldError } from '../errors/contract.js'
import { toChainId } from '../format/values.js'
import { hashPayment } from '../payment/hashPayment.js'
import { need, type Payment, type PaymentInput, readOtherThanZero, readPayment } from '../payment/payment.js'

export type PrepareAuthorizedCallParameters = {
  /** The destination chain, where the receiver is. */
  chainId: number
  receiver: Address
  /** The terms, which the solver's order will commit to. */
  payment: PaymentInput
  /** The service's multicall router on the destination chain; needed for tokens. */
  router?: Address | undefined
  /** Who gets tokens that the router has left; the payment's recipient by default. */
  sweepTo?: Address | undefined
}

/** One entry of a quote's `txs`. `value` is decimal, in wei. */
export type QuoteCall = { to: Address; value: string; data: Hex }

export type PrepareAuthorizedCallReturnType = {
  /** For the quote request. */
  txs: QuoteCall[]
  /** The whole terms, the salt among them. */
  payment: Payment
  /** Identifies the call onchain. */
  callHash: Hex
}

export type PrepareAuthorizedCallErrorType = PaymentFieldError

const routerAbi = parseAbi([
  'function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts)',
])

/**
 * Makes the entries of a quote's `txs` with which a solver that knows nothing of fillproof pays a receiver.
 *
 * - Rule: native currency: one call of `payAuthorized` with the minimum as its value. A token: the router approves
 *   nothing, then the maximum, calls, approves nothing again, and sweeps what is left. It never approves without limit.
 * - Units: amounts in the smallest unit of `payment.token`, `deadline` in Unix seconds.
 * - Trust: the order commits to the call, and the receiver holds the solver's attestation against it when somebody
 *   sends `authorizeFill`. Deposit on the origin chain only after that is confirmed.
 * - Warning: `deadline` must not be later than the order's, which the service chooses. Ask for less than it gives.
 *
 * @param parameters - {@link PrepareAuthorizedCallParameters}
 * @returns {@link PrepareAuthorizedCallReturnType}
 * @throws {@link PaymentFieldError} when a term is malformed or no receiver would take it.
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
  const chainId = need(toChainId(parameters.chainId), 'chainId', parameters.chainId, 'a chain id above 0')
  const receiver = readOtherThanZero('receiver', parameters.receiver)
  const payment = readPayment(parameters.payment)
  const { recipient } = payment
  need(recipient === receiver ? undefined : recipient, 'recipient', recipient, 'another than the receiver')

  const data = encodeFunctionData({ abi: fillReceiverAbi, functionName: 'payAuthorized', args: [payment] })
  const callHash = hashPayment({ chainId, receiver, payment })
  if (payment.token === zeroAddress) {
    return { txs: [{ to: receiver, value: String(payment.minimum), data }], payment, callHash }
  }

  const router = readOtherThanZero('router', parameters.router ?? zeroAddress)
  const sweepTo = readOtherThanZero('sweepTo', parameters.sweepTo ?? payment.recipient)
  const approve = (amount: bigint): QuoteCall => ({
    to: payment.token,
    value: '0',
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [receiver, amount] }),
  })
  const sweep: QuoteCall = {
    to: router,
    value: '0',
    data: encodeFunctionData({
      abi: routerAbi,
      functionName: 'cleanupErc20s',
      args: [[payment.token], [sweepTo], [0n]],
    }),
  }
  const txs = [approve(0n), approve(payment.maximum), { to: receiver, value: '0', data }, approve(0n), sweep]
  return { txs, payment, callHash }
}
