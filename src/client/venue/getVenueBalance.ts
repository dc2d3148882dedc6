import * as z from 'zod'
import { evmAddressParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import { parseVenueAmount } from '../../service/venue/venueAmount.js'
import type { Connection, RequestOptions } from '../connection.js'
import { InvalidResponseError } from '../errors.js'
import { readParameters } from '../validate.js'

const schema = resource({ user: evmAddressParameter })

const response = resource({
  /** USD, in whole units. */
  withdrawable: z.string(),
})

export type GetVenueBalanceParameters = z.input<typeof schema>

export type GetVenueBalanceReturnType = {
  /** USD in whole units, as the venue wrote it. */
  withdrawable: string
  /** The same in the smallest unit of perps USDC: 8 decimals. */
  withdrawableAmount: bigint
}

const decimals = 8

/**
 * Reads what a user can withdraw from the venue's perps.
 *
 * - Trust: the venue's word; the service is not asked.
 *
 * @param parameters - {@link GetVenueBalanceParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getVenueBalance(
  connection: Connection,
  parameters: GetVenueBalanceParameters,
  options?: RequestOptions,
): Promise<GetVenueBalanceReturnType> {
  const operation = 'POST venueInfoUrl'
  const { user } = readParameters(schema, parameters, operation)
  const body = { type: 'clearinghouseState', user }
  const { withdrawable } = await connection.request(
    { method: 'POST', path: '', target: 'venueInfo', body, response, repeatable: true },
    options,
  )
  try {
    return { withdrawable, withdrawableAmount: parseVenueAmount(withdrawable, decimals) }
  } catch {
    const requirement = `must be an amount in whole units of at most ${decimals} decimals`
    throw new InvalidResponseError({ operation, path: 'withdrawable', value: withdrawable, requirement })
  }
}
