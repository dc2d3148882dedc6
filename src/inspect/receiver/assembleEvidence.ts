import type { Hex } from 'viem'
import type { FillEvidence } from '../../contract/evidence.js'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import type { KeptOrder } from '../../service/orders/keptOrder.js'
import type { GivenTerms } from '../order/givenOrder.js'

export type EvidenceSources = {
  attestation?: Attestation | undefined
  order?: KeptOrder | undefined
  terms?: GivenTerms | undefined
  recipientProof?: readonly Hex[] | undefined
}

export type EvidencePart = 'attestation' | 'orderData' | 'orderSignature' | 'terms'

/** Puts together the evidence that a kind of receiver takes, or names the missing parts. */
export function assembleEvidence(
  kind: ReceiverKind,
  { attestation, order, terms, recipientProof }: EvidenceSources,
): { evidence: FillEvidence } | { missing: EvidencePart[] } {
  const proof = recipientProof && { recipientProof }
  const { orderData, orderSignature } = order ?? {}
  if (kind === 'signedOrderReceiver') {
    if (orderData && orderSignature) return { evidence: { orderData, orderSignature, ...proof } }
    return { missing: listMissing({ orderData, orderSignature }) }
  }
  if (kind === 'registeredTermsReceiver') {
    if (attestation && terms) return { evidence: { attestation, ...terms, ...proof } }
    return { missing: listMissing({ attestation, terms }) }
  }
  if (attestation && orderData) return { evidence: { attestation, orderData, ...proof } }
  return { missing: listMissing({ attestation, orderData }) }
}

function listMissing(parts: Partial<Record<EvidencePart, unknown>>): EvidencePart[] {
  return (Object.keys(parts) as EvidencePart[]).filter((name) => parts[name] === undefined)
}
