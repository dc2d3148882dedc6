import type { Hash, WalletClient } from 'viem'
import { type SimulatePayAuthorizedParameters, simulatePayAuthorized } from '../../src/contract/index.js'

/** Makes a call of `payAuthorized` also where nobody authorized it, which the library's action refuses. */
export async function payAnyway(
  client: WalletClient,
  parameters: SimulatePayAuthorizedParameters,
): Promise<Hash> {
  const { request } = await simulatePayAuthorized(client, parameters)
  return client.writeContract(request as never)
}
