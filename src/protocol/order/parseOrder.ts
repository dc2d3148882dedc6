import { type Address, getAddress, type Hex } from 'viem'
import {
  readAmount,
  readBytes,
  readChainAddress,
  readDeadline,
  readEvmAddress,
  readList,
  readRecord,
  readSalt,
  readText,
} from './readOrderField.js'
import type { OrderProof } from './types.js'

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

/** Reads `protocol.v2.orderData`; fields that the order does not know are left out. */
export function parseOrder(orderData: unknown): Order {
  const order = readRecord(orderData, 'orderData')
  return {
    version: readText(order.version, 'version'),
    solverChainId: readText(order.solverChainId, 'solverChainId'),
    solver: getAddress(readEvmAddress(order.solver, 'solver')),
    salt: readSalt(order.salt, 'salt'),
    inputs: readList(order.inputs, 'inputs', readInput),
    output: readOutput(order.output),
    fees: readList(order.fees, 'fees', readFee),
  }
}

function readInput(value: unknown, at: string): Order['inputs'][number] {
  const input = readRecord(value, at)
  const payment = readRecord(input.payment, `${at}.payment`)
  const chainId = readText(payment.chainId, `${at}.payment.chainId`)
  return {
    payment: {
      chainId,
      currency: readChainAddress(payment.currency, `${at}.payment.currency`, chainId),
      amount: readAmount(payment.amount, `${at}.payment.amount`),
      weight: readAmount(payment.weight, `${at}.payment.weight`),
    },
    refunds: readList(input.refunds, `${at}.refunds`, readRefund),
  }
}

function readRefund(value: unknown, at: string): Order['inputs'][number]['refunds'][number] {
  const refund = readRecord(value, at)
  const chainId = readText(refund.chainId, `${at}.chainId`)
  return {
    chainId,
    recipient: readChainAddress(refund.recipient, `${at}.recipient`, chainId),
    currency: readChainAddress(refund.currency, `${at}.currency`, chainId),
    minimumAmount: readAmount(refund.minimumAmount, `${at}.minimumAmount`),
    deadline: readDeadline(refund.deadline, `${at}.deadline`),
    extraData: readBytes(refund.extraData, `${at}.extraData`),
  }
}

function readOutput(value: unknown): Order['output'] {
  const output = readRecord(value, 'output')
  const chainId = readText(output.chainId, 'output.chainId')
  return {
    chainId,
    payments: readList(output.payments, 'output.payments', (item, at) => {
      const payment = readRecord(item, at)
      return {
        recipient: readChainAddress(payment.recipient, `${at}.recipient`, chainId),
        currency: readChainAddress(payment.currency, `${at}.currency`, chainId),
        minimumAmount: readAmount(payment.minimumAmount, `${at}.minimumAmount`),
        expectedAmount: readAmount(payment.expectedAmount, `${at}.expectedAmount`),
      }
    }),
    deadline: readDeadline(output.deadline, 'output.deadline'),
    calls: readList(output.calls, 'output.calls', readBytes),
    extraData: readBytes(output.extraData, 'output.extraData'),
  }
}

export function readFee(value: unknown, at: string): Order['fees'][number] {
  const fee = readRecord(value, at)
  const recipientChainId = readText(fee.recipientChainId, `${at}.recipientChainId`)
  const currencyChainId = readText(fee.currencyChainId, `${at}.currencyChainId`)
  return {
    recipientChainId,
    recipient: readChainAddress(fee.recipient, `${at}.recipient`, recipientChainId),
    currencyChainId,
    currency: readChainAddress(fee.currency, `${at}.currency`, currencyChainId),
    amount: readAmount(fee.amount, `${at}.amount`),
  }
}
