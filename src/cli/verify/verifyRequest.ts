import { BaseError } from 'viem'
import { createServiceClient } from '../../client/createServiceClient.js'
import { ReceiverNotFoundError } from '../../inspect/errors.js'
import { inspectRequest } from '../../inspect/inspectRequest.js'
import type { Verification } from '../../inspect/verification.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { UsageError } from '../errors.js'
import { connectChain, toUnreachable } from '../node.js'
import { explainServiceError } from './explainServiceError.js'
import { readVerifyOptions, type VerifyRequestOptions, type VerifyTask } from './readVerifyOptions.js'

/**
 * Verifies a request as the options say. All of them are read before anything is fetched.
 *
 * @throws {@link UsageError}, {@link ServiceAnswerError} or {@link UnreachableError}.
 */
export async function verifyRequest(
  id: string,
  options: VerifyRequestOptions,
  profile: ServiceProfile,
): Promise<Verification> {
  const task = await readVerifyOptions(id, options, profile)
  const { requestId, url, layout, apiKey, trusted, given, target } = task
  const connection = { profile, baseUrl: url, apiKey }
  // No check depends on names, so they are not asked for again.
  const namesClient = createServiceClient({ ...connection, retry: { limit: 0 } })
  try {
    return await inspectRequest({
      requestId,
      client: createServiceClient({ ...connection, timeoutMs: 15_000 }),
      namesClient,
      layout,
      trusted,
      given,
      wantsRecord: apiKey !== undefined,
      target: target && { ...target, client: connectChain(target.node) },
      now: Math.floor(Date.now() / 1000),
    })
  } catch (error) {
    throw await explainServiceError(explain(error, target), { url, apiKey, client: namesClient })
  }
}

function explain(error: unknown, target: VerifyTask['target']): unknown {
  if (error instanceof ReceiverNotFoundError && target) {
    return new UsageError(error.shortMessage, {
      metaMessages: [`Check --receiver, and that ${target.node.option} leads to the destination chain.`],
    })
  }
  if (error instanceof BaseError && target) return toUnreachable(error, target.node)
  return error
}
