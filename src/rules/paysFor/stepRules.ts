import { type Abi, decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { toBytes } from '../../base/values.js'
import { type Faults, findMore, findNoneOf, findOther, findOtherHex, quoteFault } from '../differences.js'
import { createRule, type Fault } from '../verdict.js'
import { findRangeFaults } from './paymentRules.js'
import type { PaymentKind, QuoteFacts, Read, StepFacts, StepTransaction } from './quoteFacts.js'
import { orderRules, type QuoteCheck, type QuoteRule } from './quoteRules.js'

const rule = createRule<QuoteCheck, QuoteFacts>()

const kinds: Readonly<Record<string, PaymentKind>> = {
  deposit: 'deposit',
  swap: 'swap',
  send: 'send',
  authorize1: 'permit',
  authorize2: 'permit',
}

/** Returns how a step takes the input from the wallet. Undefined for a step that does not pay. */
export function paymentKind(id: string): PaymentKind | undefined {
  return Object.hasOwn(kinds, id) ? kinds[id] : undefined
}

/** Whether a step approves a contract to take the input. */
export function isApproval({ id }: { id: string }): boolean {
  return id === 'approve' || id === 'approval'
}

/**
 * Whether a step's own transaction is the fill. This holds for a send and for a swap, including a conversion to or from the
 * wrapped native currency. A solver fills all other requests, even between currencies of one chain.
 */
export function endsWithReceipt({ id }: { id: string }): boolean {
  return id === 'swap' || id === 'send'
}

/** Requires approvals first, then exactly one item that takes the input, and nothing else. */
const sequenceRule = rule('steps', ['steps', 'statusPaths'], function* ({ steps, statusPaths }) {
  for (const { path, id } of steps) {
    if (!paymentKind(id) && !isApproval({ id })) yield quoteFault(`${path}.id`, id, 'a step that is known')
  }
  const paying = steps.filter(({ id }) => paymentKind(id))
  const ids = paying.map(({ id }) => id).join(', ')
  if (paying.length === 0) yield quoteFault('steps', steps, 'a step that pays')
  if (paying.length > 1)
    yield quoteFault('steps', ids, 'exactly one that pays, as a swap before or after it is not verified')
  for (const step of paying) {
    const { path, id, items, requestId } = step
    if (items.length !== 1) yield quoteFault(`${path}.items`, items, 'exactly one item')
    if (toBytes(requestId, [32]) === undefined && !endsWithReceipt(step))
      yield quoteFault(`${path}.requestId`, requestId, 'the 32 bytes of a request id')
    if (step !== steps.at(-1)) yield quoteFault(path, id, 'the last step, as it pays')
  }
  for (const { path, id, kind, items, requestId } of steps) {
    yield* findOther(`${path}.kind`, kind, paymentKind(id) === 'permit' ? 'signature' : 'transaction')
    for (const item of items) yield* findCheckFaults(item, requestId, statusPaths)
  }
})

/**
 * Finds a status check that does not ask for the step's own request. The client never uses this endpoint: it follows the request
 * by itself.
 */
export function* findCheckFaults(
  { path, check }: { path: string; check: unknown },
  requestId: unknown,
  statusPaths: readonly string[],
): Faults {
  if (typeof check !== 'string') return
  const [, address = '', query = ''] = /^([^?]*)\?(.*)$/s.exec(check) ?? []
  const isStatus = statusPaths.some((known) => {
    if (!address.endsWith(known)) return false
    const base = address.slice(0, -known.length)
    return base === '' || /^https?:\/\/[^#/][^#]*$/.test(base)
  })
  const [, named] = (isStatus && /^requestId=(0x[0-9a-fA-F]{64})(?:&|$)/.exec(query)) || []
  if (named === undefined || named.toLowerCase() !== toBytes(requestId))
    yield quoteFault(`${path}.check.endpoint`, check, `the status of request ${requestId}`)
}

const approvalRule = rule('approval', ['approvals', 'spend', 'spenders'], function* (facts) {
  const { approvals, spend, spenders } = facts
  for (const { path, transaction } of approvals) {
    if (isFault(transaction)) yield transaction
    else if (spend.isNative)
      yield quoteFault(path, 'an approval', 'no approval, as the native currency needs none')
    else {
      yield* findSenderFaults(path, transaction, spend)
      yield* findTokenFaults(path, transaction, spend)
      const call = yield* findCallFaults(path, transaction, erc20Abi, 'approve')
      if (!call) continue
      yield* findNoneOf(`${path}.data.spender`, call[0], spenders)
      yield* findMore(`${path}.data.amount`, call[1] as bigint, spend.amount.most)
    }
  }
})

const depositRule = rule(
  'deposit',
  ['payment', 'spend', 'depository', 'order', 'orderId'],
  function* ({ payment: { path, transaction }, spend, depository, order, orderId }) {
    if (isFault(transaction)) return yield transaction
    const { to, value } = transaction
    const { amount } = order.input.payment
    const { user: depositor, currency: token, isNative, explicitDeposit } = spend
    const id = orderId
    yield* findSenderFaults(path, transaction, spend)
    if (isNative) {
      yield* findOtherHex(`${path}.to`, to, depository)
      const call = yield* findCallFaults(path, transaction, depositoryAbi, 'depositNative', { depositor, id })
      if (call) yield* findOther(`${path}.value`, value, amount)
    } else if (explicitDeposit) {
      yield* findOther(`${path}.value`, value, 0n)
      yield* findOtherHex(`${path}.to`, to, depository)
      const required = { depositor, token, amount, id }
      yield* findCallFaults(path, transaction, depositoryAbi, 'depositErc20', required)
    } else {
      yield* findTokenFaults(path, transaction, spend)
      yield* findCallFaults(path, transaction, erc20Abi, 'transfer', { to: depository, amount, id })
    }
  },
)

/** Limits only what leaves the wallet. Only the service vouches for the deposit address. */
const depositAddressRule = rule('deposit', ['payment', 'spend'], function* ({ payment, spend }) {
  yield* findTransferFaults(payment, spend, payment.depositAddress, 'depositAddress')
})

/** Requires that the amount goes to the recipient on the same chain. */
const sendRule = rule('deposit', ['payment', 'spend', 'delivery'], function* ({ payment, spend, delivery }) {
  const { chainId, currency, recipient } = delivery
  const { path } = payment
  if (chainId !== spend.chainId) yield quoteFault(path, 'a send', 'a step that pays on another chain')
  if (currency !== spend.currency) yield quoteFault(path, 'a send', 'a step that delivers another currency')
  yield* findCallsFaults(path, 'a send', delivery)
  yield* findTransferFaults(payment, spend, recipient, 'recipient')
})

/**
 * Requires that the wallet converts the native currency to its wrapped token, or back, 1:1 and for itself, by a call of the
 * wrapper.
 */
const wrapRule = rule('deposit', ['payment', 'spend', 'delivery'], function* ({ payment, spend, delivery }) {
  const { path, transaction } = payment
  const { recipient, requestedAmount, minimumAmountOut = 0n } = delivery
  if (recipient !== spend.user)
    yield quoteFault(path, 'a conversion for the wallet itself', `a step that pays ${recipient}`)
  yield* findCallsFaults(path, 'a conversion', delivery)
  if (isFault(transaction)) return yield transaction
  yield* findSenderFaults(path, transaction, spend)
  const { isNative, amount: range } = spend
  const name = isNative ? 'deposit' : 'withdraw'
  const call = yield* findCallFaults(path, transaction, wrapperAbi, name)
  if (!call) return
  const rest = call.at(-1) as Hex
  if (rest !== '0x' && rest.length !== 66)
    yield quoteFault(`${path}.data.id`, rest, 'empty or an id of 32 bytes')
  const amount = isNative ? transaction.value : (call[0] as bigint)
  const place = isNative ? `${path}.value` : `${path}.data.amount`
  // The amount that arrives equals the amount sent. So for every trade type, both equal the request's amount.
  yield* findOther(place, amount, requestedAmount)
  yield* findRangeFaults(place, amount, range)
  if (amount < minimumAmountOut) yield quoteFault(place, amount, `at least ${minimumAmountOut}`)
  if (!isNative) yield* findOther(`${path}.value`, transaction.value, 0n)
})

/** Refuses calls in the request: if the wallet's own transaction is the fill, no one makes them. */
function* findCallsFaults(path: string, found: string, { calls }: StepFacts['delivery']): Faults {
  if (calls.length > 0) yield quoteFault(path, found, 'a step that makes the calls of the request')
}

/**
 * Checks only the target and the value of a swap, since the calldata is the router's own. The approval limits the tokens that the
 * swap can take.
 */
const swapRule = rule('deposit', ['payment', 'spend', 'swapTargets'], function* (facts) {
  const { path, transaction } = facts.payment
  const { spend, swapTargets } = facts
  if (isFault(transaction)) return yield transaction
  yield* findSenderFaults(path, transaction, spend)
  yield* findNoneOf(`${path}.to`, transaction.to, swapTargets)
  yield* findMore(`${path}.value`, transaction.value, spend.isNative ? spend.amount.most : 0n)
})

/** Makes the result unknown unless the signed data shows its own effect, since no rule can check the effect of other data. */
const effectRule = rule('effect', ['effect'], () => [])
const settlesRule = rule('settlement', ['settles'], () => [])

/**
 * Returns the rules for a quote, which depend on how the input leaves the wallet (`kind`). If `kind` is undefined, the effect of
 * the steps is unknown too. For `send` and `wrap` the wallet's transaction is the fill, so the quote needs no order.
 *
 * @param permitRule - The rule of a permit. Required if `kind` is `permit`.
 */
export function quoteRulesOf(kind: PaymentKind | undefined, permitRule?: QuoteRule): readonly QuoteRule[] {
  if (kind === 'send') return [sequenceRule, approvalRule, sendRule]
  if (kind === 'wrap') return [sequenceRule, approvalRule, wrapRule]
  if (kind === undefined) return [sequenceRule, effectRule, ...orderRules]
  const settled = kind === 'swap' ? [] : [settlesRule]
  const effect = kind === 'deposit' ? [] : [effectRule]
  const payment = kind === 'permit' ? permitRule! : depositRules[kind]
  return [sequenceRule, ...effect, ...settled, ...orderRules, approvalRule, payment]
}

const depositRules: Readonly<Record<'deposit' | 'depositAddress' | 'swap', QuoteRule>> = {
  deposit: depositRule,
  depositAddress: depositAddressRule,
  swap: swapRule,
}

type Spend = StepFacts['spend']

function* findTransferFaults(
  { path, transaction }: StepFacts['payment'],
  spend: Spend,
  receiver: string,
  name: string,
): Faults {
  if (isFault(transaction)) return yield transaction
  const { data, to, value } = transaction
  yield* findSenderFaults(path, transaction, spend)
  if (spend.isNative) {
    yield* findOtherHex(`${path}.to`, to, receiver)
    if (data !== '0x' && data.length !== 66)
      yield quoteFault(`${path}.data`, data, 'empty or an id of 32 bytes')
    return yield* findRangeFaults(`${path}.value`, value, spend.amount)
  }
  yield* findTokenFaults(path, transaction, spend)
  const call = yield* findCallFaults(path, transaction, erc20Abi, 'transfer', { [name]: receiver })
  if (call) yield* findRangeFaults(`${path}.data.amount`, call[1] as bigint, spend.amount)
}

function* findSenderFaults(path: string, { chainId, from }: StepTransaction, spend: Spend): Faults {
  yield* findOther(`${path}.chainId`, chainId, spend.chainId)
  if (from) yield* findOtherHex(`${path}.from`, from, spend.user)
}

/** Finds a call that does not go to the input's token, or that carries native currency. */
function* findTokenFaults(path: string, { to, value }: StepTransaction, { currency }: Spend): Faults {
  yield* findOtherHex(`${path}.to`, to, currency)
  yield* findOther(`${path}.value`, value, 0n)
}

const depositoryAbi = parseAbi([
  'function depositNative(address depositor, bytes32 id) payable',
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
])

const wrapperAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

/**
 * Finds where a transaction is not a call of a function with the required first arguments.
 *
 * @returns The arguments, then the bytes after the call, which services append. Undefined if it is not a call of the function.
 */
function* findCallFaults(
  path: string,
  { data }: StepTransaction,
  abi: Abi,
  name: string,
  required: Readonly<Record<string, string | bigint>> = {},
): Generator<Fault, readonly unknown[] | undefined> {
  const call = readCall(data, abi, name)
  if (!call) yield quoteFault(`${path}.data`, data, `a call of ${name}`)
  else {
    for (const [index, [argument, value]] of Object.entries(required).entries()) {
      const place = `${path}.data.${argument}`
      if (typeof value === 'bigint') yield* findOther(place, call[index], value)
      else yield* findOtherHex(place, call[index], value)
    }
  }
  return call
}

/** Decodes a call whose encoding is canonical: its arguments, then the bytes after it. */
function readCall(data: Hex, abi: Abi, functionName: string): readonly unknown[] | undefined {
  try {
    const decoded = decodeFunctionData({ abi, data })
    const args = decoded.args ?? []
    const encoded = encodeFunctionData({ abi, functionName, args })
    if (decoded.functionName !== functionName || !data.toLowerCase().startsWith(encoded)) return undefined
    return [...args, `0x${data.slice(encoded.length)}`]
  } catch {
    return undefined // Data that can't be decoded is not a call of this function either.
  }
}

function isFault(read: Read<object>): read is Fault {
  return 'error' in read
}
