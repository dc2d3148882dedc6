import { type Address, getAddress, type Hex, keccak256, padHex } from 'viem'
import { toRecord } from '../../base/values.js'
import { hashCalls, hashFee, hashList, hashText, hashWords, typeHashes, uint } from './hashStructs.js'
import { readFee } from './parseOrder.js'
import {
  readBytes,
  readChain,
  readChainAddress,
  readDeadline,
  readEvmAddress,
  readList,
  readOrderAmount,
  readOrderRecord,
  readOrderText,
  readSalt,
} from './readOrderField.js'
import type { OrderAmount, OrderFee } from './types.js'
import { readEvmChains } from './withEvmChains.js'

/** `orderData` of version 2. No contract takes it yet. */
export type OrderDataV2 = {
  version: 'v2'
  relayerChainId: string
  relayer: string
  salt: string
  /** Unix seconds, uint32: of fill and refund. */
  deadline: number
  input: { chainId: string; currency: string; amount: OrderAmount }
  refunds: readonly { chainId: string; currency: string; minimumAmount: OrderAmount; recipient: string }[]
  output: {
    chainId: string
    /** The depository's payment to the router. */
    withdraw: { currency: string; minimumAmount: OrderAmount }
    /** The router's delivery, with the user's calls last. */
    fill: { currency: string; minimumAmount: OrderAmount; recipient: string; calls: readonly string[] }
  }
  fees: readonly OrderFee[]
}

/** An order of version 2 with its output in full, and everything else as hashes. */
export type OrderProofV2 = {
  versionHash: Hex
  relayerChainIdHash: Hex
  relayer: Address
  salt: bigint
  deadline: number
  inputHash: Hex
  refundsHash: Hex
  output: {
    chainId: string
    withdraw: { currency: Hex; minimumAmount: bigint }
    fill: { currency: Hex; minimumAmount: bigint; recipient: Hex; calls: Hex[] }
  }
  feesHash: Hex
}

const feeType =
  'Fee(string recipientChainId,bytes recipient,string currencyChainId,bytes currency,uint256 amount)'
const fillType = 'Fill(bytes currency,uint256 minimumAmount,bytes recipient,bytes[] calls)'
const inputType = 'Input(string chainId,bytes currency,uint256 amount)'
const outputType = 'Output(string chainId,Withdraw withdraw,Fill fill)'
const refundType = 'Refund(string chainId,bytes currency,uint256 minimumAmount,bytes recipient)'
const withdrawType = 'Withdraw(bytes currency,uint256 minimumAmount)'
const orderType =
  'Order(string version,string relayerChainId,address relayer,uint256 salt,uint32 deadline,Input input,Refund[] refunds,Output output,Fee[] fees)'

export const typeHashesV2 = {
  fee: typeHashes.fee,
  fill: /* @__PURE__ */ hashText(fillType),
  input: /* @__PURE__ */ hashText(inputType),
  order: /* @__PURE__ */ hashText(
    orderType + feeType + fillType + inputType + outputType + refundType + withdrawType,
  ),
  output: /* @__PURE__ */ hashText(outputType + fillType + withdrawType),
  refund: /* @__PURE__ */ hashText(refundType),
  withdraw: /* @__PURE__ */ hashText(withdrawType),
} as const

/** The versions have the same name of their struct: version and fields distinguish them. */
export function isOrderV2(orderData: unknown): orderData is OrderDataV2 {
  const { version, relayer } = toRecord(orderData) ?? {}
  return version === 'v2' && relayer !== undefined
}

/**
 * Reveals the output of an order of version 2, and hashes the rest of it.
 *
 * - Rule: `hashOrder` of the same order is the id that these words hash to.
 * - Warning: no contract takes an order of version 2 yet.
 *
 * @param orderData - {@link OrderDataV2}
 * @returns {@link OrderProofV2}
 * @throws {@link OrderFieldError} with the path of the first malformed field, {@link UnknownChainError} with that of a
 * chain that is not known.
 *
 * @example
 * import { proveOrderV2Output } from 'fillproof'
 *
 * const native = '0x0000000000000000000000000000000000000000'
 * const recipient = '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd'
 * const { output } = proveOrderV2Output({
 *   version: 'v2',
 *   relayerChainId: 'base',
 *   relayer: '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
 *   salt: '0x01',
 *   deadline: 1791082506,
 *   input: { chainId: 'base', currency: native, amount: '100' },
 *   refunds: [],
 *   output: {
 *     chainId: 'optimism',
 *     withdraw: { currency: native, minimumAmount: '99' },
 *     fill: { currency: native, minimumAmount: '98', recipient, calls: [] },
 *   },
 *   fees: [],
 * })
 *
 * output.fill.minimumAmount
 * // 98n
 */
export function proveOrderV2Output(orderData: OrderDataV2): OrderProofV2 {
  const order = readOrderRecord(orderData, 'orderData')
  const evmChains = readEvmChains(orderData)
  return {
    versionHash: hashText(readOrderText(order.version, 'version')),
    relayerChainIdHash: hashText(readOrderText(order.relayerChainId, 'relayerChainId')),
    relayer: getAddress(readEvmAddress(order.relayer, 'relayer')),
    salt: readSalt(order.salt, 'salt'),
    deadline: readDeadline(order.deadline, 'deadline'),
    inputHash: hashInput(order.input, evmChains),
    refundsHash: hashList(
      readList(order.refunds, 'refunds', (refund, at) => hashRefund(refund, at, evmChains)),
      (hash) => hash,
    ),
    output: readOutput(order.output, evmChains),
    feesHash: hashList(
      readList(order.fees, 'fees', (fee, at) => readFee(fee, at, evmChains)),
      hashFee,
    ),
  }
}

/** Computes the order id of version 2: EIP-712 hashStruct, without a domain. */
export function hashProofV2(proof: OrderProofV2): Hex {
  const { chainId, withdraw, fill } = proof.output
  return hashWords(
    typeHashesV2.order,
    proof.versionHash,
    proof.relayerChainIdHash,
    padHex(proof.relayer, { size: 32 }),
    uint(proof.salt),
    uint(proof.deadline),
    proof.inputHash,
    proof.refundsHash,
    hashWords(
      typeHashesV2.output,
      hashText(chainId),
      hashWords(typeHashesV2.withdraw, keccak256(withdraw.currency), uint(withdraw.minimumAmount)),
      hashWords(
        typeHashesV2.fill,
        keccak256(fill.currency),
        uint(fill.minimumAmount),
        keccak256(fill.recipient),
        hashCalls(fill.calls),
      ),
    ),
    proof.feesHash,
  )
}

function hashInput(value: unknown, evmChains: readonly string[]): Hex {
  const input = readOrderRecord(value, 'input')
  const chain = readChain(input.chainId, 'input.chainId', evmChains)
  return hashWords(
    typeHashesV2.input,
    hashText(chain.name),
    keccak256(readChainAddress(input.currency, 'input.currency', chain)),
    uint(readOrderAmount(input.amount, 'input.amount')),
  )
}

function hashRefund(value: unknown, at: string, evmChains: readonly string[]): Hex {
  const refund = readOrderRecord(value, at)
  const chain = readChain(refund.chainId, `${at}.chainId`, evmChains)
  return hashWords(
    typeHashesV2.refund,
    hashText(chain.name),
    keccak256(readChainAddress(refund.currency, `${at}.currency`, chain)),
    uint(readOrderAmount(refund.minimumAmount, `${at}.minimumAmount`)),
    keccak256(readChainAddress(refund.recipient, `${at}.recipient`, chain)),
  )
}

function readOutput(value: unknown, evmChains: readonly string[]): OrderProofV2['output'] {
  const output = readOrderRecord(value, 'output')
  const chain = readChain(output.chainId, 'output.chainId', evmChains)
  const withdraw = readOrderRecord(output.withdraw, 'output.withdraw')
  const fill = readOrderRecord(output.fill, 'output.fill')
  return {
    chainId: chain.name,
    withdraw: {
      currency: readChainAddress(withdraw.currency, 'output.withdraw.currency', chain),
      minimumAmount: readOrderAmount(withdraw.minimumAmount, 'output.withdraw.minimumAmount'),
    },
    fill: {
      currency: readChainAddress(fill.currency, 'output.fill.currency', chain),
      minimumAmount: readOrderAmount(fill.minimumAmount, 'output.fill.minimumAmount'),
      recipient: readChainAddress(fill.recipient, 'output.fill.recipient', chain),
      calls: readList(fill.calls, 'output.fill.calls', readBytes),
    },
  }
}
