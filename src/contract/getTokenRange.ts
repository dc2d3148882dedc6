import type { Address } from 'viem'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { readFunction } from './readFunction.js'
import { readOptions } from './readOptions.js'

export type GetTokenRangeParameters = ReceiverParameters & {
  /** Zero for the native currency. */
  token: Address
}

/** The inclusive range of the amount that a payment may bring, in the token's smallest unit. */
export type GetTokenRangeReturnType = { min: bigint; max: bigint } | null

/**
 * Reads the range of amounts that a receiver accepts of a token. Null if the receiver does not accept the token.
 *
 * @param client - A client of the destination chain.
 * @throws {@link FillRevertedError} if another contract answers at the address; viem's error if no contract answers.
 *
 * @example
 * import { getTokenRange } from 'fillproof/contract'
 * import { concat, createPublicClient, custom, numberToHex, zeroAddress } from 'viem'
 *
 * const words = concat([numberToHex(1n, { size: 32 }), numberToHex(100n, { size: 32 })])
 * const client = createPublicClient({ transport: custom({ request: async () => words }) }) // in place of http(rpcUrl)
 *
 * getTokenRange(client, { receiver: '0x1234567890123456789012345678901234567890', token: zeroAddress })
 * // { min: 1n, max: 100n }
 */
export async function getTokenRange(
  client: ReceiverClient,
  parameters: GetTokenRangeParameters,
): Promise<GetTokenRangeReturnType> {
  const { receiver, token } = readOptions(parameters, 'receiver', 'token')
  const [min, max] = await readFunction(client, { receiver }, 'tokenRange', [token])
  return max === 0n ? null : { min, max }
}
