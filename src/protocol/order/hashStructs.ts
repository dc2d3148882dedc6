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
// The JSON lists calls before deadline; the type has them the other way round.
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

export function hashText(text: string): Hex {
  return keccak256(stringToHex(text))
}

/** EIP-712 encodes an array as the hash of its items' words, so an empty one is the hash of nothing. */
export function hashList<item>(items: readonly item[], hashItem: (item: item) => Hex): Hex {
  return keccak256(concatHex(items.map(hashItem)))
}

export function hashInput({ payment, refunds }: Order['inputs'][number]): Hex {
  return hashInputProof({ payment, refundsHash: hashRefunds(refunds) })
}

export function hashInputProof({ payment, refundsHash }: SignedOrderInput): Hex {
  return hashWords(
    typeHashes.input,
    hashWords(
      typeHashes.inputPayment,
      hashText(payment.chainId),
      keccak256(payment.currency),
      uint(payment.amount),
      uint(payment.weight),
    ),
    refundsHash,
  )
}

export function hashRefunds(refunds: Order['inputs'][number]['refunds']): Hex {
  return hashList(refunds, hashRefund)
}

function hashRefund(refund: Order['inputs'][number]['refunds'][number]): Hex {
  return hashWords(
    typeHashes.inputRefund,
    hashText(refund.chainId),
    keccak256(refund.recipient),
    keccak256(refund.currency),
    uint(refund.minimumAmount),
    uint(refund.deadline),
    keccak256(refund.extraData),
  )
}

export function hashOutput(output: OrderProof['output']): Hex {
  return hashWords(
    typeHashes.output,
    hashText(output.chainId),
    hashList(output.payments, hashOutputPayment),
    uint(output.deadline),
    hashCalls(output.calls),
    keccak256(output.extraData),
  )
}

/** Returns the EIP-712 hash of `bytes[]`. */
export function hashCalls(calls: readonly Hex[]): Hex {
  return hashList(calls, (call) => keccak256(call))
}

export function hashOutputPayment(payment: OrderProof['output']['payments'][number]): Hex {
  return hashWords(
    typeHashes.outputPayment,
    keccak256(payment.recipient),
    keccak256(payment.currency),
    uint(payment.minimumAmount),
    uint(payment.expectedAmount),
  )
}

export function hashFee(fee: Order['fees'][number]): Hex {
  return hashWords(
    typeHashes.fee,
    hashText(fee.recipientChainId),
    keccak256(fee.recipient),
    hashText(fee.currencyChainId),
    keccak256(fee.currency),
    uint(fee.amount),
  )
}

export function hashProof(proof: OrderProof): Hex {
  return hashWords(
    typeHashes.order,
    proof.versionHash,
    proof.solverChainIdHash,
    padHex(proof.solver, { size: 32 }),
    uint(proof.salt),
    proof.inputsHash,
    hashOutput(proof.output),
    proof.feesHash,
  )
}

function hashWords(...words: Hex[]): Hex {
  return keccak256(concatHex(words))
}

function uint(value: bigint | number): Hex {
  return numberToHex(value, { size: 32 })
}
