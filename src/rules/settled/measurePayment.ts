import { type Hex, zeroAddress } from 'viem'
import { isSame } from './isSame.js'
import { isNativeLogger, notKnown } from './nativeTransfers.js'
import { readCalldata } from './readCalldata.js'
import { readFillContract } from './readFillContract.js'
import { fail, nothing, pass, type SettlementResult, unchecked, unknown } from './rows.js'
import { readLogs } from './settlementEvents.js'
import type { CountedPayment, SettlementPlace } from './types.js'

/** The rules of one payment, in the order of the rows. */
export const paymentRules = [
  'deadline',
  'orderId',
  'transfers',
  'nativeDirect',
  'nativeTransfers',
  'minimumAmounts',
] as const

export type PaymentRule = (typeof paymentRules)[number]

export type MeasurePaymentParameters = {
  orderId: Hex
  /** The chain's name in orders. */
  chainName: string
  /** The payment's name in messages. */
  label: string
  currency: Hex
  /** Null if the recipient depends on a deposit that is not known. */
  recipient: Hex | null
  /** Null if the minimum depends on deposits that are not known. */
  minimum: bigint | null
  deadline: number
  extraData: Hex
  place: SettlementPlace
}

export type MeasurePaymentReturnType = CountedPayment & { findings: Record<PaymentRule, SettlementResult> }

type Counted = Pick<CountedPayment, 'countedBy' | 'amount'> & {
  findings: Pick<MeasurePaymentReturnType['findings'], 'transfers' | 'nativeDirect' | 'nativeTransfers'>
}

/** Counts one payment of an order, and applies the oracle's rules to its transaction. */
export function measurePayment(parameters: MeasurePaymentParameters): MeasurePaymentReturnType {
  const { minimum, place, label } = parameters
  const { countedBy, amount: counted, findings } = count(parameters)
  // A reverted transaction moved nothing, whatever its value is.
  const amount = place.receipt?.status === 'reverted' ? 0n : counted
  return {
    countedBy,
    amount,
    minimum,
    findings: {
      deadline: judgeDeadline(parameters),
      orderId: judgeSuffix(parameters),
      ...findings,
      minimumAmounts: judgeMinimum(label, amount, minimum),
    },
  }
}

function judgeDeadline({ deadline, place: { block } }: MeasurePaymentParameters): SettlementResult {
  if (!block) return unchecked('the block is absent')
  const timestamp = Number(block.timestamp)
  if (timestamp <= deadline) return pass(timestamp, deadline)
  return fail(`The block came ${timestamp - deadline} s after the deadline.`, timestamp, deadline)
}

function judgeSuffix({
  orderId,
  chainName,
  place: { transaction },
}: MeasurePaymentParameters): SettlementResult {
  if (!transaction) return unchecked('the transaction is absent')
  const input = readCalldata(transaction, chainName)
  if (input === undefined) return unchecked('the transaction shows no calldata')
  const found: Hex = `0x${input.slice(2).slice(-64)}`
  if (input.endsWith(orderId.slice(2))) return pass(found, orderId)
  return fail("The transaction's calldata does not end with the order's id.", found, orderId)
}

function judgeMinimum(label: string, amount: bigint | null, minimum: bigint | null): SettlementResult {
  if (amount === null) return unchecked(`${label} could not be counted`)
  if (minimum === null) return unchecked(`the minimum of ${label} depends on deposits that are not known`)
  if (amount >= minimum) return pass(amount, minimum)
  return fail(`Only ${amount} counts for ${label}, less than the minimum of ${minimum}.`, amount, minimum)
}

function count(parameters: MeasurePaymentParameters): Counted {
  return parameters.currency === zeroAddress ? countNative(parameters) : countTransfers(parameters)
}

function countTransfers({ label, currency, recipient, minimum, place }: MeasurePaymentParameters): Counted {
  const noNative = nothing(`${label} is not in the native currency`)
  const end = (transfers: SettlementResult, amount: bigint | null): Counted => ({
    countedBy: 'transfers',
    amount,
    findings: { transfers, nativeDirect: noNative, nativeTransfers: noNative },
  })
  if (!place.receipt) return end(unchecked('the receipt is absent'), null)
  if (recipient === null) return end(unchecked(`the recipient of ${label} is not known`), null)
  if (isNativeLogger(currency)) return end(unknown(notKnown), null)
  const amount = sum(
    readLogs(place.receipt.logs, 'Transfer').filter(
      ({ address, args }) => isSame(address, currency) && isSame(args.to, recipient),
    ),
  )
  const message = `No Transfer log of ${currency} to ${recipient} counts for ${label}.`
  return end(judgeCounted(amount, minimum, message), amount)
}

function countNative(parameters: MeasurePaymentParameters): Counted {
  const { orderId, chainName, label, recipient, minimum, extraData, place } = parameters
  const { transaction, receipt } = place
  const transfers = nothing(`${label} is in the native currency`)
  const unknown = (finding: SettlementResult): Counted => ({
    countedBy: null,
    amount: null,
    findings: { transfers, nativeDirect: finding, nativeTransfers: finding },
  })
  if (!transaction) return unknown(unchecked('the transaction is absent'))
  if (recipient === null) return unknown(unchecked(`the recipient of ${label} is not known`))

  const { to, value = 0n } = transaction
  const isDirect = to && isSame(to, recipient) && readCalldata(transaction, chainName)?.startsWith(orderId)
  if (isDirect) {
    const nativeDirect = judgeCounted(value, minimum, `The transaction brings no value for ${label}.`)
    const nativeTransfers = nothing(`the transaction pays ${label} directly`)
    return {
      countedBy: 'nativeDirect',
      amount: value,
      findings: { transfers, nativeDirect, nativeTransfers },
    }
  }

  const nativeDirect = nothing(`the transaction does not pay ${label} directly`)
  const end = (nativeTransfers: SettlementResult, amount: bigint | null): Counted => ({
    countedBy: 'nativeTransfers',
    amount,
    findings: { transfers, nativeDirect, nativeTransfers },
  })
  const fillContract = readFillContract(extraData)
  if (!fillContract) return end(fail('The extraData names no fill contract.', extraData), null)
  if (!receipt) return end(unchecked('the receipt is absent'), null)
  const amount = sum(
    readLogs(receipt.logs, 'SolverNativeTransfer').filter(
      ({ address, args }) => isSame(address, fillContract) && isSame(args.to, recipient),
    ),
  )
  const message = `No SolverNativeTransfer log of ${fillContract} to ${recipient} counts for ${label}.`
  return end(judgeCounted(amount, minimum, message), amount)
}

/** Checks that a payment was counted. The rule `minimumAmounts` checks that the amount is enough. */
function judgeCounted(amount: bigint, minimum: bigint | null, message: string): SettlementResult {
  if (amount > 0n || minimum === 0n) return pass(amount)
  return minimum === null
    ? unchecked('the minimum depends on deposits that are not known')
    : fail(message, amount)
}

function sum(logs: readonly { args: { amount: bigint } }[]): bigint {
  return logs.reduce((total, { args }) => total + args.amount, 0n)
}
