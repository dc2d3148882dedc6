import type { Address, Hex } from 'viem'
import { padAddress } from '../../protocol/address/padAddress.js'
import { checkOrderDeadline, checkOrderId } from '../../protocol/attestation/checkExpected.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import { isEvmChain } from '../../protocol/order/chainVm.js'
import { proveOrderOutput } from '../../protocol/order/proveOrderOutput.js'
import type { OrderChains, OrderData, OrderProof } from '../../protocol/order/types.js'
import { verifyOrderSignature } from '../../protocol/order/verifyOrderSignature.js'
import type { SignedCheck } from '../../protocol/signature/checkSigner.js'

/** A check of an order. */
export type OrderCheck = SignedCheck<'orderId' | 'orderSignature' | 'orderSolver' | 'deadline'> & {
  /** Set if a check passed only because the quote or the service says so. Nothing signed covers it. */
  source?: 'said'
}

/** An order, and the kind of evidence that comes from the solver. */
export type OrderReport = {
  orderId: Hex
  /** The caller's file, or the transaction of the payment. */
  source: 'file' | 'calldata'
  /** `attested`: the requestId is the order's id. `signed`: the solver signed the order itself. `none`: neither. */
  evidence: 'attested' | 'signed' | 'none'
  /** Unix seconds. */
  deadline: number
}

/** An order, with the claims of its quote. */
export type KnownOrder = OrderChains & {
  /** Recomputed from `orderData`. */
  orderId: Hex
  orderData: OrderData
  orderSignature?: Hex
  /** The requests that the quote names. Absent without a quote. */
  requestIds?: readonly Hex[]
}

export type JudgeOrderParameters = {
  requestId: Hex
  /** Undefined if the service publishes no attestation. Then only the signature over the order counts. */
  attestation: Pick<Attestation, 'originChainId' | 'destinationChainId' | 'destinationUser'> | undefined
  /** Returns the name that orders use for a chain id. Undefined if it is not known. */
  chainNameOf(id: number): string | undefined
  /** The attestation's signer. */
  signer: Address | null
  trusted: readonly Address[]
  order: KnownOrder
  /** The service's claim. Nothing signed covers it. */
  record: { orderId?: Hex } | undefined
  /** Unix seconds. */
  now: number
}

export type JudgeOrderReturnType = { order: OrderReport; checks: OrderCheck[] }

/**
 * Judges whether an order belongs to a request, and who signed the order.
 *
 * - An order belongs to the request if its id is the requestId, or if the order's quote or the service's record names the
 *   request.
 * - If the id is the requestId and the request is attested, the attestation vouches for the order. Otherwise the solver must have
 *   signed the order itself. Without that signature the order is not evidence, and gets no checks.
 * - A signed order must not contradict the attestation's chains or, if the order has no calls, the attestation's recipient.
 *   Currency and amount may differ, since there may be a swap.
 * - Trust: only the solver's signature counts, with one exception: only the quote or the service may state which request a signed
 *   order belongs to.
 */
export async function judgeOrder(parameters: JudgeOrderParameters): Promise<JudgeOrderReturnType> {
  const { requestId, order, record } = parameters
  const { orderId } = order
  const { solver, output } = proveOrderOutput(order.orderData, order)
  const isOwnId = orderId === requestId
  if (isOwnId && parameters.attestation) {
    return judgeAttestedOrder({ ...parameters, source: 'file', order: { solver, output } })
  }
  const report = { orderId, source: 'file', deadline: output.deadline } as const
  const deadline = checkOrderDeadline(output.deadline, parameters.now)
  const ids = { expected: orderId, actual: requestId }
  const isNamed = order.requestIds?.includes(requestId) === true
  const isOfRequest = isOwnId || isNamed || record?.orderId === orderId
  if (order.orderSignature === undefined && isOfRequest) {
    return { order: { ...report, evidence: 'none' }, checks: [] }
  }
  const message = isOfRequest
    ? describeConflict(parameters, order.orderData)
    : describeMismatch(parameters, orderId)
  const idCheck: OrderCheck = {
    name: 'orderId',
    ok: message === undefined,
    ...ids,
    ...(message !== undefined ? { message } : !isOwnId && { source: 'said' }),
  }
  if (order.orderSignature === undefined) return { order: { ...report, evidence: 'none' }, checks: [idCheck] }
  const checks = [idCheck, ...(await judgeOrderSignature(order, order.orderSignature, parameters.trusted))]
  return { order: { ...report, evidence: 'signed' }, checks: [...checks, deadline] }
}

export function judgeAttestedOrder({
  requestId,
  signer,
  now,
  source,
  order: { solver, output },
}: Pick<JudgeOrderParameters, 'requestId' | 'signer' | 'now'> & {
  source: OrderReport['source']
  order: Pick<OrderProof, 'solver' | 'output'>
}): JudgeOrderReturnType {
  const { deadline } = output
  return {
    order: { orderId: requestId, source, evidence: 'attested', deadline },
    checks: [
      checkOrderId(requestId, requestId),
      judgeSolver(solver, signer),
      checkOrderDeadline(deadline, now),
    ],
  }
}

function describeMismatch({ requestId, order }: JudgeOrderParameters, orderId: Hex): string {
  const { requestIds, orderSignature } = order
  if (requestIds) return `The quote is for ${requestIds.join(', ') || 'no request'}, not for ${requestId}.`
  if (orderSignature) return 'Nothing links this order to the request: give the whole quote.'
  return checkOrderId(requestId, orderId).message ?? ''
}

/** Describes a contradiction between an order and an attestation of the same request. */
function describeConflict(
  { attestation, chainNameOf }: JudgeOrderParameters,
  orderData: OrderData,
): string | undefined {
  if (!attestation) return undefined
  const { inputs, output } = orderData
  const origin = chainNameOf(attestation.originChainId)
  if (origin !== undefined && !inputs.some(({ payment }) => payment.chainId === origin)) {
    return `The attestation names a payment on ${origin}, where the order takes none.`
  }
  const destination = chainNameOf(attestation.destinationChainId)
  if (destination !== undefined && output.chainId !== destination) {
    return `The attestation is for ${destination}, and the order pays on ${output.chainId}.`
  }
  if (output.calls.length > 0 || !isEvmChain(output.chainId)) return undefined
  const isPaid = output.payments.some(
    ({ recipient }) => padAddress(recipient as Address) === attestation.destinationUser,
  )
  return isPaid ? undefined : 'The order pays other recipients than the attestation names.'
}

/** Checks that the solver that the order names signed the attestation, as a receiver requires. */
function judgeSolver(solver: Address, signer: Address | null): OrderCheck {
  const name = 'orderSolver'
  if (solver === signer) return { name, ok: true, expected: solver, actual: signer }
  const message = `The order names the solver ${solver}, and the signer is ${signer ?? 'unknown'}.`
  return { name, ok: false, expected: solver, actual: signer, message }
}

export async function judgeOrderSignature(
  { orderData, evmChains }: Pick<KnownOrder, 'orderData' | 'evmChains'>,
  signature: Hex,
  solver: readonly Address[],
): Promise<OrderCheck[]> {
  const { checks } = await verifyOrderSignature({ orderData, evmChains, signature, solver })
  const failed = checks.find(({ name, ok }) => name !== 'orderSolver' && !ok)
  const own = checks.filter(({ name }) => name === 'orderSolver') as OrderCheck[]
  const { expected, actual } = checks.find(({ name }) => name === 'solver') ?? {}
  return [
    {
      name: 'orderSignature',
      ok: !failed,
      expected,
      actual,
      ...(failed?.message && { message: failed.message }),
    },
    ...own,
  ]
}
