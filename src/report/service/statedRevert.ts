import type { Hex } from 'viem'
import { cleanText } from '../../base/cleanText.js'
import { parseJson } from '../../base/parseJson.js'
import { toBytes, toRecord, toText } from '../../base/values.js'
import { explainRevert } from '../../contract/revert/explainRevert.js'

/** The reason for a fill's failure, as the service reports it. */
export type StatedRevert = { data?: Hex; message: string; name?: string; remedy?: string }

const longest = 300

/** Reads the revert of a status's `details`: an object, its JSON, or any other text. */
export function readStatedRevert(details: unknown): StatedRevert | undefined {
  const record = readDetails(details)
  if (!record) return typeof details === 'string' && details !== '' ? describe(details) : undefined
  const { data, message } = toRecord(record.revert) ?? {}
  const bytes = toBytes(data)
  const known = bytes && explainRevert(bytes)
  const said = toText(message) ?? bytes
  if (said === undefined) return undefined
  return {
    ...(bytes && { data: bytes }),
    ...describe(known ? known.message : said),
    ...(known && { name: known.name, remedy: known.remedy }),
  }
}

/** Lists the refunds in a status's `details`, whose format is not specified. */
export function readStatedRefunds(details: unknown): string[] {
  const record = readDetails(details) ?? {}
  const { excess, doubleSpends } = record
  const places = [
    record,
    toRecord(excess),
    ...(Array.isArray(doubleSpends) ? doubleSpends : []).map(toRecord),
  ]
  return places.map((place) => toText(place?.refundTxHash)).filter((hash) => hash !== undefined)
}

function readDetails(details: unknown): Record<string, unknown> | undefined {
  return toRecord(typeof details === 'string' ? parseJson(details) : details)
}

function describe(text: string): { message: string } {
  return { message: cleanText(text, longest) }
}
