import { BaseError, type Hex } from 'viem'
import { createServiceClient } from '../../client/createServiceClient.js'
import { ServiceHttpError, ServiceRetiredError } from '../../client/errors.js'
import { isTemporary } from '../../client/isOtherService.js'
import type { ServiceClient } from '../../client/serviceClient.js'
import { orUndefined } from '../../contract/rpc/orUndefined.js'
import { ReceiverNotFoundError } from '../../report/errors.js'
import { type LoneTransaction, reportTransaction } from '../../report/receiver/reportTransaction.js'
import { type LoneOrder, type ReportEvidenceParameters, reportEvidence } from '../../report/reportEvidence.js'
import {
  type ReceiverTarget,
  type ReportRequestParameters,
  reportAttestation,
  reportRequest,
} from '../../report/reportRequest.js'
import { findNoAttestations } from '../../report/service/findNoAttestations.js'
import { type FoundRequest, findRequest } from '../../report/service/findRequest.js'
import type { Verification } from '../../report/verification.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { RetirementLog } from '../createRetirementLog.js'
import { ServiceAnswerError, UsageError } from '../errors.js'
import { createNodeClient, explainNodeError } from '../node.js'
import { apiKeyVariable } from '../options.js'
import { explainServiceError } from './explainServiceError.js'
import { readVerifyOptions, type VerifyRequestOptions, type VerifyTask } from './readVerifyOptions.js'

/**
 * Verifies a request according to the options. Reads all options before it fetches anything.
 *
 * - If the service does not know an id, tries the id as the hash of a transaction.
 * - For a file of evidence, returns the same report as the page of `fillproof inspect`.
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
  // No check depends on names, so failed lookups are not retried.
  const namesClient = createServiceClient({ ...connection, retry: { limit: 0 } })
  const originClient = target?.originNode && createNodeClient(target.originNode)
  const receiver = target && { ...target, client: createNodeClient(target.node), originClient }
  const client = createServiceClient({ ...connection, timeoutMs: 15_000 })
  const parameters = { ...judged, client, namesClient, target: receiver }
  try {
    if ('evidence' in task) return await inspectFile({ ...parameters, evidence: task.evidence })
    const { requestId, chainId } = task
    if (chainId !== undefined) return await verifyTransaction({ ...parameters, hash: requestId, chainId })
    try {
      return await reportRequest({ ...parameters, requestId })
    } catch (error) {
      const isUnknown = error instanceof ServiceHttpError && error.status !== 401 && !isTemporary(error)
      const transaction = isUnknown && receiver && (await readTransaction(receiver, requestId))
      if (transaction) return transaction
      const problem = await findNoAttestations(error, namesClient)
      const asked = { ...parameters, requestId, attestation: undefined, problem }
      const verification = problem === undefined ? undefined : await reportAttestation(asked)
      if (verification?.record || !isUnknown) {
        if (verification) return verification
        throw error
      }
      // No request has this id. It may be the hash of a transaction.
      const found = await lookUp(parameters, requestId)
      if ('requestId' in found) return await inspectFound(parameters, found, requestId)
      if (!verification) throw error
      const note = `If it is the hash of a transaction: ${found.why}`
      return { ...verification, notes: [...verification.notes, note] }
    }
  } catch (error) {
    throw await explainServiceError(explain(error, target), { url, apiKey, client: namesClient })
  }
}

type Asked = Omit<ReportRequestParameters, 'requestId'> & {
  namesClient: ServiceClient
  profile: ServiceProfile
  client: ServiceClient
}

const keyless = `The service lists requests by transaction only for callers with a key: set ${apiKeyVariable}.`

/** Finds the request of a transaction, or the reason why it is unknown. */
async function lookUp({ client, hasKey }: Asked, hash: Hex): Promise<FoundRequest | { why: string }> {
  try {
    const found = await findRequest(client, hash, hasKey)
    return found ?? { why: 'The service lists no request with that transaction.' }
  } catch (error) {
    if (error instanceof ServiceRetiredError) return { why: keyless }
    if (!(error instanceof ServiceHttpError) || isTemporary(error)) throw error
    return { why: hasKey ? `The service refuses its listing with status ${error.status}.` : keyless }
  }
}

/** Inspects the request of a transaction that an explorer's URL names. */
async function verifyTransaction(parameters: Asked & { hash: Hex; chainId: number }) {
  const { hash, chainId, target } = parameters
  const found = await lookUp(parameters, hash)
  if ('requestId' in found) {
    if (found.chainId === undefined || found.chainId === chainId) return inspectFound(parameters, found, hash)
    throw new UsageError(
      `The explorer shows chain ${chainId}, but the service reports the transaction on chain ${found.chainId}.`,
    )
  }
  const asked = target && (await target.client.getChainId())
  if (target && asked === chainId) {
    const transaction = await readTransaction(target, hash)
    if (transaction) return transaction
  }
  const node = asked !== undefined && asked !== chainId ? ` --rpc-url leads to chain ${asked}.` : ''
  throw new ServiceAnswerError(`The request of the transaction ${hash} is unknown. ${found.why}${node}`, {
    metaMessages: [
      'Or pass the request id, or the quote or call that you kept. For a fill, pass --rpc-url and --receiver.',
    ],
  })
}

/** Inspects a request that the service found by a transaction, with the attestation if the service has it. */
async function inspectFound(parameters: Asked, { requestId, isOut }: FoundRequest, hash: Hex) {
  const asked = { ...parameters, requestId, ...(isOut && { fill: hash }) }
  const verification = await reportRequest(asked).catch(async (error: unknown) => {
    const problem = await findNoAttestations(error, parameters.namesClient)
    if (problem === undefined) throw error
    return reportAttestation({ ...asked, attestation: undefined, problem })
  })
  if (verification.onchain?.payment?.transactionHash === hash) return verification
  const note = `Only the service reports that the transaction ${hash} belongs to the request ${requestId}.`
  return { ...verification, notes: [...verification.notes, note] }
}

async function inspectFile(parameters: ReportEvidenceParameters) {
  return Object.values(await reportEvidence(parameters))[0] as Verification | LoneTransaction | LoneOrder
}

/** Reads a transaction. Undefined on a node error: the caller then reports the refusal of the service instead. */
function readTransaction(receiver: ReceiverTarget, hash: Hex): Promise<LoneTransaction | undefined> {
  return reportTransaction(receiver, hash).catch(orUndefined(BaseError))
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
