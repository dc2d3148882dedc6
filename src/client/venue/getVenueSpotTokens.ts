import * as z from 'zod'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'

const token = resource({
  name: z.string(),
  /** The currency's address at the service, 16 bytes in hex. */
  tokenId: z
    .string()
    .regex(/^0x[0-9a-fA-F]{32}$/, 'must be hex of 16 bytes')
    .transform((value) => value as `0x${string}`),
  index: z.int().nonnegative(),
  /** The number of decimals in the size of an order on the venue. */
  szDecimals: z.int().nonnegative(),
  /** The number of decimals of the token's smallest unit. */
  weiDecimals: z.int().nonnegative(),
  isCanonical: z.boolean().nullish(),
  fullName: z.string().nullish(),
})

/** A spot token of the venue. */
export type VenueSpotToken = z.output<typeof token>

const response = resource({ tokens: z.array(token) })

/**
 * Lists the venue's spot tokens.
 *
 * - Trust: the venue reports the list; the service is not involved.
 *
 * @throws {@link ServiceError}
 */
export async function getVenueSpotTokens(
  connection: Connection,
  options?: RequestOptions,
): Promise<VenueSpotToken[]> {
  const body = { type: 'spotMeta' }
  const { tokens } = await connection.request(
    { method: 'POST', path: '', target: 'venueInfo', body, response, repeatable: true },
    options,
  )
  return tokens
}
