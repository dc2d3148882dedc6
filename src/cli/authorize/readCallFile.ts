import { FillproofError } from '../../base/FillproofError.js'
import { toRecord } from '../../base/values.js'
import { readCallEvidence, readReceiverCall } from '../../client/receiver/receiverCall.js'
import type { FillEvidence } from '../../contract/evidence.js'
import { parseAttestation } from '../../protocol/attestation/parseAttestation.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { readJsonObject } from '../readJsonFile.js'
import { parseOrderOption } from '../verify/readOrderFile.js'
import { parseRecipientProof } from '../verify/readRecipientProofFile.js'
import type { GivenEvidence } from './evidence.js'

/**
 * Reads a call that `payReceiver` kept, a quote as the service gave it, `{quote, attestation?, recipientProof?}`, or a
 * registrar's `{terms, termsSignature, attestation}`.
 *
 * @throws {@link UsageError}
 */
export async function readCallFile(path: string): Promise<GivenEvidence> {
  const record = await readJsonObject('The argument', path)
  if (record.format !== undefined) return { evidence: readKept(record, path) }
  const inner = toRecord(record.quote) ?? record
  return {
    ...parseOrderOption(inner, path),
    ...(record.attestation !== undefined && { attestation: readAttestation(record.attestation, path) }),
    ...(record.recipientProof !== undefined && {
      recipientProof: parseRecipientProof(record.recipientProof, path),
    }),
  }
}

function readKept(record: Record<string, unknown>, path: string): FillEvidence {
  return read('call', path, () => readCallEvidence(readReceiverCall(record)))
}

function readAttestation(value: unknown, path: string): Attestation {
  return read('attestation', path, () => parseAttestation(value))
}

function read<result>(name: string, path: string, parse: () => result): result {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    throw new UsageError(`The ${name} in ${printable(path)} can't be read: ${printable(error.shortMessage)}`)
  }
}
