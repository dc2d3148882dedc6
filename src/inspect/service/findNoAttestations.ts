import { findRetirement } from '../../client/isOtherService.js'
import type { ServiceClient } from '../../client/serviceClient.js'

/** Says that the service publishes no attestations, where that is why it gave none: a fact, and no failure. */
export async function findNoAttestations(
  error: unknown,
  client: Pick<ServiceClient, 'getChains'>,
): Promise<string | undefined> {
  const retired = await findRetirement(error, client)
  return retired && `The service publishes no attestations${retired.ends ? ` since ${retired.ends}` : ''}`
}
