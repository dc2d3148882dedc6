import { type Address, getAddress, type Hex } from 'viem'
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
import type { OrderChains, OrderProof } from './types.js'

/** An order as it is hashed: addresses and currencies are bytes, amounts are bigints. */
export type Order = {
  version: string
  solverChainId: string
  solver: Address
  salt: bigint
  inputs: {
    payment: { chainId: string; currency: Hex; amount: bigint; weight: bigint }
    refunds: {
      chainId: string
      recipient: Hex
      currency: Hex
      minimumAmount: bigint
      deadline: number
      extraData: Hex
    }[]
  }[]
  output: OrderProof['output']
  fees: {
    recipientChainId: string
    recipient: Hex
    currencyChainId: string
    currency: Hex
    amount: bigint
  }[]
}

/** Reads `protocol.v2.orderData`. Unknown fields are left out. */
export function parseOrder(orderData: unknown, chains: OrderChains = {}): Order {
  const evmChains = readList(chains.evmChains ?? [], 'evmChains', readOrderText)
  const order = readOrderRecord(orderData, 'orderData')
  return {
    version: readOrderText(order.version, 'version'),
    solverChainId: readOrderText(order.solverChainId, 'solverChainId'),
    solver: getAddress(readEvmAddress(order.solver, 'solver')),
    salt: readSalt(order.salt, 'salt'),
    inputs: readList(order.inputs, 'inputs', (input, at) => readInput(input, at, evmChains)),
    output: readOutput(order.output, evmChains),
    fees: readList(order.fees, 'fees', (fee, at) => readFee(fee, at, evmChains)),
  }
}

function readInput(value: unknown, at: string, evmChains: readonly string[]): Order['inputs'][number] {
  const input = readOrderRecord(value, at)
  const payment = readOrderRecord(input.payment, `${at}.payment`)
  const chain = readChain(payment.chainId, `${at}.payment.chainId`, evmChains)
  return {
    payment: {
      chainId: chain.name,
      currency: readChainAddress(payment.currency, `${at}.payment.currency`, chain),
      amount: readOrderAmount(payment.amount, `${at}.payment.amount`),
      weight: readOrderAmount(payment.weight, `${at}.payment.weight`),
    },
    refunds: readList(input.refunds, `${at}.refunds`, (refund, path) => readRefund(refund, path, evmChains)),
  }
}

function readRefund(
  value: unknown,
  at: string,
  evmChains: readonly string[],
): Order['inputs'][number]['refunds'][number] {
  const refund = readOrderRecord(value, at)
  const chain = readChain(refund.chainId, `${at}.chainId`, evmChains)
  return {
    chainId: chain.name,
    recipient: readChainAddress(refund.recipient, `${at}.recipient`, chain),
    currency: readChainAddress(refund.currency, `${at}.currency`, chain),
    minimumAmount: readOrderAmount(refund.minimumAmount, `${at}.minimumAmount`),
    deadline: readDeadline(refund.deadline, `${at}.deadline`),
    extraData: readBytes(refund.extraData, `${at}.extraData`),
  }
}

function readOutput(value: unknown, evmChains: readonly string[]): Order['output'] {
  const output = readOrderRecord(value, 'output')
  const chain = readChain(output.chainId, 'output.chainId', evmChains)
  return {
    chainId: chain.name,
    payments: readList(output.payments, 'output.payments', (item, at) => {
      const payment = readOrderRecord(item, at)
      return {
        recipient: readChainAddress(payment.recipient, `${at}.recipient`, chain),
        currency: readChainAddress(payment.currency, `${at}.currency`, chain),
        minimumAmount: readOrderAmount(payment.minimumAmount, `${at}.minimumAmount`),
        expectedAmount: readOrderAmount(payment.expectedAmount, `${at}.expectedAmount`),
      }
    }),
    deadline: readDeadline(output.deadline, 'output.deadline'),
    calls: readList(output.calls, 'output.calls', readBytes),
    extraData: readBytes(output.extraData, 'output.extraData'),
  }
}

function readFee(value: unknown, at: string, evmChains: readonly string[]): Order['fees'][number] {
  const fee = readOrderRecord(value, at)
  const recipientChain = readChain(fee.recipientChainId, `${at}.recipientChainId`, evmChains)
  const currencyChain = readChain(fee.currencyChainId, `${at}.currencyChainId`, evmChains)
  return {
    recipientChainId: recipientChain.name,
    recipient: readChainAddress(fee.recipient, `${at}.recipient`, recipientChain),
    currencyChainId: currencyChain.name,
    currency: readChainAddress(fee.currency, `${at}.currency`, currencyChain),
    amount: readOrderAmount(fee.amount, `${at}.amount`),
  }
}
