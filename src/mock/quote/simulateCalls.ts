import type { Address } from 'viem'
import { isNative } from '../chains/chain.js'
import { ServiceError } from '../http/serviceError.js'
import type { PricedTrade } from '../pricing.js'
import { readRevert } from '../solver/readRevert.js'
import { createMulticall, overrideBalance } from '../solver/routerCalls.js'
import type { QuoteRequest } from './readQuoteRequest.js'

/**
 * Tries a quote's calls as the router would make them, as some services do before they quote.
 *
 * @throws {@link ServiceError} DESTINATION_TX_FAILED with the first call that fails.
 */
export async function simulateCalls(
  { calls, destination, output, user }: QuoteRequest,
  { expectedAmount }: PricedTrade,
  account: Address,
): Promise<void> {
  const { chain } = destination
  if (!chain) return
  const { client, contracts } = chain
  const isPaidNatively = isNative(output.address)
  const stateOverride = isPaidNatively
    ? undefined
    : await overrideBalance(chain, output.address, contracts.router, expectedAmount)
  // With one call more each time, so that each finds what those before it did.
  for (const [index, { to, data, value }] of calls.entries()) {
    const multicall = createMulticall(contracts.router, calls.slice(0, index + 1), user)
    try {
      await client.call({ ...multicall, account, value: isPaidNatively ? expectedAmount : 0n, stateOverride })
    } catch (error) {
      const { data: errorData, message } = readRevert(error)
      throw new ServiceError('DESTINATION_TX_FAILED', `txs[${index}] would fail: ${message}`, {
        fields: {
          errorData,
          failedCallData: {
            from: contracts.router.toLowerCase(),
            to: to.toLowerCase(),
            data,
            value: `${value}`,
          },
        },
      })
    }
  }
}
