import type { CallReceiverKind, FillEvidence } from '../../contract/evidence.js'
import {
  assembleEvidence,
  type EvidencePart,
  type EvidenceSources,
} from '../../report/receiver/judgeEvidence.js'

const advice: Record<EvidencePart, string> = {
  attestation: "the solver's attestation: wait until the service has it",
  orderData:
    'the order: the service no longer lists orders; pass the quote as the file, or with a request id as --order',
  orderSignature:
    "the solver's signature over the order: the service returns it only in a quote that was requested with includeProtocolData",
  inboxTerms: 'the terms of the inbox: pass a file that has them as inboxTerms',
  terms: "the registrar's terms and termsSignature: pass a file that has them",
}

/** Collects the evidence that a kind of receiver requires. If parts are missing, returns advice on each of them. */
export function readEvidence(
  kind: CallReceiverKind,
  sources: EvidenceSources,
): { evidence: FillEvidence } | { missing: string[] } {
  const assembled = assembleEvidence(kind, sources)
  return 'missing' in assembled ? { missing: assembled.missing.map((part) => advice[part]) } : assembled
}
