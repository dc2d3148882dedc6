import type { Hex } from 'viem'
import { listAuthorizedCalls } from '../../contract/listAuthorizedCalls.js'
import { parseOrder } from '../../protocol/order/parseOrder.js'
import type { OrderProof } from '../../protocol/order/types.js'
import { addAssumption, listDeciding } from '../../rules/settled/assumptions.js'
import type { SettlementReceipt } from '../../rules/settled/types.js'
import { verifyOutputSettlement } from '../../rules/settled/verifyFillSettlement.js'
import type { ChainTransaction } from '../chainView.js'
import type { FindingKind } from '../types.js'
import type { JudgePaidFillParameters } from './parameters.js'

export type JudgeSettlementParameters = {
  transaction: ChainTransaction
  receipt: Pick<SettlementReceipt, 'status' | 'logs'>
  /** The orders that the fill may pay, according to their evidence. */
  orders: readonly { id: Hex; output: OrderProof['output'] }[]
  /** The request that the fill pays, if known. */
  requestId: Hex | undefined
} & Pick<JudgePaidFillParameters, 'job' | 'fill' | 'routers' | 'service' | 'findOrder' | 'store'>

export type JudgeSettlementReturnType =
  | { claim: { kind: FindingKind; expected: unknown; actual: unknown; message: string } }
  | { problem: string }
  | undefined

/**
 * Checks whether the service's oracle will accept a fill's transaction for its order.
 *
 * - The order is the one whose id is at the end of the transaction's calldata. Deposits and finality are not checked.
 */
export async function judgeSettlement(
  parameters: JudgeSettlementParameters,
): Promise<JudgeSettlementReturnType> {
  const { transaction, orders } = parameters
  const suffix = readSuffix(transaction)
  const order = orders.find(({ id }) => id === suffix)
  if (order) return judgeOrder(order, parameters)
  const other = suffix === undefined ? null : await findOther(suffix, parameters)
  if (other === 'own' || other === 'unknown') return judgeKept(suffix!, parameters)
  if (other === 'other') {
    const message =
      "The fill's transaction ends with the id of another order, which the service settles with it."
    return { claim: { kind: 'otherOrder', expected: describeIds(parameters), actual: suffix, message } }
  }
  const [first] = orders
  if (first) return judgeOrder(first, parameters)
  return { problem: 'the settlement: the order of the fill is not known' }
}

/** The last word of the calldata, which may be an order's id. */
export function readSuffix({ input }: Pick<ChainTransaction, 'input'>): Hex | undefined {
  return input.length >= 66 ? `0x${input.slice(-64).toLowerCase()}` : undefined
}

function describeIds({ orders, requestId }: JudgeSettlementParameters): string {
  return orders.map(({ id }) => id).join(', ') || `an order of ${requestId}`
}

/**
 * Finds out to whom the order with an id belongs. `own`: the order of this fill. `other`: the order of another fill or
 * request. `unknown`: the order of a request, but the caller did not keep it. Null if no known order has the id.
 */
async function findOther(
  suffix: Hex,
  { job, fill, orders, requestId, service, store, findOrder }: JudgeSettlementParameters,
): Promise<'own' | 'other' | 'unknown' | null> {
  if (suffix === requestId) return 'own'
  const fills = await store.findFills([suffix])
  const authorizations = await store.findAuthorizations({ ids: [suffix] })
  if (authorizations.some(({ callHash }) => callHash === fill.id)) return 'own'
  if (fills.length > 0 || authorizations.length > 0) return 'other'
  const found = await service.findRequest(suffix)
  const attestation = await service.readAttestation(suffix)
  const isRequest = 'value' in attestation && attestation.value !== null
  const request = ('value' in found && found.value) || (isRequest ? suffix : null)
  if (request === null) return null
  if (orders.length > 0 || requestId !== undefined) {
    return request === requestId && orders.length === 0 ? 'own' : 'other'
  }
  const kept = await findOrder(suffix)
  if ('problem' in kept) return 'unknown'
  const { chainId, receiver } = job
  const calls = listAuthorizedCalls({ ...kept.order, chainId, receiver })
  return calls.includes(fill.id) ? 'own' : 'other'
}

/** Judges the settlement by an order that the caller kept, for evidence that does not show the order. */
async function judgeKept(
  orderId: Hex,
  parameters: JudgeSettlementParameters,
): Promise<JudgeSettlementReturnType> {
  const kept = await parameters.findOrder(orderId)
  if ('problem' in kept) return { problem: `the settlement: ${kept.problem}` }
  return judgeOrder({ id: orderId, output: parseOrder(kept.order.orderData, kept.order).output }, parameters)
}

function judgeOrder(
  { id: orderId, output }: JudgeSettlementParameters['orders'][number],
  { job, fill, transaction, receipt, routers }: JudgeSettlementParameters,
): JudgeSettlementReturnType {
  const { transactionHash, blockNumber, blockTime } = fill
  const settlement = verifyOutputSettlement({
    orderId,
    output,
    transaction: { hash: transactionHash, ...transaction },
    receipt: { transactionHash, blockNumber, ...receipt },
    block: { number: blockNumber, timestamp: blockTime },
  })
  const { extraData } = output
  const rows = addAssumption(settlement.rows, { extraData, routers, receiver: job.receiver })
  const refusal = listDeciding(rows).find(({ ok }) => ok === false)
  if (!refusal) {
    const { assumption } = rows.find((row) => row.assumption !== undefined) ?? {}
    return assumption === undefined ? undefined : { problem: `the settlement: ${assumption}` }
  }
  const { name, found = 'none', required = `the service's rule ${name}`, assumption } = refusal
  const message = ['The service will not settle the fill:', refusal.message, assumption].filter(Boolean)
  return { claim: { kind: 'notSettled', expected: required, actual: found, message: message.join(' ') } }
}
