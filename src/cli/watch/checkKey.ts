import { zeroHash } from 'viem'
import { createServiceClient } from '../../client/createServiceClient.js'
import { ServiceHttpError } from '../../client/errors.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { RetirementLog } from '../createRetirementLog.js'
import { UsageError } from '../errors.js'
import { apiKeyVariable } from '../options.js'
import { explainServiceError } from '../verify/explainServiceError.js'

export type CheckKeyParameters = Pick<RetirementLog, 'onRetirement'> & {
  url: string
  apiKey: string | undefined
  profile: ServiceProfile
  signal: AbortSignal
}

/**
 * Asks the service once whether it accepts the key.
 *
 * - Ignores other faults: they say nothing about the key. The run itself waits for a service that fails.
 *
 * @throws {@link UsageError}
 */
export async function checkKey({
  url,
  apiKey,
  profile,
  signal,
  onRetirement,
}: CheckKeyParameters): Promise<void> {
  const client = createServiceClient({
    profile,
    baseUrl: url,
    apiKey,
    timeoutMs: 5_000,
    retry: { limit: 0 },
    onRetirement,
  })
  try {
    await client.getAttestation({ requestId: zeroHash }, { signal })
  } catch (error) {
    if (!(error instanceof ServiceHttpError) || error.status !== 401) return
    if (apiKey === undefined) {
      throw new UsageError(`${new URL(url).origin} requires a key.`, {
        metaMessages: [`Set ${apiKeyVariable}.`],
      })
    }
    const explained = await explainServiceError(error, { url, apiKey, client })
    if (explained instanceof UsageError) throw explained
  }
}
