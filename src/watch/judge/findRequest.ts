import type { Hex } from 'viem'
import type { Evidence } from '../../contract/findEvidence.js'
import type { FillEvent, Unchecked } from '../types.js'
import type { AskedService } from './parameters.js'
import type { CallFacts } from './readFacts.js'

export type FoundRequest = {
  /** Undefined if the request is unknown. */
  requestId: Hex | undefined
  unchecked: Unchecked[]
}

export async function findRequest(
  service: AskedService,
  { id, transactionHash }: FillEvent,
  { evidence, authorizations, isRemembered }: CallFacts,
): Promise<FoundRequest> {
  if (isRemembered) {
    const reason = 'the call was authorized before the first block that is looked at'
    return { requestId: undefined, unchecked: [{ reason }] }
  }
  const evidences = new Map<Hex, Evidence | undefined>(authorizations.length > 0 ? [] : [[id, evidence]])
  for (const { event, evidence } of authorizations) {
    if (!evidences.has(event.id)) evidences.set(event.id, evidence)
  }
  const answers = await Promise.all(
    [...evidences].map(([id, evidence]) => readRequest(service, id, evidence)),
  )
  const known = answers.flatMap((answer) => ('requestId' in answer ? [answer.requestId] : []))
  const unchecked = answers.filter((answer) => 'reason' in answer)
  // Several orders may have the same call. The fill belongs to the request whose status lists its transaction.
  for (const requestId of known.length > 1 ? known : []) {
    const answer = await service.readStatus?.(requestId)
    if (answer && 'value' in answer && answer.value?.transactions.includes(transactionHash))
      return { requestId, unchecked }
  }
  return { requestId: known[0], unchecked }
}

/** Finds the request of an id. If no request has this id, asks the service for the request of the order with this id. */
async function readRequest(
  service: AskedService,
  id: Hex,
  evidence: Evidence | undefined,
): Promise<{ requestId: Hex } | Unchecked> {
  const attestation = await service.readAttestation(id)
  const isUnknown = 'value' in attestation ? attestation.value === null : attestation.silent !== undefined
  if (!isUnknown || evidence?.attestation !== undefined) return { requestId: id }
  const answer = await service.findRequest(id)
  if ('value' in answer) return { requestId: answer.value ?? id }
  // Only a signed order is known to have an id that differs from the request's id.
  if (evidence?.signature === undefined) return { requestId: id }
  return { reason: `the request of the order: ${answer.problem}` }
}
