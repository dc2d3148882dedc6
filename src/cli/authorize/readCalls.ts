import { FillproofError } from '../../base/FillproofError.js'
import { type ParsedEvidence, readEvidence } from '../../report/evidence/parseEvidence.js'
import type { EvidenceSources } from '../../report/receiver/judgeEvidence.js'
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
