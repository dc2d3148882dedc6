import { type ConnectionOptions, createConnection } from './createConnection.js'
import { waitForRequest } from './follow/waitForRequest.js'
import { watchRequest } from './follow/watchRequest.js'
import { getAttestation } from './operations/getAttestation.js'
import { iterateRequests } from './operations/iterateRequests.js'
import * as operations from './operations/table.js'
import type { AnyServiceClient, BoundOperations, ServiceClient } from './serviceClient.js'
import { executeSteps } from './steps/executeSteps.js'
import { getVenueBalance } from './venue/getVenueBalance.js'
import { getVenueSpotTokens } from './venue/getVenueSpotTokens.js'
import { withdrawFromVenue } from './venue/withdrawFromVenue.js'

export type CreateServiceClientParameters = ConnectionOptions

/**
 * Creates a client of the service.
 *
 * - The profile sets the URLs and the trusted parties; options override the URLs. Defaults to the public service. Sends nothing
 *   before the first call.
 * - The types of quotes follow the option `quoteVersion`, not the profile's `quoteVersion`. If your profile sets a version, pass
 *   the option too.
 * - Units: times in milliseconds.
 * - Trust: the API key goes only to the base URL, and no message shows the key.
 *
 * @param parameters - {@link CreateServiceClientParameters}
 * @returns {@link ServiceClient}
 * @throws {@link ClientOptionError} if an option makes no sense.
 *
 * @example
 * import { createServiceClient } from 'fillproof/client'
 *
 * const client = createServiceClient({
 *   baseUrl: 'https://service.example',
 *   fetch: async () => Response.json({ status: 'success', txHashes: ['0x12'] }), // in place of the network
 * })
 * const requestId = '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a'
 *
 * client.getStatus({ requestId })
 * // { status: 'success', txHashes: ['0x12'] }
 */
export function createServiceClient(
  parameters: CreateServiceClientParameters & { quoteVersion: 'v3' },
): ServiceClient<'v3'>
export function createServiceClient(
  parameters?: CreateServiceClientParameters & { quoteVersion?: 'v2' | undefined },
): ServiceClient<'v2'>
export function createServiceClient(parameters?: CreateServiceClientParameters): AnyServiceClient
export function createServiceClient(parameters: CreateServiceClientParameters = {}): AnyServiceClient {
  const connection = createConnection(parameters)
  const bind =
    <rest extends unknown[], result>(operation: (to: typeof connection, ...rest: rest) => result) =>
    (...rest: rest) =>
      operation(connection, ...rest)
  const bound = Object.entries<(to: typeof connection, ...rest: never[]) => unknown>(operations).map(
    ([name, operation]) => [name, bind(operation)] as const,
  )
  return {
    profile: connection.profile,
    ...(Object.fromEntries(bound) as unknown as BoundOperations),
    executeSteps: bind(executeSteps),
    waitForRequest: bind(waitForRequest),
    watchRequest: bind(watchRequest),
    getAttestation: (parameters, options) => getAttestation(connection, parameters, options),
    iterateRequests: (parameters, options) => iterateRequests(connection, parameters, options),
    withdrawFromVenue: bind(withdrawFromVenue),
    getVenueBalance: bind(getVenueBalance),
    getVenueSpotTokens: bind(getVenueSpotTokens),
  }
}
