import { BaseError, type Hex } from 'viem'
import { createServiceClient } from '../../client/createServiceClient.js'
import { ServiceHttpError } from '../../client/errors.js'
import { isTemporary } from '../../client/isOtherService.js'
import { orUndefined } from '../../contract/rpc/orUndefined.js'
import { ReceiverNotFoundError } from '../../inspect/errors.js'
import {
  type InspectEvidenceParameters,
  inspectEvidence,
  type LoneOrder,
} from '../../inspect/inspectEvidence.js'
import { inspectAttestation, inspectRequest, type ReceiverTarget } from '../../inspect/inspectRequest.js'
import { inspectTransaction, type LoneTransaction } from '../../inspect/receiver/inspectTransaction.js'
import { findNoAttestations } from '../../inspect/service/findNoAttestations.js'
import type { Verification } from '../../inspect/verification.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { RetirementLog } from '../createRetirementLog.js'
import { UsageError } from '../errors.js'
import { createNodeClient, explainNodeError } from '../node.js'
import { explainServiceError } from './explainServiceError.js'
import { readVerifyOptions, type VerifyRequestOptions, type VerifyTask } from './readVerifyOptions.js'

/**
 * Verifies a request as the options say. All of them are read before anything is fetched. An id that the service does not
 * know may be the hash of a transaction to the receiver. A file is inspected as the page does.
 *
 * @throws {@link UsageError}, {@link ServiceAnswerError} or {@link UnreachableError}.
 */
export async function verifyRequest(
  argument: string,
  options: VerifyRequestOptions,
  profile: ServiceProfile,
  onRetirement?: RetirementLog['onRetirement'],
): Promise<Verification | LoneTransaction | LoneOrder> {
  const task = await readVerifyOptions(argument, options, profile)
  const { url, layout, apiKey, trusted, given, target, isServiceNamed } = task
  const now = Math.floor(Date.now() / 1000)
  const judged = { profile, trusted, given, layout, isServiceNamed, hasKey: apiKey !== undefined, now }
  if (task.isOffline && 'evidence' in task) return inspectFile({ ...judged, evidence: task.evidence })
  const connection = { profile, baseUrl: url, apiKey, onRetirement }
  // No check depends on names, so they are not asked for again.
  const namesClient = createServiceClient({ ...connection, retry: { limit: 0 } })
  const originClient = target?.originNode && createNodeClient(target.originNode)
  const receiver = target && { ...target, client: createNodeClient(target.node), originClient }
  const client = createServiceClient({ ...connection, timeoutMs: 15_000 })
  const parameters = { ...judged, client, namesClient, target: receiver }
  try {
    if ('evidence' in task) return await inspectFile({ ...parameters, evidence: task.evidence })
    const { requestId } = task
    try {
      return await inspectRequest({ ...parameters, requestId })
    } catch (error) {
      const isUnknown = error instanceof ServiceHttpError && error.status !== 401 && !isTemporary(error)
      const transaction = isUnknown && receiver && (await readTransaction(receiver, requestId))
      if (transaction) return transaction
      const problem = await findNoAttestations(error, namesClient)
      if (problem === undefined) throw error
      return await inspectAttestation({ ...parameters, requestId, attestation: undefined, problem })
    }
  } catch (error) {
    throw await explainServiceError(explain(error, target), { url, apiKey, client: namesClient })
  }
}

/** Inspects evidence, and returns the report itself. */
async function inspectFile(parameters: InspectEvidenceParameters) {
  return Object.values(await inspectEvidence(parameters))[0] as Verification | LoneTransaction | LoneOrder
}

/** The service's refusal says more than a node that can't be read. */
function readTransaction(receiver: ReceiverTarget, hash: Hex): Promise<LoneTransaction | undefined> {
  return inspectTransaction(receiver, hash).catch(orUndefined(BaseError))
}

function explain(error: unknown, target: VerifyTask['target']): unknown {
  if (error instanceof ReceiverNotFoundError && target) {
    return new UsageError(error.shortMessage, {
      metaMessages: [`Check --receiver, and that ${target.node.option} leads to the destination chain.`],
    })
  }
  if (error instanceof BaseError && target) return explainNodeError(error, target.node)
  return error
}
