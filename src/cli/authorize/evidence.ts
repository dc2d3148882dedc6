import type { Hex } from 'viem'
import type { FillEvidence } from '../../contract/evidence.js'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import type { OrderFile } from '../verify/readOrderFile.js'

/** What was found of a call's evidence, in a file or at the service. */
export type GivenEvidence = OrderFile & {
  /** All of it, in a call that was kept. */
  evidence?: FillEvidence | undefined
  attestation?: Attestation | undefined
  recipientProof?: readonly Hex[] | undefined
}

/** The evidence that a receiver of a kind takes, or what is missing of it. */
export type AssembledEvidence = { evidence: FillEvidence } | { missing: string[] }

const advice = {
  attestation: "the solver's attestation: wait until the service has it",
  orderData: 'the order: pass the quote, which is kept since no listing has it for long',
  orderSignature:
    "the solver's signature over the order: the service gives it only in a quote that asks for includeProtocolData",
  terms: "the registrar's terms and termsSignature: pass a file that has them",
}

/** Puts together what a kind of receiver takes. */
export function assembleEvidence(
  kind: ReceiverKind,
  { evidence, order, terms, attestation, recipientProof }: GivenEvidence,
): AssembledEvidence {
  if (evidence) return { evidence: { ...evidence, ...(recipientProof && { recipientProof }) } }
  const proof = recipientProof && { recipientProof }
  if (kind === 'signedOrderReceiver') {
    const { orderData, orderSignature } = order ?? {}
    if (orderData && orderSignature) return { evidence: { orderData, orderSignature, ...proof } }
    return { missing: list({ orderData, orderSignature }) }
  }
  if (kind === 'registeredFillReceiver') {
    if (attestation && terms) return { evidence: { attestation, ...terms, ...proof } }
    return { missing: list({ attestation, terms }) }
  }
  const orderData = order?.orderData
  if (attestation && orderData) return { evidence: { attestation, orderData, ...proof } }
  return { missing: list({ attestation, orderData }) }
}

function list(parts: Partial<Record<keyof typeof advice, unknown>>): string[] {
  return (Object.keys(parts) as (keyof typeof advice)[])
    .filter((name) => parts[name] === undefined)
    .map((name) => advice[name])
}
