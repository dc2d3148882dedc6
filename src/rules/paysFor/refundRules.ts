import { size } from 'viem'
import { hashList, hashText } from '../../protocol/order/hashStructs.js'
import { oneOf } from '../differences.js'
import { createRule, fault, faultAt, type Rule } from '../verdict.js'
import type { PaymentCheck } from './checks.js'
import type { PaymentFacts } from './facts.js'

const rule = createRule<PaymentCheck, PaymentFacts>()

/**
 * The rules by which an order can be settled or refunded. Without them, a deposit would come back only by the solver's good
 * will. Refunds may go only to accounts that the payer agreed to.
 */
export const refundRules: readonly Rule<PaymentCheck, PaymentFacts>[] = [
  rule('settlement', ['order'], function* ({ order: { version } }) {
    const hashes = [hashText(version), hashText('v1')] as const
    if (version !== 'v1') yield faultAt('version', version, 'v1', 'UnsupportedVersion', ...hashes)
  }),
  // The oracle recognizes calls only by the logs of the fill contract.
  rule('settlement', ['order'], function* ({ order: { output } }) {
    const { calls, extraData } = output
    if (calls.length === 0 || extraData !== '0x') return
    const required = 'the router that makes the calls'
    yield faultAt('output.extraData', extraData, required, 'FillContractMissing', hashList('bytes', calls))
  }),
  // The oracle divides by the weight, so zero would fail.
  rule('settlement', ['order'], function* ({ order: { input } }) {
    const { weight } = input.payment
    const path = 'inputs[0].payment.weight'
    if (weight < 1n) yield faultAt(path, weight, 'at least 1', 'InvalidInputWeight', weight)
  }),
  rule('expiry', ['order', 'timestamp'], function* ({ order, timestamp }) {
    const deadline = BigInt(order.output.deadline)
    if (deadline <= timestamp) yield fault('RequestExpired', timestamp, deadline)
  }),
  rule('expiry', ['order', 'agreed'], function* ({ order, agreed: { minimumDeadline = 0 } }) {
    const { deadline } = order.output
    if (deadline > minimumDeadline) return
    const args = ['DeadlineTooEarly', BigInt(deadline), BigInt(minimumDeadline)] as const
    yield faultAt('output.deadline', deadline, `later than ${minimumDeadline}`, ...args)
  }),
  rule('refund', ['order', 'agreed'], function* ({ order: { input, output }, agreed }) {
    const { payment, refunds } = input
    const wanted = agreed.takesOutputBack && output.chainId === payment.chainId && agreed.outputCurrency
    const isSure = refunds.some(
      ({ chainId, currency, minimumAmount }) =>
        chainId === payment.chainId &&
        (currency === payment.currency ||
          // A minimum in another currency can't be compared with the amount paid, so only a minimum of zero is sure to be met.
          (currency === wanted && minimumAmount === 0n)),
    )
    if (isSure || agreed.allowNoRefund) return
    const required = `a refund on ${payment.chainId} in ${payment.currency}`
    yield faultAt('inputs[0].refunds', refunds, required, 'RefundMissing', payment.chainId, payment.currency)
  }),
  // If an order has only one refund, the service may settle it by a payment of its depository, which skips the calls.
  rule('refund', ['order', 'agreed'], function* ({ order: { input }, agreed: { calls } }) {
    if (input.refunds.length !== 1 || calls.length === 0) return
    const required = 'more than one refund, as the order has calls'
    yield { ...faultAt('inputs[0].refunds', input.refunds, required, 'CallsNotEnforced'), args: [] }
  }),
  rule('refund', ['order', 'chains', 'payer', 'agreed'], function* ({ order, chains, payer, agreed }) {
    const { input, output } = order
    const { payment } = input
    for (const [index, refund] of input.refunds.entries()) {
      const { chainId, recipient, currency, extraData, deadline, minimumAmount } = refund
      const { recipients, fillContracts } = agreed.refunds[chainId]!
      const { id, isEvm } = chains[chainId]!
      const path = `inputs[0].refunds[${index}]`
      const isPaid = chainId === payment.chainId && currency === payment.currency
      if (deadline < output.deadline) {
        const args = ['RefundTooShort', BigInt(deadline), BigInt(output.deadline)] as const
        yield faultAt(`${path}.deadline`, deadline, `at least ${output.deadline}, the output's`, ...args)
      }
      if (isPaid && minimumAmount > payment.amount) {
        const args = ['RefundTooHigh', minimumAmount, payment.amount] as const
        yield faultAt(
          `${path}.minimumAmount`,
          minimumAmount,
          `at most ${payment.amount}, which is paid`,
          ...args,
        )
      }
      if (id === 0n) {
        yield fault('UnknownChain', chainId)
        continue
      }
      if (size(recipient) === 0 || (isEvm && size(recipient) !== 20)) {
        yield fault('InvalidOrderAddress', recipient)
        continue
      }
      if (!recipients.includes(recipient)) {
        const args = ['RefundNotAllowed', recipient, payer, agreed.refundTo] as const
        yield faultAt(`${path}.recipient`, recipient, oneOf(recipients), ...args)
      }
      if (!isPaid && !(chainId === output.chainId && currency === agreed.outputCurrency)) {
        const required = 'the currency that is paid, or the one that is asked for, on its chain'
        yield faultAt(`${path}.currency`, currency, required, 'RefundCurrencyNotAllowed', chainId, currency)
      }
      if (extraData !== '0x' && !fillContracts.includes(extraData)) {
        const required = '0x, or the address of a router'
        yield faultAt(`${path}.extraData`, extraData, required, 'RefundDataNotAllowed', extraData)
      }
    }
  }),
]
