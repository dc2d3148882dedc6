import type { Address, Hex } from 'viem'
import { isEvmChain } from '../../protocol/order/chainVm.js'
import type { OrderFieldError, UnknownChainError } from '../../protocol/order/errors.js'
import type { Order } from '../../protocol/order/readOrderData.js'
import type { OrderChains, OrderData } from '../../protocol/order/types.js'
import type { SettlementFieldError } from './errors.js'
import { isSame } from './isSame.js'
import { judgeDeposits } from './judgeDeposits.js'
import { judgeOrderSignature } from './judgeOrderSignature.js'
import {
  type JudgeOutputReturnType,
  judgeOutput,
  type OutputRule,
  outputRules,
  skipOutput,
} from './judgeOutput.js'
import { readOptions, requireOnePlace } from './judgePlace.js'
import { paymentRules } from './measurePayment.js'
import { readOrder } from './readOrder.js'
import { fail, isSettled, nothing, type SettlementResult, unchecked, unknown } from './rows.js'
import { readLogs } from './settlementEvents.js'
import type {
  CountedPayment,
  DepositoryDeposit,
  SettlementDeposit,
  SettlementPlace,
  SettlementReceipt,
  SettlementRow,
} from './types.js'

export type VerifyFillSettlementParameters = SettlementPlace &
  OrderChains & {
    /** The quote's `protocol.v2.orderData`. */
    orderData: OrderData
    /** The quote's `protocol.v2.orderSignature`. */
    orderSignature?: Hex | undefined
    /** The transactions that paid the order's inputs. */
    deposits?: readonly SettlementDeposit[] | undefined
    /** The service's depository on the output's chain. It is needed to recognize a payment that the depository itself made. */
    depository?: Address | undefined
  }

/** The oracle's rules, and `called`, which the oracle does not apply. */
export type FillSettlementRule = 'onchainIds' | 'orderSignature' | 'deposits' | OutputRule | 'called'

export type VerifyFillSettlementReturnType = {
  /** False if a rule failed. Null if no rule failed, but one was not checked or is not known. Ignores `called`. */
  settled: boolean | null
  orderId: Hex
  /** One row for each rule, in a fixed order, then `called`. */
  rows: SettlementRow<FillSettlementRule>[]
  /** The amount counted for each of `output.payments`, whether or not the other rules hold. */
  payments: CountedPayment[]
  /** The deposit counted for each of `inputs`. Null if it is not known. */
  deposits: (DepositoryDeposit | null)[]
  /**
   * The difference between the deposited and the requested amount, as a share of the requested amount: 10^18 is 100 %. Null if
   * unknown.
   */
  difference: bigint | null
}

export type VerifyFillSettlementErrorType = OrderFieldError | UnknownChainError | SettlementFieldError

/**
 * Verifies, by the rules of the service's oracle, whether a transaction fills an order, and which amounts count.
 *
 * - The rows for the transaction are `status` and `finality`. The rows for the origin side are `onchainIds`, `orderSignature`
 *   and `deposits`. The rows for the fill are `deadline`, `orderId`, `transfers`, `nativeDirect`, `nativeTransfers`,
 *   `minimumAmounts` and `calls`. docs/settlement.md explains each row.
 * - The row `called` reports whether the order's calls ran, and does not affect `settled`.
 * - If an order has one refund, the depository may also pay it by itself. The oracle then settles the order without checking its
 *   calls, by rules that are not verified here: the rows for the transaction and the fill are null, and so is `called` if there
 *   are calls.
 * - A row whose input is absent is not checked: its `ok` is null. A rule that has nothing to check passes.
 * - Units: amounts in the smallest unit, times in Unix seconds.
 * - Trust: transactions, receipts and blocks are only as true as the node that returned them.
 * - Warning: settled is not paid. The oracle counts what reached an address, whatever a contract did with it. Only the
 *   receiver's `isPaid` proves that the receiver accepted a fill.
 * @returns The report. {@link VerifyFillSettlementReturnType}
 * @throws {@link OrderFieldError} if the order can't be parsed or is not v1, {@link UnknownChainError} if it names an unknown
 * chain, {@link SettlementFieldError} on parts of different transactions or blocks.
 *
 * @example
 * import { hashOrder, verifyFillSettlement } from 'fillproof'
 *
 * const { orderData } = quote.protocol.v2
 * const [{ recipient }] = orderData.output.payments
 * const hash = '0x1111111111111111111111111111111111111111111111111111111111111111'
 *
 * const report = await verifyFillSettlement({
 *   orderData,
 *   transaction: { hash, to: recipient, input: hashOrder(orderData), value: 8n },
 *   receipt: { status: 'success', transactionHash: hash, blockNumber: 7n, logs: [] },
 *   block: { number: 7n, timestamp: 1791080000 },
 * })
 *
 * [report.settled, report.rows.filter(({ ok }) => ok === false).map(({ name }) => name)]
 * // [false, ['minimumAmounts']]
 */
export async function verifyFillSettlement(
  parameters: VerifyFillSettlementParameters,
): Promise<VerifyFillSettlementReturnType> {
  const { orderData, evmChains, orderSignature, deposits, depository, ...place } = readOptions(parameters)
  const order = readOrder(orderData, { evmChains })
  requireOnePlace(place)
  const origin = judgeDeposits(order, deposits)
  const isAllowed = allowsWithdrawAndFill(order)
  const counted = judgeOutput(order, place)
  const isFilled = outputRules.every((rule) => counted.findings[rule].ok !== false)
  const isByDepository = !isFilled && isAllowed && isPaidOut(depository, place.receipt)
  const { payments, findings } = isByDepository ? skipOutput(order) : counted
  const signature = await judgeOrderSignature(order, orderSignature)
  const called = judgeCalled(order.output, findings, isAllowed)
  const rows = toRows({ ...origin.findings, ...findings, orderSignature: signature, called })
  const { orderId } = order
  return {
    settled: isSettled(rows),
    orderId,
    rows,
    payments,
    deposits: origin.deposits,
    difference: origin.difference,
  }
}

/** Does the same as {@link verifyFillSettlement}, for an order whose inputs are not known. */
export function verifyOutputSettlement(
  parameters: SettlementPlace & { orderId: Hex; output: Order['output'] },
): Pick<VerifyFillSettlementReturnType, 'settled' | 'rows'> {
  const { orderId, output, ...place } = parameters
  requireOnePlace(place)
  const absent = unchecked("the order's inputs are absent")
  const { findings } = judgeOutput({ orderId, output }, place)
  const called = judgeCalled(output, findings, true)
  const rows = toRows({ ...findings, onchainIds: absent, orderSignature: absent, deposits: absent, called })
  return { settled: isSettled(rows), rows }
}

const origin = ['onchainIds', 'orderSignature', 'deposits'] as const
// `called` never decides, since the fill's rule `calls` is at least as strict.
const rules = ['status', 'finality', ...origin, ...paymentRules, 'calls', 'called'] as const

function toRows(findings: Record<FillSettlementRule, SettlementResult>): SettlementRow<FillSettlementRule>[] {
  return rules.map((name) => ({ name, ...findings[name] }))
}

/**
 * Checks whether the calls of an order ran. A settled order does not prove it.
 *
 * @param isAllowed - Whether the depository may have paid the order by itself, in this transaction or another.
 */
function judgeCalled(
  { calls }: Pick<Order['output'], 'calls'>,
  { status, calls: logged }: JudgeOutputReturnType['findings'],
  isAllowed: boolean,
): SettlementResult {
  if (calls.length === 0) return nothing('the order has no calls')
  if (logged.ok === null) return { ...logged }
  if (status.ok === false) return fail('The transaction reverted, and its calls with it.', status.found)
  if (logged.ok || !isAllowed) return { ...logged }
  return unknown(
    'the depository may have paid the order by itself, and then the oracle does not check its calls',
  )
}

/**
 * Whether the oracle may let the depository pay an order by itself, which settles the order without checking its calls.
 *
 * - The order must have one input of weight 1, one refund on the input's chain in the input's currency, and one payment on an EVM
 *   chain. The published orders have two refunds.
 */
export function allowsWithdrawAndFill({ inputs, output }: Pick<Order, 'inputs' | 'output'>): boolean {
  const [input] = inputs
  const [refund] = input?.refunds ?? []
  if (!input || !refund || inputs.length > 1 || input.refunds.length > 1) return false
  const { weight, chainId, currency } = input.payment
  const isOwn = refund.chainId === chainId && refund.currency === currency
  return weight === 1n && isOwn && output.payments.length === 1 && isEvmChain(output.chainId)
}

/** Whether the depository of the destination chain made a call in the transaction. */
function isPaidOut(depository: Address | undefined, receipt: SettlementReceipt | undefined): boolean {
  if (!depository || !receipt) return false
  return readLogs(receipt.logs, 'RelayCallExecuted').some(({ address }) => isSame(address, depository))
}
