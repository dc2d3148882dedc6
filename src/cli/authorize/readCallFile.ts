import type { Hex } from 'viem'
import { parseAttestation } from '../../attestation/parseAttestation.js'
import type { Attestation } from '../../attestation/types.js'
import { toBytes, toRecord } from '../../format/values.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { readJsonFile, readOrderRecord } from '../verify/readOrderFile.js'
import type { GivenEvidence } from './evidence.js'

/**
 * Reads a kept call, `{quote, attestation?, recipientProof?}`, a quote as the service gave it, or a registrar's
 * `{terms, termsSignature, attestation}`.
 *
 * @throws {@link UsageError}
 */
export async function readCallFile(path: string): Promise<GivenEvidence> {
  const record = await readJsonFile('The argument', path)
  const inner = toRecord(record.quote) ?? record
  return {
    ...readOrderRecord(inner, path),
    ...(record.attestation !== undefined && { attestation: readAttestation(record.attestation, path) }),
    ...(record.recipientProof !== undefined && { recipientProof: readProof(record.recipientProof, path) }),
  }
}

function readAttestation(value: unknown, path: string): Attestation {
  try {
    return parseAttestation(value as Parameters<typeof parseAttestation>[0])
  } catch (error) {
    const problem = error instanceof Error ? error.message.split('\n')[0]! : String(error)
    throw new UsageError(`The attestation in ${printable(path)} can't be read: ${printable(problem)}`)
  }
}

function readProof(value: unknown, path: string): Hex[] {
  const words = Array.isArray(value) ? value.map((word) => toBytes(word, [32])) : [undefined]
  const found = words.filter((word) => word !== undefined)
  if (found.length === words.length) return found
  throw new UsageError(`The recipientProof in ${printable(path)} must be a list of 32 bytes of hex each.`)
}
