import type { Hex } from 'viem'

/** The parts of an order that settlement and refunds depend on. */
export type SettleableOrder = {
  version: string
  input: {
    payment: { chainId: string; currency: Hex; amount: bigint; weight: bigint }
    refunds: readonly { chainId: string; currency: Hex; minimumAmount: bigint; deadline: number }[]
  }
  output: { deadline: number; extraData: Hex; calls: readonly Hex[] }
}

type UnsettleableRule =
  | 'version'
  | 'fillContract'
  | 'weight'
  | 'expiry'
  | 'minimumDeadline'
  | 'refundMissing'
  | 'refundDeadline'
  | 'refundMinimum'

export type Unsettleable = {
  rule: UnsettleableRule
  /** Where in the order. */
  path: string
  found: unknown
  required: string
}

export type FindUnsettleableOptions = {
  /** Unix seconds; without it the deadline is not compared with the time. */
  now?: bigint | undefined
  /** Unix seconds, which the order must outlast. */
  minimumDeadline?: number | undefined
  /** Takes an order without a refund on the input's chain. */
  allowNoRefund?: boolean | undefined
  /** Currencies of the input's chain besides the input's that the payer takes back. */
  currencies?: readonly Hex[] | undefined
}

/**
 * Lists everything that keeps an order of one input from being settled or refunded. A deposit for it would come back by the
 * solver's good will alone.
 *
 * - Rule: version v1; calls only with a fill contract, whose logs show them to the oracle; an input with a weight, by which the oracle divides; a deadline ahead; a refund on the input's chain,
 *   in its currency; no refund that ends before the output; none in the input's currency that asks for more than
 *   was paid. Twin: `PaymentGuard`.
 */
export function findUnsettleable(
  { version, input: { payment, refunds }, output }: SettleableOrder,
  { now, minimumDeadline = 0, allowNoRefund = false, currencies = [] }: FindUnsettleableOptions = {},
): Unsettleable[] {
  const found: Unsettleable[] = []
  const isHere = ({ chainId }: (typeof refunds)[number]) => chainId === payment.chainId
  const { deadline, extraData, calls } = output
  if (version !== 'v1') found.push({ rule: 'version', path: 'version', found: version, required: 'v1' })
  if (calls.length > 0 && extraData === '0x') {
    const required = 'the router that makes the calls'
    found.push({ rule: 'fillContract', path: 'output.extraData', found: extraData, required })
  }
  if (payment.weight < 1n) {
    found.push({
      rule: 'weight',
      path: 'inputs[0].payment.weight',
      found: payment.weight,
      required: 'at least 1',
    })
  }
  if (now !== undefined && BigInt(deadline) <= now) {
    found.push({ rule: 'expiry', path: 'output.deadline', found: deadline, required: `later than ${now}` })
  }
  if (deadline <= minimumDeadline) {
    const required = `later than ${minimumDeadline}`
    found.push({ rule: 'minimumDeadline', path: 'output.deadline', found: deadline, required })
  }
  const isRequired = (refund: (typeof refunds)[number]) =>
    isHere(refund) &&
    (refund.currency === payment.currency ||
      // What was paid does not bound a minimum in another currency.
      (currencies.includes(refund.currency) && refund.minimumAmount === 0n))
  if (!allowNoRefund && !refunds.some(isRequired)) {
    const required = `a refund on ${payment.chainId} in ${payment.currency}`
    found.push({ rule: 'refundMissing', path: 'inputs[0].refunds', found: refunds, required })
  }
  for (const [index, refund] of refunds.entries()) {
    const path = `inputs[0].refunds[${index}]`
    if (refund.deadline < deadline) {
      const required = `at least ${deadline}, the output's`
      found.push({ rule: 'refundDeadline', path: `${path}.deadline`, found: refund.deadline, required })
    }
    const isPaid = isHere(refund) && refund.currency === payment.currency
    if (isPaid && refund.minimumAmount > payment.amount) {
      const required = `at most ${payment.amount}, which is paid`
      found.push({
        rule: 'refundMinimum',
        path: `${path}.minimumAmount`,
        found: refund.minimumAmount,
        required,
      })
    }
  }
  return found
}
