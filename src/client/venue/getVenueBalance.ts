import * as z from 'zod'
import { evmAddressParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import { balanceOfMode } from '../../service/venue/accountModes.js'
import { formatVenueAmount, parseVenueAmount } from '../../service/venue/venueAmount.js'
import type { Connection, RequestOptions } from '../connection.js'
import { InvalidResponseError, ServiceHttpError } from '../errors.js'
import { readParameters } from '../validate.js'

const schema = resource({ user: evmAddressParameter })

const perpsAnswer = resource({
  /** USD in whole units. */
  withdrawable: z.string(),
})

const spotAnswer = resource({
  /** In whole units. */
  balances: z.array(resource({ coin: z.string(), total: z.string(), hold: z.string() })),
})

/** The account's mode; null if the account never chose a mode. */
const modeAnswer = z.string().nullable()

export type GetVenueBalanceParameters = z.input<typeof schema>

export type GetVenueBalanceReturnType = {
  /** USD in whole units. Null if the amount is unknown for the account's mode. */
  withdrawable: string | null
  /** The same amount in the smallest unit of USDC: 8 decimals. */
  withdrawableAmount: bigint | null
  /** The venue's name of the account's mode; absent if the venue did not return it. */
  mode?: string
}

const decimals = 8
const operation = 'POST venueInfoUrl'

/** The statuses with which a venue answers an unknown request type. */
const unknownQuestion: readonly number[] = [400, 404, 422]

/**
 * Reads the amount that a user can withdraw from the venue, according to the account's mode.
 *
 * - In the modes `default`, `disabled` and `dexAbstraction`, perps have a balance of their own, and the amount is the venue's
 *   `withdrawable`. A `unifiedAccount` has one balance: the amount is the spot USDC that is not held.
 * - In any other mode, such as `portfolioMargin`, the amount is unknown: `withdrawable` is null, which does not mean 0.
 * - Trust: the venue reports the amount; the service is not involved.
 * - Warning: if the result has no `mode`, the amount is the balance of perps. A unified account may have more.
 *
 * @param parameters - {@link GetVenueBalanceParameters}
 * @returns {@link GetVenueBalanceReturnType}
 */
export async function getVenueBalance(
  connection: Connection,
  parameters: GetVenueBalanceParameters,
  options?: RequestOptions,
): Promise<GetVenueBalanceReturnType> {
  const { user } = readParameters(schema, parameters, operation)
  const ask = <answer extends z.ZodType>(type: string, response: answer) =>
    connection.request(
      { method: 'POST', path: '', target: 'venueInfo', body: { type, user }, response, repeatable: true },
      options,
    )
  const { withdrawable } = await ask('clearinghouseState', perpsAnswer)
  const answered = await ask('userAbstraction', modeAnswer).catch((error: unknown) => {
    if (error instanceof ServiceHttpError && unknownQuestion.includes(error.status)) return null
    throw error
  })
  const mode = answered === null ? {} : { mode: answered }
  const counts = answered === null ? 'perps' : balanceOfMode(answered)
  if (counts === 'unknown') return { withdrawable: null, withdrawableAmount: null, ...mode }
  if (counts === 'perps') {
    return { withdrawable, withdrawableAmount: readAmount('withdrawable', withdrawable), ...mode }
  }
  const { balances } = await ask('spotClearinghouseState', spotAnswer)
  const index = balances.findIndex(({ coin }) => coin === 'USDC')
  const { total, hold } = balances[index] ?? { total: '0', hold: '0' }
  const free = readAmount(`balances[${index}].total`, total) - readAmount(`balances[${index}].hold`, hold)
  const amount = free > 0n ? free : 0n
  return { withdrawable: formatVenueAmount(amount, decimals), withdrawableAmount: amount, ...mode }
}

function readAmount(path: string, value: string): bigint {
  try {
    return parseVenueAmount(value, decimals)
  } catch {
    const requirement = `must be an amount in whole units of at most ${decimals} decimals`
    throw new InvalidResponseError({ operation, path, value, requirement })
  }
}
