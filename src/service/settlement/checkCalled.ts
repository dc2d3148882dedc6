import type { Order } from '../../protocol/order/parseOrder.js'
import type { CheckOutputReturnType } from './checkOutput.js'
import { fail, nothing, type SettlementResult, unknown } from './rows.js'

/**
 * Checks whether the calls of an order ran. That an order is settled does not show it.
 *
 * @param isAllowed - Whether the depository may have paid the order by itself, in this transaction or another.
 */
export function checkCalled(
  { calls }: Pick<Order['output'], 'calls'>,
  { status, calls: logged }: CheckOutputReturnType['findings'],
  isAllowed: boolean,
): SettlementResult {
  if (calls.length === 0) return nothing('the order has no calls')
  if (logged.ok === null) return { ...logged }
  if (status.ok === false) return fail('The transaction reverted, and its calls with it.', status.found)
  if (logged.ok || !isAllowed) return { ...logged }
  return unknown('the depository may have paid the order by itself, and that path does not look at its calls')
}
