import { zeroAddress } from 'viem'
import * as z from 'zod'
import type { Connection } from '../../client/connection.js'
import { createConnection } from '../../client/createConnection.js'
import { createServiceClient } from '../../client/createServiceClient.js'
import { InvalidResponseError, ServiceHttpError } from '../../client/errors.js'
import { isTemporary } from '../../client/isOtherService.js'
import { getChains, getPrice } from '../../client/operations/table.js'
import { isRefusal } from '../../service/doctor/compareRetirement.js'
import type { ServiceFacts } from '../../service/doctor/examineService.js'
import { operationOf } from '../../service/profile/operations.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { ChainRecord } from '../../service/resources/chain.js'
import type { RetirementLog } from '../createRetirementLog.js'
import { warn } from '../output.js'
import { explainServiceError } from '../verify/explainServiceError.js'

export type AskServiceParameters = RetirementLog & {
  profile: ServiceProfile
  url: string
  apiKey: string | undefined
}

/**
 * Asks a service for its chains, its OpenAPI document, and one price.
 *
 * @throws {@link UnreachableError} if the service does not answer, {@link ServiceAnswerError} or {@link UsageError}.
 */
export async function askService(parameters: AskServiceParameters): Promise<ServiceFacts> {
  const { profile, url, apiKey, onRetirement, announced } = parameters
  const options = { profile, baseUrl: url, apiKey, timeoutMs: 15_000, retry: { limit: 1 } }
  const connection = createConnection({ ...options, onRetirement })
  try {
    const { chains } = await getChains(connection)
    const document = await askDocument(connection)
    const refusedWith = await askPrice(connection, profile, chains, apiKey !== undefined)
    const operation = `POST ${operationOf(profile, 'price').path}`
    const { retirement = [] } = announced()
    const said = retirement.filter((notice) => isRefusal(refusedWith) || notice.operation !== operation)
    return {
      chains,
      document,
      retirement: refusedWith === undefined ? retirement : [...said, { operation, refusedWith }],
    }
  } catch (error) {
    throw await explainServiceError(error, { url, apiKey, client: createServiceClient(options) })
  }
}

/** Fetches the OpenAPI document. Undefined if the service answers without one. Throws if there is no answer. */
function askDocument(connection: Connection): Promise<unknown> {
  const response = z.record(z.string(), z.unknown())
  return connection
    .request({ method: 'GET', path: '/documentation/json', response })
    .catch((error: unknown) => {
      if (isAnswer(error)) return undefined
      throw error
    })
}

/**
 * Asks for a price, which opens no request. The headers of any answer, even of a refusal, can announce the operation's
 * end.
 *
 * @returns The HTTP status if the operation has ended or is refused, otherwise undefined. Throws if the key is unknown.
 */
async function askPrice(
  connection: Connection,
  profile: ServiceProfile,
  chains: readonly ChainRecord[],
  hasKey: boolean,
): Promise<number | undefined> {
  const open = chains.filter(
    ({ vmType, disabled, depositEnabled }) =>
      vmType === 'evm' && disabled !== true && depositEnabled !== false,
  )
  const common = profile.chains?.filter(
    ({ id, support }) => !support && open.some((record) => record.id === id),
  )
  const [origin, destination] = common ?? []
  if (!origin || !destination) {
    warn('warning: no price was requested: the profile and the service have no two chains in common.')
    return undefined
  }
  try {
    await getPrice(connection, {
      user: '0x000000000000000000000000000000000000dEaD',
      originChainId: origin.id,
      destinationChainId: destination.id,
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      amount: 10n ** 16n,
      tradeType: 'EXACT_INPUT',
    })
  } catch (error) {
    const status = error instanceof ServiceHttpError ? error.status : undefined
    if (!isAnswer(error) || (status === 401 && hasKey)) throw error
    if (status !== undefined && (isRefusal(status) || [404, 410].includes(status))) return status
  }
  return undefined
}

/** Returns whether the service answered at all. */
function isAnswer(error: unknown): boolean {
  const isRead = error instanceof InvalidResponseError || error instanceof ServiceHttpError
  return isRead && !isTemporary(error)
}
