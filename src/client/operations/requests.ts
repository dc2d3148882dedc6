import * as z from 'zod'
import { operationOf } from '../../service/profile/operations.js'
import {
  addressParameter,
  chainIdParameter,
  decimalParameter,
  limitParameter,
  requestIdParameter,
  wholeNumberParameter,
} from '../../service/resources/parameters.js'
import { requestFeatures, requestPageSchema, requestTypes } from '../../service/resources/requestRecord.js'
import { requestPageV2Schema } from '../../service/resources/requestRecordV2.js'
import { filterStatuses } from '../../service/resources/requestStatus.js'
import { openEnum, resource } from '../../service/resources/schema.js'
import { legacyStatusSchema, statusSchema } from '../../service/resources/status.js'
import { InvalidResponseError } from '../errors.js'
import { operation, type ParametersOf } from './operation.js'

/**
 * Reads the status of a request once (GET /intents/status/v3). To follow a request, use `waitForRequest` or `watchRequest`.
 *
 * - For a new request, the answer may contain only its status. An unknown status is kept unchanged. An answer that names another
 *   request is rejected with an {@link InvalidResponseError}.
 * - Units: `updatedAt` in Unix milliseconds.
 */
export const getStatus = /* @__PURE__ */ operation({
  method: 'GET',
  path: 'status',
  parameters: resource({
    /** The requestId of the quote's steps. */
    requestId: requestIdParameter,
  }),
  answer: statusSchema,
  receive: (answer, { profile }, { requestId }) =>
    requireOwn(answer, requestId, `GET ${operationOf(profile, 'status').path}`),
})

export type GetStatusParameters = ParametersOf<typeof getStatus>

/**
 * Reads the status of a request with the legacy statuses (GET /intents/status): `fallback` is a refund.
 *
 * @deprecated Use `getStatus`.
 */
export const getStatusLegacy = /* @__PURE__ */ operation({
  method: 'GET',
  path: 'statusV1',
  parameters: resource({ requestId: requestIdParameter }),
  answer: legacyStatusSchema,
  receive: (answer, { profile }, { requestId }) =>
    requireOwn(answer, requestId, `GET ${operationOf(profile, 'statusV1').path}`),
})

/** Rejects an answer about another request, which a cache or a proxy may return. */
function requireOwn<answer extends object>(answer: answer, requestId: string, operation: string): answer {
  const { requestId: named } = answer as { requestId?: unknown }
  if (typeof named !== 'string' || named.toLowerCase() === requestId.toLowerCase()) return answer
  const requirement = `must be that of the request, ${requestId}`
  throw new InvalidResponseError({ operation, path: 'requestId', value: named, requirement })
}

export type GetStatusLegacyParameters = ParametersOf<typeof getStatusLegacy>

/**
 * Lists requests, one page at a time (GET /requests/v3). Needs an API key. For all pages, use `iterateRequests`.
 *
 * - Units: filter times in Unix seconds, `createdAt` and `updatedAt` in ISO 8601.
 */
export const getRequests = /* @__PURE__ */ operation({
  method: 'GET',
  path: 'requests',
  parameters: resource({
    /** The number of records per page, 1 to 50. */
    limit: limitParameter.optional(),
    /** The `continuation` of the previous page. */
    continuation: z.string().optional(),
    /** Adds `total` to the page. */
    includeTotal: z.boolean().optional(),
    /** The sender of the request, or the payer of its deposit address. */
    user: addressParameter.optional(),
    recipient: addressParameter.optional(),
    depositAddress: addressParameter.optional(),
    /** Text to search for in ids, wallets and hashes. */
    term: z.string().optional(),
    /** A requestId. */
    id: requestIdParameter.optional(),
    orderId: requestIdParameter.optional(),
    depositTxHash: addressParameter.optional(),
    fillTxHash: addressParameter.optional(),
    refundTxHash: addressParameter.optional(),
    originChainId: chainIdParameter.optional(),
    destinationChainId: chainIdParameter.optional(),
    /** The origin chain or the destination chain. */
    chainId: chainIdParameter.optional(),
    privateChainsToInclude: z.string().optional(),
    status: openEnum(filterStatuses).optional(),
    failReason: z.string().optional(),
    refundFailReason: z.string().optional(),
    /** One API key, or several keys of the same owner. */
    apiKey: z
      .union([z.string(), z.array(z.string())], 'must be a key or a list of keys')
      .transform((keys) => (typeof keys === 'string' ? keys : keys.join(',')))
      .optional(),
    /** Exact match. Needs `apiKey`. */
    referrer: z.string().optional(),
    requestType: openEnum(requestTypes).optional(),
    currencyInChainId: chainIdParameter.optional(),
    currencyInAddress: addressParameter.optional(),
    currencyInSymbol: z.string().optional(),
    currencyOutChainId: chainIdParameter.optional(),
    currencyOutAddress: addressParameter.optional(),
    currencyOutSymbol: z.string().optional(),
    sortBy: openEnum(['createdAt', 'updatedAt', 'amountUsd']).optional(),
    /** Defaults to `desc` for times and `asc` for amounts. */
    sortDirection: z.enum(['asc', 'desc'], 'must be asc or desc').optional(),
    /** Unix seconds. */
    startTimestamp: wholeNumberParameter.optional(),
    /** Unix seconds. */
    endTimestamp: wholeNumberParameter.optional(),
    startBlock: wholeNumberParameter.optional(),
    endBlock: wholeNumberParameter.optional(),
    /** In USD, as a decimal. So are the next three parameters. */
    amountUsdMin: decimalParameter.optional(),
    amountUsdMax: decimalParameter.optional(),
    appFeesAmountUsdMin: decimalParameter.optional(),
    appFeesAmountUsdMax: decimalParameter.optional(),
    fillTimeMin: decimalParameter.optional(),
    fillTimeMax: decimalParameter.optional(),
    /** Requests with any of these features. */
    features: z
      .array(openEnum(requestFeatures))
      .transform((features) => features.join(','))
      .optional(),
    /** Adds data that only the owner of the request's key may see. */
    includeAuthenticatedData: z.boolean().optional(),
    /** Needs `id`. */
    includeChildRequests: z.boolean().optional(),
    /**
     * A request matches if it matches all keys of any group. `not:` before a key negates it, a list matches any of its values,
     * and null means absent.
     */
    filters: z
      .array(z.record(z.string(), z.unknown()))
      .transform((groups) => JSON.stringify(groups))
      .optional(),
  })
    .superRefine(({ referrer, apiKey, includeChildRequests, id }, context) => {
      if (referrer !== undefined && !apiKey) {
        context.addIssue({ code: 'custom', path: ['apiKey'], message: 'must be given with referrer' })
      }
      if (includeChildRequests && id === undefined) {
        context.addIssue({ code: 'custom', path: ['id'], message: 'must be given with includeChildRequests' })
      }
    })
    .prefault({}),
  answer: requestPageSchema,
})

export type GetRequestsParameters = ParametersOf<typeof getRequests>

/**
 * Lists requests in the legacy form, one page at a time, with the deprecated fees (GET /requests/v2).
 *
 * Throws a {@link ServiceRetiredError} if the service refused the operation, and the operation has ended or is throttled
 * according to the profile.
 *
 * @deprecated Use `getRequests`. The public service announced the end for 2026-11-24. To keep an order, keep its quote.
 */
export const getRequestsV2 = /* @__PURE__ */ operation({
  method: 'GET',
  path: 'requestsV2',
  parameters: resource({
    /** The number of records per page, 1 to 50. */
    limit: limitParameter.optional(),
    /** The `continuation` of the previous page. */
    continuation: z.string().optional(),
    /** The sender or the recipient. */
    user: addressParameter.optional(),
    /** The hash of any transaction of the request. */
    hash: addressParameter.optional(),
    /** A requestId. */
    id: requestIdParameter.optional(),
    orderId: requestIdParameter.optional(),
    includeOrderData: z.boolean().optional(),
    originChainId: chainIdParameter.optional(),
    destinationChainId: chainIdParameter.optional(),
    /** The origin chain or the destination chain. */
    chainId: chainIdParameter.optional(),
    privateChainsToInclude: z.string().optional(),
    /** Unix seconds. */
    startTimestamp: wholeNumberParameter.optional(),
    /** Unix seconds. */
    endTimestamp: wholeNumberParameter.optional(),
    startBlock: wholeNumberParameter.optional(),
    endBlock: wholeNumberParameter.optional(),
    referrer: z.string().optional(),
    depositAddress: addressParameter.optional(),
    includeChildRequests: z.boolean().optional(),
    includeAuthenticatedData: z.boolean().optional(),
    status: openEnum(filterStatuses).optional(),
    apiKey: z.string().optional(),
    sortBy: openEnum(['createdAt', 'updatedAt']).optional(),
    sortDirection: z.enum(['asc', 'desc'], 'must be asc or desc').optional(),
  }).prefault({}),
  answer: requestPageV2Schema,
})

export type GetRequestsV2Parameters = ParametersOf<typeof getRequestsV2>
