import { type Address, type Hex, isAddressEqual } from 'viem'
import type { FillEvidence } from '../../contract/evidence.js'
import { tryDecodeOrderCall } from '../../protocol/order/decodeOrderCall.js'
import { hashPayment } from '../../protocol/payment/hashPayment.js'
import type { Payment } from '../../protocol/payment/payment.js'
import { decodeAuthorizedCall } from '../../protocol/registrar/decodeAuthorizedCall.js'
import { toContractTerms } from '../../protocol/registrar/toContractTerms.js'

/** The call of `payAuthorized` in the evidence. */
export type FoundCall = { payment: Payment; callHash: Hex }

/** Finds the call of `payAuthorized` on this receiver; undefined unless there is exactly one. */
export function findCall(evidence: FillEvidence, receiver: Address, chainId: number): FoundCall | undefined {
  const calls = evidence.terms
    ? [toContractTerms(evidence.terms).authorizedCall]
    : evidence.orderData.output.calls.flatMap((call) => readCall(call as Hex, receiver))
  const [data] = calls
  const payment = calls.length === 1 && data ? decodeAuthorizedCall(data) : undefined
  return payment && { payment, callHash: hashPayment({ chainId, receiver, payment }) }
}

function readCall(call: Hex, receiver: Address): Hex[] {
  const decoded = tryDecodeOrderCall(call)
  return decoded && isAddressEqual(decoded.to, receiver) ? [decoded.data] : []
}
