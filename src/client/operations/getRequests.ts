import * as z from 'zod'
import {
  addressParameter,
  chainIdParameter,
  decimalParameter,
  limitParameter,
  requestIdParameter,
  wholeNumberParameter,
} from '../../service/resources/parameters.js'
import {
  type RequestPage,
  requestFeatures,
  requestPageSchema,
  requestTypes,
} from '../../service/resources/requestRecord.js'
import { filterStatuses } from '../../service/resources/requestStatus.js'
import { openEnum, resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const requestsSchema = resource({
  /** Records of a page, 1 to 50. */
  limit: limitParameter.optional(),
  /** Of the page before. */
  continuation: z.string().optional(),
  /** Adds `total` to the page. */
  includeTotal: z.boolean().optional(),
  /** The sender, or who paid into a deposit address. */
  user: addressParameter.optional(),
  recipient: addressParameter.optional(),
  depositAddress: addressParameter.optional(),
  /** Looked for among ids, wallets and hashes. */
  term: z.string().optional(),
  /** A requestId. */
  id: requestIdParameter.optional(),
  orderId: requestIdParameter.optional(),
  depositTxHash: addressParameter.optional(),
  fillTxHash: addressParameter.optional(),
  refundTxHash: addressParameter.optional(),
  originChainId: chainIdParameter.optional(),
  destinationChainId: chainIdParameter.optional(),
  /** On either side. */
  chainId: chainIdParameter.optional(),
  privateChainsToInclude: z.string().optional(),
  status: openEnum(filterStatuses).optional(),
  failReason: z.string().optional(),
  refundFailReason: z.string().optional(),
  /** One key or several of the same owner. */
  apiKey: z
    .union([z.string(), z.array(z.string())], 'must be a key or a list of keys')
    .transform((keys) => (typeof keys === 'string' ? keys : keys.join(',')))
    .optional(),
  /** Exact; needs `apiKey`. */
  referrer: z.string().optional(),
  requestType: openEnum(requestTypes).optional(),
  currencyInChainId: chainIdParameter.optional(),
  currencyInAddress: addressParameter.optional(),
  currencyInSymbol: z.string().optional(),
  currencyOutChainId: chainIdParameter.optional(),
  currencyOutAddress: addressParameter.optional(),
  currencyOutSymbol: z.string().optional(),
  sortBy: openEnum(['createdAt', 'updatedAt', 'amountUsd']).optional(),
  /** `desc` for times and `asc` for amounts if absent. */
  sortDirection: z.enum(['asc', 'desc'], 'must be asc or desc').optional(),
  /** Unix seconds. */
  startTimestamp: wholeNumberParameter.optional(),
  /** Unix seconds. */
  endTimestamp: wholeNumberParameter.optional(),
  startBlock: wholeNumberParameter.optional(),
  endBlock: wholeNumberParameter.optional(),
  /** USD, decimal, as the next three. */
  amountUsdMin: decimalParameter.optional(),
  amountUsdMax: decimalParameter.optional(),
  appFeesAmountUsdMin: decimalParameter.optional(),
  appFeesAmountUsdMax: decimalParameter.optional(),
  fillTimeMin: decimalParameter.optional(),
  fillTimeMax: decimalParameter.optional(),
  /** A request that has one of them. */
  features: z
    .array(openEnum(requestFeatures))
    .transform((features) => features.join(','))
    .optional(),
  /** Adds what only the owner of the request's key may see. */
  includeAuthenticatedData: z.boolean().optional(),
  /** Needs `id`. */
  includeChildRequests: z.boolean().optional(),
  /** All keys of a group must match, of any group; `not:` before a key negates, a list is any of it, null is absent. */
  filters: z
    .array(z.record(z.string(), z.unknown()))
    .transform((groups) => JSON.stringify(groups))
    .optional(),
}).superRefine(({ referrer, apiKey, includeChildRequests, id }, context) => {
  if (referrer !== undefined && !apiKey) {
    context.addIssue({ code: 'custom', path: ['apiKey'], message: 'must be given with referrer' })
  }
  if (includeChildRequests && id === undefined) {
    context.addIssue({ code: 'custom', path: ['id'], message: 'must be given with includeChildRequests' })
  }
})

export type GetRequestsParameters = z.input<typeof requestsSchema>

export type GetRequestsReturnType = RequestPage

/**
 * Lists requests, one page at a time. For all pages, use `iterateRequests`.
 *
 * - Rule: needs an API key.
 * - Units: filter times in Unix seconds, `createdAt` and `updatedAt` in ISO 8601.
 *
 * @param parameters - {@link GetRequestsParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getRequests(
  connection: Connection,
  parameters: GetRequestsParameters = {},
  options?: RequestOptions,
): Promise<GetRequestsReturnType> {
  const path = '/requests/v3'
  const query = readParameters(requestsSchema, parameters, `GET ${path}`)
  return connection.request({ method: 'GET', path, query, response: requestPageSchema }, options)
}
