import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
} from 'viem'
import { StepMismatchError } from './errors.js'
import { expect, expectAtMost, expectHex, expectOneOf } from './expect.js'
import type { StepTerms } from './readTerms.js'
import { depositoryOf, originRoutersOf } from './trusted.js'
import { type VerifiedOrder, verifyAmountIn } from './verifyOrder.js'

/** A step's transaction without its chain. */
export type StepTransaction = { to: Address; data: Hex; value: bigint }

const depositoryAbi = parseAbi([
  'function depositNative(address depositor, bytes32 id) payable',
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
])

const wrapperAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

/** Pays for the order: through the depository, or by a plain transfer to it where the request asked for that. */
export function verifyDeposit(
  path: string,
  transaction: StepTransaction,
  terms: StepTerms,
  order: VerifiedOrder,
): void {
  const depository = depositoryOf(terms)
  const { user, currency } = terms
  if (terms.isNative) {
    expectHex(`${path}.to`, transaction.to, depository)
    const { args } = decode(path, transaction.data, depositoryAbi, 'depositNative')
    expectHex(`${path}.data.depositor`, args[0], user)
    expectHex(`${path}.data.id`, args[1], order.id)
    expect(transaction.value === order.amountIn, `${path}.value`, transaction.value, order.amountIn)
    return
  }
  expect(transaction.value === 0n, `${path}.value`, transaction.value, 0n)
  if (!terms.explicitDeposit) {
    expectHex(`${path}.to`, transaction.to, currency)
    const { args, rest } = decode(path, transaction.data, erc20Abi, 'transfer')
    expectHex(`${path}.data.to`, args[0], depository)
    expect(args[1] === order.amountIn, `${path}.data.amount`, args[1], order.amountIn)
    expectHex(`${path}.data.id`, rest, order.id)
    return
  }
  expectHex(`${path}.to`, transaction.to, depository)
  const { args } = decode(path, transaction.data, depositoryAbi, 'depositErc20')
  expectHex(`${path}.data.depositor`, args[0], user)
  expectHex(`${path}.data.token`, args[1], currency)
  expect(args[2] === order.amountIn, `${path}.data.amount`, args[2], order.amountIn)
  expectHex(`${path}.data.id`, args[3], order.id)
}

/** Pays a deposit address, which is the service's word: only what leaves the wallet is bounded. */
export function verifyDepositAddressPayment(
  path: string,
  transaction: StepTransaction,
  terms: StepTerms,
  depositAddress: string,
): void {
  verifyTransfer(path, transaction, terms, depositAddress, 'depositAddress')
}

/** Hands the amount to the recipient on the same chain. */
export function verifySend(path: string, transaction: StepTransaction, terms: StepTerms): void {
  const { origin, destination, destinationCurrency, currency, recipient } = terms
  expect(destination.id === origin.id, path, 'a send', 'a step that pays on another chain')
  expect(destinationCurrency === currency, path, 'a send', 'a step that delivers another currency')
  expectNoCalls(path, 'a send', terms)
  verifyTransfer(path, transaction, terms, recipient, 'recipient')
}

/**
 * Turns the native currency into its token or back, 1:1, for the wallet itself.
 *
 * @param terms - Of the two currencies that the transaction's target turns into each other.
 */
export function verifyWrap(path: string, { data, value }: StepTransaction, terms: StepTerms): void {
  const { user, recipient, requestedAmount, minimumAmountOut = 0n } = terms
  expect(recipient === user, path, 'a conversion for the wallet itself', `a step that pays ${recipient}`)
  expectNoCalls(path, 'a conversion', terms)
  const { args, rest } = decode(path, data, wrapperAbi, terms.isNative ? 'deposit' : 'withdraw')
  expect(rest === '0x' || rest.length === 66, `${path}.data.id`, rest, 'empty or an id of 32 bytes')
  const amount = terms.isNative ? value : (args[0] as bigint)
  const place = terms.isNative ? `${path}.value` : `${path}.data.amount`
  // As much arrives as leaves, so that it is the request's amount for every trade type.
  expect(amount === requestedAmount, place, amount, requestedAmount)
  verifyAmountIn(place, amount, terms)
  expect(amount >= minimumAmountOut, place, amount, `at least ${minimumAmountOut}`)
  if (!terms.isNative) expect(value === 0n, `${path}.value`, value, 0n)
}

/** The wallet's own transaction is the fill, so that nobody makes calls after it. */
function expectNoCalls(path: string, found: string, { calls }: StepTerms): void {
  expect(calls.length === 0, path, found, 'a step that makes the calls of the request')
}

function verifyTransfer(
  path: string,
  { to, data, value }: StepTransaction,
  terms: StepTerms,
  receiver: string,
  name: string,
): void {
  if (terms.isNative) {
    expectHex(`${path}.to`, to, receiver)
    expect(data === '0x' || data.length === 66, `${path}.data`, data, 'empty or an id of 32 bytes')
    verifyAmountIn(`${path}.value`, value, terms)
    return
  }
  expectHex(`${path}.to`, to, terms.currency)
  expect(value === 0n, `${path}.value`, value, 0n)
  const { args } = decode(path, data, erc20Abi, 'transfer')
  expectHex(`${path}.data.${name}`, args[0], receiver)
  verifyAmountIn(`${path}.data.amount`, args[1] as bigint, terms)
}

/** Lets a known contract take the input, and no more than it. */
export function verifyApproval(
  path: string,
  { to, data, value }: StepTransaction,
  terms: StepTerms,
  spenders: readonly Address[],
): void {
  expect(!terms.isNative, path, 'an approval', 'no approval, as the native currency needs none')
  expectHex(`${path}.to`, to, terms.currency)
  expect(value === 0n, `${path}.value`, value, 0n)
  const { args } = decode(path, data, erc20Abi, 'approve')
  expectOneOf(`${path}.data.spender`, args[0], spenders)
  expectAtMost(`${path}.data.amount`, args[1] as bigint, maximumOf(terms))
}

/** A swap's calldata is its router's: only target and value are bounded, and by the approval what it can take. */
export function verifySwap(path: string, { to, value }: StepTransaction, terms: StepTerms): void {
  const targets = originRoutersOf(terms).flatMap(({ address, approvalProxy = address }) => [
    address,
    approvalProxy,
  ])
  expectOneOf(`${path}.to`, to, [...new Set(targets)])
  expectAtMost(`${path}.value`, value, terms.isNative ? maximumOf(terms) : 0n)
}

function maximumOf({ amount }: StepTerms): bigint {
  return amount.most
}

/** Decodes a call whose encoding is canonical; services append bytes after it, which are `rest`. */
function decode(
  path: string,
  data: Hex,
  abi: Abi,
  functionName: string,
): { args: readonly unknown[]; rest: Hex } {
  try {
    const decoded = decodeFunctionData({ abi, data })
    const args = decoded.args ?? []
    const encoded = encodeFunctionData({ abi, functionName, args })
    if (decoded.functionName === functionName && data.toLowerCase().startsWith(encoded)) {
      return { args, rest: `0x${data.slice(encoded.length)}` }
    }
  } catch {
    // Falls through: data that can't be decoded is no call of this function either.
  }
  throw new StepMismatchError({ path: `${path}.data`, found: data, required: `a call of ${functionName}` })
}
