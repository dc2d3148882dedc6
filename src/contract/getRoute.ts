import type { Hex } from 'viem'
import { padAddress } from '../protocol/address/padAddress.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { readFunction } from './readFunction.js'
import { readOptions } from './readOptions.js'

export type GetRouteParameters = ReceiverParameters & {
  originChainId: number
  /** 20 or 32 bytes; zero for the native currency. */
  originCurrency: Hex
}

/** The inclusive range of the amount sent, in the smallest unit of the origin's currency. */
export type GetRouteReturnType = { min: bigint; max: bigint } | null

/**
 * Reads which amounts a receiver accepts from an origin.
 *
 * @param client - A client of the destination chain.
 * @returns {@link GetRouteReturnType}, null if the origin is not accepted.
 * @throws {@link AddressFormatError} if the currency is malformed; {@link FillRevertedError} if another contract answers at the
 *   address; viem's error if no contract answers.
 *
 * @example
 * import { getRoute } from 'fillproof/contract'
 * import { concat, createPublicClient, custom, numberToHex, zeroAddress } from 'viem'
 *
 * const word = (value) => numberToHex(value, { size: 32 })
 * const client = createPublicClient({
 *   transport: custom({ request: async () => concat([word(100n), word(500n)]) }), // in place of http(rpcUrl)
 * })
 *
 * getRoute(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   originChainId: 1,
 *   originCurrency: zeroAddress,
 * })
 * // { min: 100n, max: 500n }
 */
export async function getRoute(
  client: ReceiverClient,
  parameters: GetRouteParameters,
): Promise<GetRouteReturnType> {
  const { receiver, originChainId, originCurrency } = readOptions(
    parameters,
    'receiver',
    'originChainId',
    'originCurrency',
  )
  const [min, max] = await readFunction(client, { receiver }, 'route', [
    BigInt(originChainId),
    padAddress(originCurrency),
  ])
  return max === 0n ? null : { min, max }
}
