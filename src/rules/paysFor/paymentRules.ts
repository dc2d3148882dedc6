import { type Hex, isAddressEqual, keccak256, pad, size } from 'viem'
import { readEvmWord } from '../../protocol/address/readEvmWord.js'
import { hashList } from '../../protocol/order/hashStructs.js'
import { toCurrencyWord } from '../accepts/claims.js'
import { encodeFillContract } from '../fillContract.js'
import { createRule, type Fault, fault, faultAt, type Rule } from '../verdict.js'
import type { PaymentCheck } from './checks.js'
import type { AmountRange, PaymentFacts } from './facts.js'
import { refundRules } from './refundRules.js'

const rule = createRule<PaymentCheck, PaymentFacts>()

/**
 * A payment may go to the fill contract only if the order has calls, which the fill contract makes. Without calls, the money
 * would stay in the router, where anyone can take it.
 */
export const paidRecipientRule = rule(
  'recipient',
  ['order', 'chains', 'agreed'],
  function* ({ order: { output }, chains, agreed }) {
    const { chainId, extraData, payments } = output
    const hasCalls = agreed.calls.length > 0
    const caller = agreed.callers.includes(extraData) ? readEvmWord(extraData)?.toLowerCase() : undefined
    const required = caller && hasCalls ? `one of ${agreed.recipient}, ${caller}` : agreed.recipient
    for (const [index, { recipient }] of payments.entries()) {
      const place = [`output.payments[${index}].recipient`, recipient, required] as const
      const words = [toRecipientWord(recipient), toRecipientWord(agreed.recipient)] as const
      if (isMisfit(recipient, chainId, chains)) yield faultAt(...place, 'InvalidOrderAddress', recipient)
      else if (recipient === caller) {
        const args = ['OutputRecipientNotAllowed', chains[chainId]?.id, recipient] as const
        if (!hasCalls) yield faultAt(...place, ...args)
      } else if (recipient !== agreed.recipient) yield faultAt(...place, 'OutputRecipientMismatch', ...words)
    }
  },
)

/**
 * Compares an order with its payer's request: the amount paid, the refunds, and the delivery. A guard and a client apply them.
 * Twins: the `_check…` functions of `PaymentGuard`.
 */
export const paymentRules: readonly Rule<PaymentCheck, PaymentFacts>[] = [
  rule('signature', ['order', 'requiredSolver'], function* ({ order: { solver }, requiredSolver }) {
    if (!isAddressEqual(solver, requiredSolver))
      yield faultAt('solver', solver, requiredSolver, 'SolverMismatch')
  }),
  rule('origin', ['originChains', 'ownChain'], function* ({ originChains, ownChain }) {
    const found = originChains.find((chain) => chain !== ownChain)
    if (found !== undefined) yield faultAt('inputs[0].payment.chainId', found, ownChain, 'WrongOriginChain')
  }),
  rule('currency', ['order', 'chains', 'attestation', 'inputCurrency'], function* (facts) {
    const { currency, chainId } = facts.order.input.payment
    const required = facts.inputCurrency
    const place = ['inputs[0].payment.currency', currency, `${required}, ${swapBefore}`] as const
    if (facts.chains[chainId]?.isEvm && size(currency) !== 20) {
      return yield faultAt(...place, 'InvalidOrderAddress', currency)
    }
    const word = toCurrencyWord(currency)
    const attested = facts.attestation?.originCurrency ?? word
    if (attested !== word) yield faultAt(...place, 'CurrencyMismatch', word, attested)
    else if (currency !== required)
      yield faultAt(...place, 'CurrencyMismatch', word, toCurrencyWord(required))
  }),
  rule('amount', ['order', 'attestation', 'inputAmount'], function* ({ order, attestation, inputAmount }) {
    const { amount } = order.input.payment
    const attested = attestation?.originAmount ?? amount
    if (attested !== amount) yield fault('AmountMismatch', amount, attested)
    else yield* findRangeFaults('inputs[0].payment.amount', amount, inputAmount)
  }),
  rule('destination', ['order', 'chains', 'attestation', 'agreed'], function* (facts) {
    const { chainId } = facts.order.output
    const { id } = facts.chains[chainId]!
    if (id === 0n) return yield fault('UnknownChain', chainId)
    const agreed = [facts.attestation?.destinationChainId ?? id, facts.agreed.destination]
    const other = agreed.find((chain) => chain !== id)
    if (other !== undefined) yield faultAt('output.chainId', id, other, 'DestinationMismatch')
  }),
  ...refundRules,
  rule('output', ['order', 'chains'], function* ({ order: { output }, chains }) {
    for (const { currency } of output.payments) {
      if (isMisfit(currency, output.chainId, chains)) yield fault('InvalidOrderAddress', currency)
    }
  }),
  rule('output', ['order', 'agreed'], function* ({ order, agreed }) {
    const { calls: found } = order.output
    const { calls } = agreed
    const index = calls.findIndex((call, place) => found[place]?.toLowerCase() !== call.toLowerCase())
    const hashes = [hashList('bytes', found), hashList('bytes', calls)] as const
    if (found.length !== calls.length) {
      yield faultAt(
        'output.calls',
        found,
        `the ${calls.length} calls of the request`,
        'CallsMismatch',
        ...hashes,
      )
    } else if (index >= 0) {
      yield faultAt(`output.calls[${index}]`, found[index], calls[index], 'CallsMismatch', ...hashes)
    }
  }),
  rule('output', ['order', 'agreed'], function* ({ order, agreed: { fillContracts } }) {
    const { extraData } = order.output
    if (fillContracts.includes(extraData)) return
    const hashes = [keccak256(extraData), keccak256(fillContracts[0] ?? '0x')] as const
    yield faultAt(
      'output.extraData',
      extraData,
      '0x, or the address of a router',
      'FillContractMismatch',
      ...hashes,
    )
  }),
  // Anyone can take the balance of a router. If a call swept another router, the tokens left in the order's router would be lost.
  rule('output', ['order', 'sweeps'], function* ({ order: { output }, sweeps }) {
    const stray = sweeps.find(({ router }) => encodeFillContract(router) !== output.extraData)
    if (stray) yield faultAt('output.extraData', output.extraData, stray, 'SweepRouterError')
  }),
  // One payment must promise the minimum. Other payments are allowed: services top up gas with them.
  rule('output', ['order', 'agreed', 'minimums'], function* ({ order, agreed, minimums }) {
    const { payments } = order.output
    const { outputCurrency } = agreed
    const promising = payments.filter(({ currency }) => currency === outputCurrency)
    const promised = promising.reduce((most, { minimumAmount: one }) => (one > most ? one : most), 0n)
    const required = minimums.find((minimum) => promised < minimum)
    if (required === undefined) return
    const args = ['OutputTooLow', promised, required] as const
    if (promising.length > 0) {
      yield faultAt('output.payments[0].minimumAmount', promised, `at least ${required}`, ...args)
    } else {
      const found = payments[0]?.currency
      yield faultAt('output.payments[0].currency', found, `${outputCurrency}, ${swapAfter}`, ...args)
    }
  }),
  // If an order pays more than the minimums of its `payAuthorized` calls, the solver keeps the difference.
  rule('output', ['order', 'authorizedAmount'], function* ({ order, authorizedAmount }) {
    for (const [index, { minimumAmount }] of order.output.payments.entries()) {
      const path = `output.payments[${index}].minimumAmount`
      yield* findRangeFaults(path, minimumAmount, authorizedAmount, 'StepMismatchError')
    }
  }),
  rule('recipient', ['order', 'chains', 'attestation', 'agreed'], function* (facts) {
    const { attestation, order, chains, agreed } = facts
    const word = toRecipientWord(agreed.recipient)
    const attested = attestation?.destinationUser ?? word
    if (attested !== word) yield fault('OutputRecipientMismatch', word, attested)
    if (isMisfit(agreed.recipient, order.output.chainId, chains))
      yield fault('InvalidOrderAddress', agreed.recipient)
  }),
  paidRecipientRule,
]

// Nothing compares a swap's calls with the request.
const swapBefore = 'as a swap before the deposit is not verified'
const swapAfter = 'as a swap after the fill is not verified'

/** Whether bytes can't be an address of the chain. */
function isMisfit(bytes: Hex, chainName: string, chains: PaymentFacts['chains']): boolean {
  return chains[chainName]?.isEvm === true && size(bytes) !== 20
}

/** Finds an amount outside a range. The fault's `required` names the end of the range that was passed. */
export function* findRangeFaults(
  path: string,
  found: bigint,
  { least, most }: AmountRange,
  error = 'AmountMismatch',
): Generator<Fault> {
  if (found >= least && found <= most) return
  const bound = found < least ? `at least ${least}` : `at most ${most}`
  yield faultAt(path, found, least === most ? least : bound, error, found, least)
}

/** Converts an address to a word: pads 20 bytes on the left, keeps 32 bytes, and hashes any other length. */
function toRecipientWord(account: Hex): Hex {
  if (size(account) === 20) return pad(account)
  return size(account) === 32 ? account : keccak256(account)
}
