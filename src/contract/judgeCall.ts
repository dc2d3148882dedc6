import type { Address, Hash, Hex } from 'viem'
import { FillproofError } from '../base/FillproofError.js'
import { hashPayment } from '../protocol/payment/hashPayment.js'
import type { Payment } from '../protocol/payment/payment.js'
import { decodeAuthorizedCall } from '../protocol/registrar/decodeAuthorizedCall.js'
import { toContractTerms } from '../protocol/registrar/toContractTerms.js'
import type { ReceiverClient } from './call.js'
import { FillRevertedError } from './errors.js'
import { encodeEvidence, type FillEvidence } from './evidence.js'
import { getAuthorization } from './getAuthorization.js'
import { isCallPaid } from './isCallPaid.js'
import { listCallPayments } from './listAuthorizedCalls.js'
import { type SimulateAuthorizeFillParameters, simulateAuthorizeFill } from './simulateAuthorizeFill.js'

/** The call of `payAuthorized` in evidence. */
export type FoundCall = { payment: Payment; callHash: Hex }

/** The result for one call. */
export type AuthorizationResult = {
  /** `noCall`: the evidence does not hold exactly one call of `payAuthorized` on the receiver. */
  status: 'paid' | 'authorized' | 'refused' | 'noCall'
  /** Absent if there is no call, or if the evidence can't be read. */
  callHash?: Hex
  /** The solver that attested the call. */
  solver?: Address
  /** The transaction that presented the evidence. Absent if none was needed, or if none was sent. */
  transaction?: Hash
  /** Why the call is refused. */
  reason?: string
  /** The advice for a refused call. */
  remedy?: string
}

/** The result before anything is sent. `provable`: the receiver accepts the evidence, which must still be presented. */
export type JudgedCall = Omit<AuthorizationResult, 'status'> & {
  status: AuthorizationResult['status'] | 'provable'
}

/** Finds the call of `payAuthorized` on this receiver; undefined unless there is exactly one. */
export function findCall(evidence: FillEvidence, receiver: Address, chainId: number): FoundCall | undefined {
  const payments = evidence.terms
    ? [decodeAuthorizedCall(toContractTerms(evidence.terms).authorizedCall)]
    : listCallPayments(evidence.orderData, receiver)
  const [payment] = payments
  if (payments.length !== 1 || !payment) return undefined
  return { payment, callHash: hashPayment({ chainId, receiver, payment }) }
}

/**
 * Judges a call by the receiver's state. If no authorization lasts until the call's deadline, simulates the presentation of the
 * evidence.
 *
 * - Returns `refused` if the receiver refuses the evidence, or if the evidence can't be read. Throws if the chain can't be read.
 */
export async function judgeCall(
  client: ReceiverClient,
  chainId: number,
  { receiver, account, ...evidence }: SimulateAuthorizeFillParameters,
): Promise<JudgedCall> {
  let known: { callHash?: Hex } = {}
  try {
    // Throws if the evidence can't be read.
    encodeEvidence(evidence)
    const call = findCall(evidence, receiver, chainId)
    if (!call) return { status: 'noCall' }
    const { callHash, payment } = call
    known = { callHash }
    if (await isCallPaid(client, { receiver, callHash })) return { status: 'paid', callHash }
    const found = await getAuthorization(client, { receiver, callHash, deadline: payment.deadline })
    if (found?.isUsable) return { status: 'authorized', callHash, solver: found.solver }
    await simulateAuthorizeFill(client, { receiver, ...evidence, account })
    return { status: 'provable', callHash }
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    const { shortMessage: reason } = error
    const remedy = error instanceof FillRevertedError ? error.remedy : null
    return { status: 'refused', ...known, reason, ...(remedy && { remedy }) }
  }
}
