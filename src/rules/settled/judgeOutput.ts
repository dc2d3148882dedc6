import { decodeAbiParameters, type Hex, keccak256 } from 'viem'
import { isEvmChain } from '../../protocol/order/chainVm.js'
import { orderCallParameters } from '../../protocol/order/orderCall.js'
import type { Order } from '../../protocol/order/readOrderData.js'
import { isSame } from './isSame.js'
import { judgeFinality, judgeReceiptStatus } from './judgePlace.js'
import { measurePayment, type PaymentRule, paymentRules } from './measurePayment.js'
import { readFillContract } from './readFillContract.js'
import { combine, fail, nothing, pass, type SettlementResult, unchecked, unknown } from './rows.js'
import { readLogs } from './settlementEvents.js'
import type { CountedPayment, SettlementPlace, SettlementReceipt } from './types.js'

/** The rules that the oracle applies to the fill's own transaction. */
export const outputRules = ['status', 'finality', ...paymentRules, 'calls'] as const

export type OutputRule = (typeof outputRules)[number]

export type JudgeOutputReturnType = {
  payments: CountedPayment[]
  findings: Record<OutputRule, SettlementResult>
}

/** Checks a transaction against the output of an order. */
export function judgeOutput(
  { orderId, output }: { orderId: Hex; output: Order['output'] },
  place: SettlementPlace,
): JudgeOutputReturnType {
  if (!isEvmChain(output.chainId)) {
    return countNothing(output, unchecked(`${output.chainId} is not an EVM chain`))
  }
  if (output.payments.length === 0 && output.calls.length === 0) {
    return countNothing(output, nothing('the order asks for no payment and no call'))
  }
  const { deadline, extraData, calls } = output
  const measured = output.payments.map(({ recipient, currency, minimumAmount: minimum }, index) =>
    measurePayment({
      orderId,
      chainName: output.chainId,
      label: `output.payments[${index}]`,
      currency,
      recipient,
      minimum,
      deadline,
      extraData,
      place,
    }),
  )
  return {
    payments: measured.map(({ countedBy, amount, minimum }) => ({ countedBy, amount, minimum })),
    findings: {
      ...byRule((rule) =>
        combine(
          measured.map(({ findings }) => findings[rule]),
          nothing('the order asks for no payment'),
        ),
      ),
      status: judgeReceiptStatus(place),
      finality: judgeFinality(place),
      calls: judgeCalls({ calls, extraData }, place.receipt),
    },
  }
}

/** Returns unknown results for an order that the depository paid by itself. The oracle's rules for that are not verified here. */
export function skipOutput({ output }: { output: Order['output'] }): JudgeOutputReturnType {
  return countNothing(output, unknown('the depository paid by itself, by rules that are not verified'))
}

function countNothing({ payments }: Order['output'], finding: SettlementResult): JudgeOutputReturnType {
  return {
    payments: payments.map(({ minimumAmount }) => ({
      countedBy: null,
      amount: null,
      minimum: minimumAmount,
    })),
    findings: { ...byRule(() => finding), status: finding, finality: finding, calls: finding },
  }
}

function byRule(find: (rule: PaymentRule) => SettlementResult): Record<PaymentRule, SettlementResult> {
  return Object.fromEntries(paymentRules.map((rule) => [rule, find(rule)])) as Record<
    PaymentRule,
    SettlementResult
  >
}

/**
 * Looks for the calls of an order in the logs of its fill contract, in the order of the calls. A router logs the data of a call
 * or the data's hash. The log's topic shows which of the two.
 */
export function judgeCalls(
  { calls, extraData }: { calls: readonly Hex[]; extraData: Hex },
  receipt: SettlementReceipt | undefined,
): SettlementResult {
  if (calls.length === 0) return nothing('the order has no calls')
  const fillContract = readFillContract(extraData)
  if (!fillContract) return fail('The extraData names no fill contract.', extraData)
  if (!receipt) return unchecked('the receipt is absent')
  const executed = readLogs(receipt.logs, 'SolverCallExecuted').filter(({ address }) =>
    isSame(address, fillContract),
  )
  let next = 0
  for (const [index, call] of calls.entries()) {
    const wanted = decode(call)
    if (!wanted) return fail(`calls[${index}] can't be decoded.`, call)
    const found = executed.findIndex(
      ({ args }, place) =>
        place >= next &&
        isSame(args.to, wanted.to) &&
        ('dataHash' in args ? isSame(args.dataHash, wanted.dataHash) : isSame(args.data, wanted.data)) &&
        args.amount === wanted.value,
    )
    if (found < 0) {
      const after = index === 0 ? '' : ` after calls[${index - 1}]`
      return fail(
        `No SolverCallExecuted log of ${fillContract}${after} shows calls[${index}], to ${wanted.to}.`,
        index,
        calls.length,
      )
    }
    next = found + 1
  }
  return pass(calls.length, calls.length)
}

/** Decodes less strictly than a receiver: the oracle ignores bytes after the arguments. */
function decode(call: Hex): { to: Hex; data: Hex; dataHash: Hex; value: bigint } | undefined {
  try {
    const [{ to }, { data }, { value }] = decodeAbiParameters(orderCallParameters, call)
    return { to, data, dataHash: keccak256(data), value }
  } catch {
    return undefined
  }
}
