// EIP-712 struct hashes of an order and its parts, word by word. Twin: the contracts' `Orders` library.
import { concatHex, type Hex, keccak256, numberToHex, padHex, stringToHex } from 'viem'
import type { Order } from './parseOrder.js'
import type { OrderProof, SignedOrderInput } from './types.js'

const feeType =
  'Fee(string recipientChainId,bytes recipient,string currencyChainId,bytes currency,uint256 amount)'
const inputType = 'Input(InputPayment payment,InputRefund[] refunds)'
const inputPaymentType = 'InputPayment(string chainId,bytes currency,uint256 amount,uint256 weight)'
const inputRefundType =
  'InputRefund(string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData)'
const orderType =
  'Order(string version,string solverChainId,address solver,uint256 salt,Input[] inputs,Output output,Fee[] fees)'
// The JSON lists `calls` before `deadline`. The type lists `deadline` first.
const outputType =
  'Output(string chainId,OutputPayment[] payments,uint32 deadline,bytes[] calls,bytes extraData)'
const outputPaymentType =
  'OutputPayment(bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount)'

// A type's hash covers the types that it refers to, in alphabetical order.
export const typeHashes = {
  fee: /* @__PURE__ */ hashText(feeType),
  input: /* @__PURE__ */ hashText(inputType + inputPaymentType + inputRefundType),
  inputPayment: /* @__PURE__ */ hashText(inputPaymentType),
  inputRefund: /* @__PURE__ */ hashText(inputRefundType),
  order: /* @__PURE__ */ hashText(
    orderType + feeType + inputType + inputPaymentType + inputRefundType + outputType + outputPaymentType,
  ),
  output: /* @__PURE__ */ hashText(outputType + outputPaymentType),
  outputPayment: /* @__PURE__ */ hashText(outputPaymentType),
} as const

/** Computes keccak-256 of bytes in hex. Each function here uses viem's by default. */
export type Keccak = (bytes: Hex) => Hex

export function hashText(text: string, keccak: Keccak = keccak256): Hex {
  return keccak(stringToHex(text))
}

/**
 * Hashes an array as EIP-712 does: the hash of the items' concatenated hashes. For an empty array, that is the hash of no bytes.
 */
export function hashList<item>(
  items: readonly item[],
  hashItem: (item: item, keccak: Keccak) => Hex,
  keccak: Keccak = keccak256,
): Hex {
  return keccak(concatHex(items.map((item) => hashItem(item, keccak))))
}

export function hashInput({ payment, refunds }: Order['inputs'][number], keccak: Keccak = keccak256): Hex {
  return hashInputProof({ payment, refundsHash: hashRefunds(refunds, keccak) }, keccak)
}

export function hashInputProof({ payment, refundsHash }: SignedOrderInput, keccak: Keccak = keccak256): Hex {
  return hashWords(
    keccak,
    typeHashes.input,
    hashWords(
      keccak,
      typeHashes.inputPayment,
      hashText(payment.chainId, keccak),
      keccak(payment.currency),
      uint(payment.amount),
      uint(payment.weight),
    ),
    refundsHash,
  )
}

export function hashRefunds(refunds: Order['inputs'][number]['refunds'], keccak: Keccak = keccak256): Hex {
  return hashList(refunds, hashRefund, keccak)
}

function hashRefund(refund: Order['inputs'][number]['refunds'][number], keccak: Keccak = keccak256): Hex {
  return hashWords(
    keccak,
    typeHashes.inputRefund,
    hashText(refund.chainId, keccak),
    keccak(refund.recipient),
    keccak(refund.currency),
    uint(refund.minimumAmount),
    uint(refund.deadline),
    keccak(refund.extraData),
  )
}

export function hashOutput(output: OrderProof['output'], keccak: Keccak = keccak256): Hex {
  return hashWords(
    keccak,
    typeHashes.output,
    hashText(output.chainId, keccak),
    hashList(output.payments, hashOutputPayment, keccak),
    uint(output.deadline),
    hashCalls(output.calls, keccak),
    keccak(output.extraData),
  )
}

/** Returns the EIP-712 hash of `bytes[]`. */
export function hashCalls(calls: readonly Hex[], keccak: Keccak = keccak256): Hex {
  return hashList(calls, (call) => keccak(call), keccak)
}

export function hashOutputPayment(
  payment: OrderProof['output']['payments'][number],
  keccak: Keccak = keccak256,
): Hex {
  return hashWords(
    keccak,
    typeHashes.outputPayment,
    keccak(payment.recipient),
    keccak(payment.currency),
    uint(payment.minimumAmount),
    uint(payment.expectedAmount),
  )
}

export function hashFee(fee: Order['fees'][number], keccak: Keccak = keccak256): Hex {
  return hashWords(
    keccak,
    typeHashes.fee,
    hashText(fee.recipientChainId, keccak),
    keccak(fee.recipient),
    hashText(fee.currencyChainId, keccak),
    keccak(fee.currency),
    uint(fee.amount),
  )
}

export function hashProof(proof: OrderProof, keccak: Keccak = keccak256): Hex {
  return hashWords(
    keccak,
    typeHashes.order,
    proof.versionHash,
    proof.solverChainIdHash,
    padHex(proof.solver, { size: 32 }),
    uint(proof.salt),
    proof.inputsHash,
    hashOutput(proof.output, keccak),
    proof.feesHash,
  )
}

function hashWords(keccak: Keccak, ...words: Hex[]): Hex {
  return keccak(concatHex(words))
}

function uint(value: bigint | number): Hex {
  return numberToHex(value, { size: 32 })
}
