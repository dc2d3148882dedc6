import * as z from 'zod'
import { type ListedCurrency, listedCurrencySchema } from '../../service/resources/currency.js'
import {
  addressParameter,
  chainIdParameter,
  wholeNumberParameter,
} from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  defaultList: z.boolean().optional(),
  chainIds: z.array(chainIdParameter).optional(),
  /** Looked for among names and symbols. */
  term: z.string().optional(),
  address: addressParameter.optional(),
  /** The service's own id, such as `eth`. */
  currencyId: z.string().optional(),
  /** Each `chainId:address`. */
  tokens: z.array(z.string().regex(/^\d+:\S+$/, 'must be chainId:address')).optional(),
  verified: z.boolean().optional(),
  /** 20 if absent. */
  limit: wholeNumberParameter.optional(),
  includeAllChains: z.boolean().optional(),
  useExternalSearch: z.boolean().optional(),
  /** Those that a deposit address can take. */
  depositAddressOnly: z.boolean().optional(),
})

const response = z.array(listedCurrencySchema)

export type GetCurrenciesParameters = z.input<typeof schema>

export type GetCurrenciesReturnType = ListedCurrency[]

/**
 * Searches the curated list of currencies.
 *
 * - Warning: names and symbols prove nothing. Look at `address` and `metadata.verified`.
 *
 * @param parameters - {@link GetCurrenciesParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getCurrencies(
  connection: Connection,
  parameters: GetCurrenciesParameters = {},
  options?: RequestOptions,
): Promise<GetCurrenciesReturnType> {
  const path = '/currencies/v2'
  const body = readParameters(schema, parameters, `POST ${path}`)
  return connection.request({ method: 'POST', path, body, response, repeatable: true }, options)
}
