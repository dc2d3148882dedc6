import type { Hex } from 'viem'
import { FillproofError } from '../../base/FillproofError.js'
import { toBytes, toRecord } from '../../base/values.js'
import { readCallEvidence, readReceiverCall } from '../../client/receiver/receiverCall.js'
import type { FillEvidence } from '../../contract/evidence.js'
import { parseAttestation } from '../../protocol/attestation/parseAttestation.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { readJsonFile, readOrderRecord } from '../verify/readOrderFile.js'
import type { GivenEvidence } from './evidence.js'

/**
 * Reads a call that `payReceiver` kept, a quote as the service gave it, `{quote, attestation?, recipientProof?}`, or a
 * registrar's `{terms, termsSignature, attestation}`.
 *
 * @throws {@link UsageError}
 */
export async function readCallFile(path: string): Promise<GivenEvidence> {
  const record = await readJsonFile('The argument', path)
  if (record.format !== undefined) return { evidence: readKept(record, path) }
  const inner = toRecord(record.quote) ?? record
  return {
    ...readOrderRecord(inner, path),
    ...(record.attestation !== undefined && { attestation: readAttestation(record.attestation, path) }),
    ...(record.recipientProof !== undefined && { recipientProof: readProof(record.recipientProof, path) }),
  }
}

function readKept(record: Record<string, unknown>, path: string): FillEvidence {
  try {
    return readCallEvidence(readReceiverCall(record))
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    throw new UsageError(`The call in ${printable(path)} can't be read: ${printable(error.shortMessage)}`)
  }
}

function readAttestation(value: unknown, path: string): Attestation {
  try {
    return parseAttestation(value as Parameters<typeof parseAttestation>[0])
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    throw new UsageError(
      `The attestation in ${printable(path)} can't be read: ${printable(error.shortMessage)}`,
    )
  }
}

function readProof(value: unknown, path: string): Hex[] {
  const words = Array.isArray(value) ? value.map((word) => toBytes(word, [32])) : [undefined]
  const found = words.filter((word) => word !== undefined)
  if (found.length === words.length) return found
  throw new UsageError(`The recipientProof in ${printable(path)} must be a list of 32 bytes of hex each.`)
}
