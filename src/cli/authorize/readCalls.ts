import { FillproofError } from '../../base/FillproofError.js'
import type { CallReceiverKind, FillEvidence } from '../../contract/evidence.js'
import { type ParsedEvidence, readEvidence } from '../../report/evidence/parseEvidence.js'
import {
  assembleEvidence,
  type EvidencePart,
  type EvidenceSources,
} from '../../report/receiver/judgeEvidence.js'
import { type Entry, readEntries, readValue } from '../orders/readEntries.js'
import { printable } from '../output.js'

/** The file or line of a call, with its evidence or the reason why the evidence can't be read. */
export type GivenCall = { place: string } & ({ sources: EvidenceSources } | { problem: string })

/**
 * Reads a call of `payReceiver`, a quote, `{quote, attestation?, recipientProof?}` or a registrar's
 * `{terms, termsSignature, attestation}`. Also reads a file with one of these per line, and a folder of such files.
 *
 * @throws {@link UsageError} if the path can't be read.
 */
export async function readCalls(path: string): Promise<{ isMany: boolean; calls: GivenCall[] }> {
  const { isMany, entries } = await readEntries(path)
  return { isMany, calls: entries.map(readCall) }
}

function readCall(entry: Entry): GivenCall {
  const { place } = entry
  try {
    const { attestation, order, recipientProof }: ParsedEvidence = readEvidence(readValue(entry))
    return { place, sources: { attestation, order: order?.order, terms: order?.terms, recipientProof } }
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    return { place, problem: printable(error.shortMessage) }
  }
}

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
export function collectEvidence(
  kind: CallReceiverKind,
  sources: EvidenceSources,
): { evidence: FillEvidence } | { missing: string[] } {
  const assembled = assembleEvidence(kind, sources)
  return 'missing' in assembled ? { missing: assembled.missing.map((part) => advice[part]) } : assembled
}
