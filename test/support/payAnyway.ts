import type { Hash, Hex, WalletClient, WriteContractParameters } from 'viem'
import { type SimulatePayAuthorizedParameters, simulatePayAuthorized } from '../../src/contract/index.js'

/**
 * Makes a call of `payAuthorized` also where nobody authorized it, which the library's action refuses.
 *
 * @param orderId - What the transaction ends with, as a solver's fill does.
 */
export async function payAnyway(
  client: WalletClient,
  parameters: SimulatePayAuthorizedParameters,
  orderId?: Hex,
): Promise<Hash> {
  const { request } = await simulatePayAuthorized(client, parameters)
  return client.writeContract({ ...request, dataSuffix: orderId } as WriteContractParameters)
}
