import { type Address, getAddress, type Hex, zeroHash } from 'viem'
import { toAmount, toBytes } from '../base/values.js'
import type { AttestationInput } from '../protocol/attestation/types.js'
import { vmOfRead } from '../protocol/order/chainVm.js'
import { encodeChainAddress } from '../protocol/order/encodeChainAddress.js'
import type { OrderCall } from '../protocol/order/encodeOrderCall.js'
import { hashOrderCalls } from '../protocol/order/hashOrderCalls.js'
import { provePayment } from '../protocol/order/provePayment.js'
import type { OrderChains, OrderData } from '../protocol/order/types.js'
import { needPaymentField } from '../protocol/payment/payment.js'
import { encodeFillContract } from '../rules/fillContract.js'
import { encodeAttestation, readSignature } from './evidence.js'

/** The guard to call. */
export type GuardParameters = { guard: Address }

/** The terms that the payer agrees to. Take them from your own request, never from the quote. */
export type PayerTerms = {
  /** Zero for the native currency. */
  currency: Address
  /** The amount to pay, in the smallest unit of `currency`. */
  amount: bigint
  destinationChainId: number
  /** The recipient, as the destination chain writes addresses. */
  recipient: string
  /** The currency to receive, as the destination chain writes addresses. */
  outputCurrency: string
  /** The least that the order must promise, in the smallest unit of `outputCurrency`. */
  minimum: bigint
  /**
   * An account besides the payer that refunds may go to, in bytes as in the order. By default, refunds may go only to the payer.
   */
  refundTo?: Hex | undefined
  /** The only fill contracts that refunds may name. Pass the profile's routers on the chains of the refunds. Defaults to none. */
  refundContracts?: readonly Address[] | undefined
  /** All calls of your own request, in order. Defaults to none. */
  calls?: readonly OrderCall[] | undefined
  /** A time in Unix seconds. The order's deadline must be later than this time, and later than now. */
  minimumDeadline?: number | undefined
  /** Whether to accept an order without a refund on this chain. All other checks remain. Defaults to false. */
  allowNoRefund?: boolean | undefined
  /**
   * The only fill contract that the order may name. For an order with calls, pass the profile's router. By default, the order
   * must name no fill contract.
   */
  fillContract?: Address | undefined
}

/** An order whose id the solver attested as the request id. */
export type AttestedPayment = OrderChains & {
  /** The attestation, in layout v1. */
  attestation: AttestationInput
  /** Defaults to the attestation's own signature. */
  signature?: Hex | undefined
  /** The quote's `protocol.v2.orderData`. */
  orderData: OrderData
  terms: PayerTerms
}

/** An order that the solver signed. */
export type SignedPayment = OrderChains & {
  /** The quote's `protocol.v2.orderData`. */
  orderData: OrderData
  /** The quote's `protocol.v2.orderSignature`. */
  orderSignature: Hex
  terms: PayerTerms
}

/** Encodes the arguments of `payAttested`. */
export function encodeAttestedPayment(payment: AttestedPayment) {
  const { attestation, orderData, terms } = payment
  const signed = encodeAttestation(attestation, payment.signature)
  return [...signed, provePayment(orderData, payment), encodeTerms(terms, orderData)] as const
}

/** Encodes the arguments of `paySigned`. */
export function encodeSignedPayment(payment: SignedPayment) {
  const { orderData, orderSignature, terms } = payment
  const signature = readSignature(orderSignature, 'orderSignature')
  return [provePayment(orderData, payment), signature, encodeTerms(terms, orderData)] as const
}

/** The arguments of `payAttested` or of `paySigned`. */
export type EncodedPayment = ReturnType<typeof encodeAttestedPayment | typeof encodeSignedPayment>

/** The struct `PayerTerms`. */
export type EncodedTerms = ReturnType<typeof encodeTerms>

/**
 * Encodes the terms for the destination chain of the order. The order must have been parsed before. The guard checks that the
 * payer agreed to that chain.
 */
function encodeTerms(terms: PayerTerms, orderData: OrderData) {
  const { output } = orderData
  const vm = vmOfRead(output.chainId)
  const { currency, amount, destinationChainId, recipient, outputCurrency, minimum } = terms
  const { refundTo = '0x', refundContracts = [], calls = [], fillContract } = terms
  const { minimumDeadline = 0, allowNoRefund = false } = terms
  const isTime = Number.isSafeInteger(minimumDeadline) && minimumDeadline >= 0 && minimumDeadline < 2 ** 48
  const there = (value: string, field: string): Hex =>
    needPaymentField(
      encodeChainAddress(vm, value),
      field,
      value,
      `an address of the order's chain, ${output.chainId}`,
    )
  const isChain = Number.isSafeInteger(destinationChainId) && destinationChainId > 0
  return {
    currency: getAddress(needPaymentField(toBytes(currency, [20]), 'currency', currency, 'hex of 20 bytes')),
    amount: readAmount(amount, 'amount'),
    destinationChainId: BigInt(
      needPaymentField(
        isChain ? destinationChainId : undefined,
        'destinationChainId',
        destinationChainId,
        'a chain id above 0',
      ),
    ),
    recipient: there(recipient, 'recipient'),
    outputCurrency: there(outputCurrency, 'outputCurrency'),
    minimum: readAmount(minimum, 'minimum'),
    refundTo: needPaymentField(toBytes(refundTo), 'refundTo', refundTo, 'hex of whole bytes'),
    refundExtraData: refundContracts.map((account) => toExtraData(account, 'refundContracts')),
    callsHash: calls.length === 0 ? zeroHash : hashOrderCalls(calls),
    extraData: fillContract ? toExtraData(fillContract, 'fillContract') : ('0x' as const),
    minimumDeadline: needPaymentField(
      isTime ? minimumDeadline : undefined,
      'minimumDeadline',
      minimumDeadline,
      'Unix seconds below 2^48',
    ),
    allowNoRefund,
  }
}

function toExtraData(account: Address, field: string): Hex {
  return encodeFillContract(needPaymentField(toBytes(account, [20]), field, account, 'hex of 20 bytes'))
}

function readAmount(value: bigint, field: string): bigint {
  return needPaymentField(toAmount(value), field, value, 'a bigint from 0 to 2^256-1')
}
