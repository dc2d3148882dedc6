import type { Hex } from 'viem'
import { cleanText } from '../../base/cleanText.js'
import { describeValue } from '../../base/describeValue.js'
import { parseJson } from '../../base/parseJson.js'
import { toBytes, toRecord } from '../../base/values.js'
import { isInboxCall } from '../../client/inbox/inboxCall.js'
import { readCallEvidence, readReceiverCall } from '../../client/receiver/receiverCall.js'
import { parseAttestation } from '../../protocol/attestation/parseAttestation.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import { parseKeptOrder } from '../../service/orders/keptOrder.js'
import { EvidenceTextError } from '../errors.js'
import { type OrderFile, parseOrderFile } from '../order/givenOrder.js'

/** The evidence of one request, parsed from a text. */
export type ParsedEvidence = {
  /** At most two bare 32-byte values: a request id, the hash of a transaction, or both. */
  hashes?: readonly Hex[]
  attestation?: Attestation
  /** The order or a registrar's terms. */
  order?: OrderFile
  recipientProof?: readonly Hex[]
}

/** The most characters of pasted evidence, as for a line of `check`. */
const mostCharacters = 2 ** 20

const forms = [
  'Paste a request id, a record, a quote or its order, an evidence file, or the hash of a transaction.',
]

/**
 * Reads pasted evidence: 32 bytes of hex, a service's record, a quote or an order, a registrar's terms, a call that
 * `payReceiver` stored, `{quote, attestation, recipientProof}`, or the output of `verify --json`. Different parts can
 * follow one another.
 *
 * @throws {@link FillproofError} that names the unreadable part.
 */
export function parseEvidence(text: string): ParsedEvidence {
  if (text.length > mostCharacters) {
    throw new EvidenceTextError('The text is longer than 1 MiB.', ['Drop a file of records on the page.'])
  }
  const parts = splitParts(text)
  if (parts.length === 0) throw new EvidenceTextError('There is no text.', forms)
  const evidence: ParsedEvidence = {}
  for (const part of parts.map(readEvidence)) addPart(evidence, part)
  const { hashes, attestation } = evidence
  if (hashes && attestation && !hashes.includes(attestation.requestId)) {
    throw new EvidenceTextError(
      `The record belongs to request ${attestation.requestId}, not to ${hashes[0]}.`,
    )
  }
  return evidence
}

/** Splits a text into consecutive JSON texts and bare hashes. */
function splitParts(text: string): unknown[] {
  const parts: unknown[] = []
  let rest = skipBlanks(text)
  while (rest !== '') {
    const isJson = rest[0] === '{' || rest[0] === '['
    const end = isJson ? findEnd(rest) : rest.search(/[ \t\r\n]|$/)
    const part = rest.slice(0, end)
    const value = isJson || !toBytes(part, [32]) ? parseJson(part) : part
    if (value === undefined)
      throw new EvidenceTextError(`This is no evidence: "${cleanText(rest, 60)}".`, forms)
    parts.push(value)
    rest = skipBlanks(rest.slice(end))
  }
  return parts
}

/** Skips JSON whitespace, and nothing else. */
function skipBlanks(text: string): string {
  return text.replace(/^[ \t\r\n]+/, '')
}

/** Finds the end of the first JSON text, where all its brackets are closed. */
function findEnd(text: string): number {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted && character === '\\') at++
    else if (!isQuoted && '[{'.includes(character)) depth++
    else if (!isQuoted && ']}'.includes(character) && --depth === 0) return at + 1
  }
  return text.length
}

function addPart(evidence: ParsedEvidence, part: ParsedEvidence): void {
  for (const [name, value] of Object.entries(part)) {
    const { hashes = [] } = evidence
    if (name === 'hashes' && hashes.length === 1) {
      evidence.hashes = [...hashes, ...(value as Hex[])]
      continue
    }
    if (name in evidence) {
      throw new EvidenceTextError(`The text has more than one ${partNames[name as keyof ParsedEvidence]}.`, [
        'Paste one request. To check many records, drop them as a file.',
      ])
    }
    Object.assign(evidence, { [name]: value })
  }
}

const partNames: Record<keyof ParsedEvidence, string> = {
  hashes: 'request id and transaction',
  attestation: 'record',
  order: 'order',
  recipientProof: "recipient's proof",
}

/**
 * Reads one part of {@link parseEvidence}.
 *
 * @throws {@link FillproofError}
 */
export function readEvidence(value: unknown): ParsedEvidence {
  const hash = toBytes(value, [32])
  if (hash) return { hashes: [hash] }
  const record = toRecord(value)
  if (!record) throw new EvidenceTextError(`This is no evidence: ${describeValue(value)}.`, forms)
  if (isInboxCall(record)) return { order: parseOrderFile(record), ...readProof(record.recipientProof) }
  if (record.format !== undefined) return readKeptCall(record)
  if (record.requestData !== undefined) return { attestation: readRecord(record) }
  if (record.attestation !== undefined) return readEvidenceFile(record)
  return { order: readOrder(toRecord(record.quote) ?? record, record), ...readProof(record.recipientProof) }
}

/** Reads an order with the terms of the inbox that it pays, which stand next to it. */
function readOrder(order: Record<string, unknown>, { inboxTerms }: Record<string, unknown>): OrderFile {
  return parseOrderFile(inboxTerms === undefined ? order : { ...order, inboxTerms })
}

/**
 * Reads `{quote, attestation, recipientProof}`, the same with a registrar's terms instead of the quote, or a verification. From a
 * verification, only the attestation is used.
 */
function readEvidenceFile(record: Record<string, unknown>): ParsedEvidence {
  const { quote, attestation, recipientProof } = record
  const order = record.terms === undefined ? toRecord(quote) : record
  return {
    attestation: readRecord(toRecord(attestation) ?? {}),
    ...(order && { order: readOrder(order, record) }),
    ...readProof(recipientProof),
  }
}

function readKeptCall(record: Record<string, unknown>): ParsedEvidence {
  const call = readReceiverCall(record)
  const { terms, termsSignature } = readCallEvidence(call)
  return {
    order: terms ? { terms: { terms, termsSignature } } : { order: parseKeptOrder(call.quote) },
    ...(call.attestation && { attestation: readRecord(call.attestation) }),
    ...readProof(call.recipientProof),
  }
}

/** Reads an attestation in the service's form, or a flat form: the fields of `requestData` are next to `requestId`. */
function readRecord(record: Record<string, unknown>): Attestation {
  const { requestId, signature } = record
  const requestData = record.requestData ?? record
  return parseAttestation({ requestId, requestData, signature })
}

function readProof(value: unknown): Pick<ParsedEvidence, 'recipientProof'> {
  if (value === undefined) return {}
  const words = Array.isArray(value) ? value.map((word) => toBytes(word, [32])) : [undefined]
  const found = words.filter((word) => word !== undefined)
  if (found.length === words.length) return { recipientProof: found }
  throw new EvidenceTextError('recipientProof must be a list of 32 bytes of hex each.')
}
