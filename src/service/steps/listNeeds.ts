import { type Address, decodeFunctionData, erc20Abi, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { isApproval } from '../../rules/paysFor/stepRules.js'
import { permit2Of } from '../profile/permit2.js'
import type { StepTerms } from './readTerms.js'
import type { PlannedItem, PlannedTransaction } from './types.js'

/** What the wallet must have before a payment: a balance or, if `spender` is set, an allowance. */
export type Need = {
  /** Zero for the native currency. */
  token: Address
  /** Smallest unit, without gas. */
  required: bigint
  spender?: Address
}

/**
 * Lists what the wallet must have before the first open item of a plan.
 *
 * - An approval among the items counts as the allowance.
 * - A swap or a permit states only the most that it may take. So its amount is listed only if the input is exact.
 *
 * @param open - The items that are not signed or sent yet, in order. The last one pays.
 * @param sent - The items that were sent, but are not yet seen as done.
 */
export function listNeeds(
  open: readonly PlannedItem[],
  terms: StepTerms,
  sent: readonly PlannedItem[] = [],
): Need[] {
  const transactions = (items: readonly PlannedItem[]) =>
    items.flatMap((item) => (item.kind === 'transaction' ? [item] : []))
  const value = transactions(open).reduce((sum, { transaction }) => sum + transaction.value, 0n)
  const needs: Need[] = value > 0n ? [{ token: zeroAddress, required: value }] : []
  const paying = open.at(-1)
  if (terms.isNative || !paying || isApproval(paying.step)) return needs
  const token = terms.currency as Address
  const required = amountOf(paying, terms)
  if (required === undefined) return needs
  needs.push({ token, required })
  const spender = spenderOf(paying, terms)
  if (spender && !transactions([...sent, ...open]).some((item) => allows(item, spender, required))) {
    needs.push({ token, required, spender })
  }
  return needs
}

function amountOf(paying: PlannedItem, { currency, amount }: StepTerms): bigint | undefined {
  if (paying.kind === 'transaction') {
    if (paying.deposit) return paying.deposit.amount
    const transfer = paying.transaction.to === currency && readCall(paying.transaction.data, 'transfer')
    if (transfer) return transfer.amount
  }
  return amount.least === amount.most ? amount.most : undefined
}

/**
 * Returns the contract that takes the token: the depository, a router's approval proxy, or Permit2. Undefined if the wallet
 * transfers the token itself.
 */
function spenderOf(paying: PlannedItem, { origin }: StepTerms): Address | undefined {
  if (paying.kind === 'transaction') {
    const { deposit, transaction } = paying
    const proxies = origin.routers?.map(({ approvalProxy }) => approvalProxy) ?? []
    const spenders = deposit ? [deposit.depository] : proxies
    return spenders.find((spender) => spender && isAddressEqual(transaction.to, spender))
  }
  const contract = 'typedData' in paying.message && paying.message.typedData.domain?.verifyingContract
  const permit2 = permit2Of(origin)
  return contract && isAddressEqual(contract, permit2) ? permit2 : undefined
}

function allows({ step, transaction }: PlannedTransaction, spender: Address, required: bigint): boolean {
  const call = isApproval(step) ? readCall(transaction.data, 'approve') : undefined
  return call !== undefined && isAddressEqual(call.to, spender) && call.amount >= required
}

const selectors = { approve: '0x095ea7b3', transfer: '0xa9059cbb' }

/** Decodes a call that was verified when the steps were planned. */
function readCall(data: Hex, name: 'approve' | 'transfer'): { to: Address; amount: bigint } | undefined {
  if (!data.startsWith(selectors[name])) return undefined
  const { args } = decodeFunctionData({ abi: erc20Abi, data })
  const [to, amount] = args as [Address, bigint]
  return { to, amount }
}
