import { type Hex, zeroAddress } from 'viem'
import { isEvmChain } from '../../protocol/order/chainVm.js'
import type { OrderFieldError, UnknownChainError } from '../../protocol/order/errors.js'
import type { Order } from '../../protocol/order/readOrderData.js'
import type { OrderChains, OrderData } from '../../protocol/order/types.js'
import type { SettlementFieldError } from './errors.js'
import { type CheckDepositsReturnType, judgeDeposits, wholeDifference } from './judgeDeposits.js'
import { judgeOrderSignature } from './judgeOrderSignature.js'
import { judgeFinality, judgeReceiptStatus, readOptions, requireOnePlace } from './judgePlace.js'
import { measurePayment, type PaymentRule, paymentRules } from './measurePayment.js'
import { readOrder } from './readOrder.js'
import { combine, fail, isSettled, nothing, pass, type SettlementResult, unchecked } from './rows.js'
import type { CountedPayment, SettlementDeposit, SettlementPlace, SettlementRow } from './types.js'

/** The transaction that refunded one input. */
export type SettlementRefund = SettlementPlace & {
  inputIndex: number
  /** The index of the paid entry in the input's `refunds`. */
  refundIndex: number
}

export type VerifyRefundSettlementParameters = OrderChains & {
  /** The quote's `protocol.v2.orderData`. */
  orderData: OrderData
  /** The quote's `protocol.v2.orderSignature`. */
  orderSignature?: Hex | undefined
  /** One refund for each input of the order. */
  refunds: readonly SettlementRefund[]
  /** The transactions that paid the order's inputs. */
  deposits?: readonly SettlementDeposit[] | undefined
}

export type RefundSettlementRule =
  | 'onchainIds'
  | 'orderSignature'
  | 'deposits'
  | 'refunds'
  | 'status'
  | 'finality'
  | PaymentRule

export type VerifyRefundSettlementReturnType = {
  /** False if a rule failed. Null if no rule failed, but one was not checked or is not known. */
  settled: boolean | null
  orderId: Hex
  /** One row for each rule, in a fixed order. */
  rows: SettlementRow<RefundSettlementRule>[]
  /** The refund counted for each of `inputs`. Null if no refund is given for it. */
  refunds: (CountedPayment | null)[]
  /**
   * The difference between the deposited and the requested amount, as a share of the requested amount: 10^18 is 100 %. Null if
   * unknown.
   */
  difference: bigint | null
}

export type VerifyRefundSettlementErrorType = OrderFieldError | UnknownChainError | SettlementFieldError

/**
 * Verifies, by the rules of the service's oracle, whether transactions refund an order, and which amounts count.
 *
 * - Every input needs a refund. A refund is counted by the same rules as the payment of a fill. The refund's minimum grows or
 *   shrinks with the deposited amount: `minimumAmount + minimumAmount * difference / 10^18`, truncated toward zero.
 * - A refund to the zero address goes to the depositor.
 * - A row whose input is absent is not checked: its `ok` is null. A rule that has nothing to check passes.
 * - Units: amounts in the smallest unit, times in Unix seconds.
 * - Trust: transactions, receipts and blocks are only as true as the node that returned them.
 *
 * @returns The report. {@link VerifyRefundSettlementReturnType}
 * @throws {@link OrderFieldError} if the order can't be parsed or is not v1, {@link UnknownChainError} if it names an unknown
 * chain, {@link SettlementFieldError} on parts of different transactions or blocks.
 *
 * @example
 * import { hashOrder, verifyRefundSettlement } from 'fillproof'
 *
 * const { orderData } = quote.protocol.v2
 * const [{ recipient }] = orderData.inputs[0].refunds
 * const hash = '0x1111111111111111111111111111111111111111111111111111111111111111'
 * const transaction = { hash, to: recipient, input: hashOrder(orderData), value: 9n }
 *
 * const { refunds } = await verifyRefundSettlement({
 *   orderData,
 *   refunds: [{ inputIndex: 0, refundIndex: 0, transaction }],
 * })
 * refunds
 * // [{ countedBy: 'nativeDirect', amount: 9n, minimum: 0n }]
 */
export async function verifyRefundSettlement(
  parameters: VerifyRefundSettlementParameters,
): Promise<VerifyRefundSettlementReturnType> {
  const { orderData, evmChains, orderSignature, refunds, deposits } = readOptions(parameters, 'refunds')
  const order = readOrder(orderData, { evmChains })
  const { orderId } = order
  for (const [index, refund] of refunds.entries()) requireOnePlace(refund, `refunds[${index}].`)
  const origin = judgeDeposits(order, deposits)
  const checks = order.inputs.map((input, index) => judgeInput({ orderId, input, index, refunds, origin }))
  const row = <name extends keyof InputFindings>(name: name): SettlementRow<name> => {
    const empty = nothing('the order has no inputs')
    return {
      name,
      ...combine(
        checks.map(({ findings }) => findings[name]),
        empty,
      ),
    }
  }
  const rows: SettlementRow<RefundSettlementRule>[] = [
    { name: 'onchainIds', ...origin.findings.onchainIds },
    { name: 'orderSignature', ...(await judgeOrderSignature(order, orderSignature)) },
    { name: 'deposits', ...origin.findings.deposits },
    row('refunds'),
    row('status'),
    row('finality'),
    ...paymentRules.map(row),
  ]
  return {
    settled: isSettled(rows),
    orderId,
    rows,
    refunds: checks.map(({ counted }) => counted),
    difference: origin.difference,
  }
}

type InputFindings = Record<'refunds' | 'status' | 'finality' | PaymentRule, SettlementResult>

type CheckInputParameters = {
  orderId: Hex
  input: Order['inputs'][number]
  index: number
  refunds: readonly SettlementRefund[]
  origin: CheckDepositsReturnType
}

function judgeInput({ orderId, input, index, refunds, origin }: CheckInputParameters): {
  counted: CountedPayment | null
  findings: InputFindings
} {
  const label = `the refund of inputs[${index}]`
  const refund = refunds.find(({ inputIndex }) => inputIndex === index)
  const terms = refund && input.refunds[refund.refundIndex]
  if (!refund || !terms) {
    const missing = refund
      ? fail(
          `inputs[${index}] has no refunds[${refund.refundIndex}].`,
          refund.refundIndex,
          input.refunds.length,
        )
      : fail(`inputs[${index}] has no refund.`)
    return { counted: null, findings: allRules(unchecked(`${label} is not known`), missing) }
  }
  if (!isEvmChain(terms.chainId)) {
    const other = unchecked(`${terms.chainId} is not an EVM chain`)
    return { counted: null, findings: allRules(other, other) }
  }
  const isToDepositor = terms.recipient === zeroAddress
  const { countedBy, amount, minimum, findings } = measurePayment({
    orderId,
    chainName: terms.chainId,
    label,
    currency: terms.currency,
    recipient: isToDepositor ? (origin.deposits[index]?.depositor ?? null) : terms.recipient,
    minimum: scale(terms.minimumAmount, origin.difference),
    deadline: terms.deadline,
    extraData: terms.extraData,
    place: refund,
  })
  return {
    counted: { countedBy, amount, minimum },
    findings: {
      ...findings,
      refunds: pass(refund.refundIndex, input.refunds.length),
      status: judgeReceiptStatus(refund),
      finality: judgeFinality(refund),
    },
  }
}

/** Scales a minimum by the difference of the deposits. Null if the difference is needed and not known. */
function scale(minimum: bigint, difference: bigint | null): bigint | null {
  if (minimum === 0n) return 0n
  return difference === null ? null : minimum + (minimum * difference) / wholeDifference
}

function allRules(finding: SettlementResult, refunds: SettlementResult): InputFindings {
  const byRule = Object.fromEntries(paymentRules.map((rule) => [rule, finding])) as Record<
    PaymentRule,
    SettlementResult
  >
  return { ...byRule, refunds, status: finding, finality: finding }
}
