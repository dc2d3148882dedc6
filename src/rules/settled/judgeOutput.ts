import type { Hex } from 'viem'
import { isEvmChain } from '../../protocol/order/chainVm.js'
import type { Order } from '../../protocol/order/readOrderData.js'
import { judgeCalls } from './judgeCalls.js'
import { judgeFinality, judgeReceiptStatus } from './judgePlace.js'
import { measurePayment, type PaymentRule, paymentRules } from './measurePayment.js'
import { combine, nothing, type SettlementResult, unchecked, unknown } from './rows.js'
import type { CountedPayment, SettlementPlace } from './types.js'

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
