import { type Address, getAddress, type Hex } from 'viem'
import {
  type ChainAddresses,
  type OrderChain,
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
import type { EncodedInput, OrderChains, OrderProof } from './types.js'

/** An order as it is hashed: addresses and currencies are bytes, amounts are bigints. */
export type Order = {
  version: string
  solverChainId: string
  solver: Address
  salt: bigint
  inputs: EncodedInput[]
  output: OrderProof['output']
  fees: { recipientChainId: string; recipient: Hex; currencyChainId: string; currency: Hex; amount: bigint }[]
}

type ChainReader = (value: unknown, field: string) => OrderChain

/** Reads `protocol.v2.orderData`. Unknown fields are left out. */
export function readOrderData(
  orderData: unknown,
  { evmChains }: OrderChains,
  addresses: ChainAddresses,
): Order {
  const known = readList(evmChains ?? [], 'evmChains', readOrderText)
  const chainOf: ChainReader = (value, field) => ({ ...readChain(value, field, known), addresses })
  const order = readOrderRecord(orderData, 'orderData')
  return {
    version: readOrderText(order.version, 'version'),
    solverChainId: readOrderText(order.solverChainId, 'solverChainId'),
    solver: getAddress(readEvmAddress(order.solver, 'solver')),
    salt: readSalt(order.salt, 'salt'),
    inputs: readList(order.inputs, 'inputs', (value, at) => {
      const input = readOrderRecord(value, at)
      return {
        payment: readOnChain(paymentFields, input.payment, `${at}.payment`, chainOf),
        refunds: readList(input.refunds, `${at}.refunds`, (refund, path) =>
          readOnChain(refundFields, refund, path, chainOf),
        ),
      }
    }),
    output: readOnChain(outputFields, order.output, 'output', chainOf),
    fees: readList(order.fees, 'fees', (fee, at) => readFee(fee, at, chainOf)),
  }
}

type Fields<record> = {
  [name in keyof record]: (value: unknown, path: string, chain: OrderChain) => record[name]
}

const paymentFields = { currency: readChainAddress, amount: readOrderAmount, weight: readOrderAmount }
const refundFields = {
  recipient: readChainAddress,
  currency: readChainAddress,
  minimumAmount: readOrderAmount,
  deadline: readDeadline,
  extraData: readBytes,
}
const outputPaymentFields = {
  recipient: readChainAddress,
  currency: readChainAddress,
  minimumAmount: readOrderAmount,
  expectedAmount: readOrderAmount,
}
const outputFields: Fields<Omit<Order['output'], 'chainId'>> = {
  payments: (value, path, chain) =>
    readList(value, path, (payment, at) => readFields(outputPaymentFields, payment, at, chain)),
  deadline: readDeadline,
  calls: (value, path) => readList(value, path, readBytes),
  extraData: readBytes,
}

/** Reads a record that names its chain, whose addresses have that chain's form. */
function readOnChain<record>(
  fields: Fields<record>,
  value: unknown,
  at: string,
  chainOf: ChainReader,
): record & { chainId: string } {
  const chain = chainOf(readOrderRecord(value, at).chainId, `${at}.chainId`)
  return { chainId: chain.name, ...readFields(fields, value, at, chain) }
}

function readFields<record>(fields: Fields<record>, value: unknown, at: string, chain: OrderChain): record {
  const found = readOrderRecord(value, at)
  const names = Object.keys(fields) as (keyof record & string)[]
  const read = names.map((name) => [name, fields[name](found[name], `${at}.${name}`, chain)])
  return Object.fromEntries(read) as record
}

function readFee(value: unknown, at: string, chainOf: ChainReader): Order['fees'][number] {
  const fee = readOrderRecord(value, at)
  const recipientChain = chainOf(fee.recipientChainId, `${at}.recipientChainId`)
  const currencyChain = chainOf(fee.currencyChainId, `${at}.currencyChainId`)
  return {
    recipientChainId: recipientChain.name,
    recipient: readChainAddress(fee.recipient, `${at}.recipient`, recipientChain),
    currencyChainId: currencyChain.name,
    currency: readChainAddress(fee.currency, `${at}.currency`, currencyChain),
    amount: readOrderAmount(fee.amount, `${at}.amount`),
  }
}
