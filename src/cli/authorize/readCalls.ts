import { FillproofError } from '../../base/FillproofError.js'
import { parseJson } from '../../base/parseJson.js'
import { type ParsedEvidence, readEvidence } from '../../report/evidence/parseEvidence.js'
import type { EvidenceSources } from '../../report/receiver/judgeEvidence.js'
import { listOrderFiles, readable } from '../orders/readRecords.js'
import { printable } from '../output.js'
import { mostBytes, readFileWithin } from '../readFileWithin.js'

/** The file or line of a call, with its evidence or the reason why the evidence can't be read. */
export type GivenCall = { place: string } & ({ sources: EvidenceSources } | { problem: string })

/**
 * Reads a call of `payReceiver`, a quote, `{quote, attestation?, recipientProof?}` or a registrar's
 * `{terms, termsSignature, attestation}`. Also reads a file with one of these per line, and a folder of such files.
 *
 * @throws {@link UsageError} if the path can't be read.
 */
export async function readCalls(path: string): Promise<{ isMany: boolean; calls: GivenCall[] }> {
  const { isFolder, files } = await listOrderFiles(path, 'The argument')
  const calls: GivenCall[] = []
  for (const { path: file } of files) {
    const most = /\.(ndjson|jsonl)$/.test(file) ? mostBytes.list : mostBytes.json
    const text = String(await readable('The argument', file, () => readFileWithin(file, most)))
    const isLines = parseJson(text) === undefined && parseJson(text.split('\n')[0]!) !== undefined
    const lines = isLines ? text.split('\n') : [text]
    for (const [index, line] of lines.entries()) {
      if (isLines && line.trim() === '') continue
      calls.push(readCall(lines.length > 1 ? `${file}:${index + 1}` : file, line))
    }
  }
  return { isMany: isFolder || calls.length > 1, calls }
}

function readCall(place: string, text: string): GivenCall {
  try {
    const { attestation, order, recipientProof }: ParsedEvidence = readEvidence(parseJson(text))
    return { place, sources: { attestation, order: order?.order, terms: order?.terms, recipientProof } }
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    return { place, problem: printable(error.shortMessage) }
  }
}
