import * as z from 'zod'
import { requestFeatures, requestTypes } from '../../../service/resources/requestRecord.js'
import { requestStatuses } from '../../../service/resources/requestStatus.js'
import {
  booleanQuery,
  chainIdQuery,
  decimalQuery,
  hexOf,
  integerQuery,
  limitQuery,
  listQuery,
  textQuery,
} from '../../readInput.js'

const oneOf = <const values extends readonly [string, ...string[]]>(values: values) =>
  textQuery.pipe(z.enum(values, `must be one of ${values.join(', ')}`))

const common = {
  limit: limitQuery.default(20),
  continuation: textQuery.optional(),
  user: textQuery.optional(),
  id: hexOf(32, textQuery).optional(),
  orderId: hexOf(32, textQuery).optional(),
  depositAddress: textQuery.optional(),
  originChainId: chainIdQuery.optional(),
  destinationChainId: chainIdQuery.optional(),
  chainId: chainIdQuery.optional(),
  privateChainsToInclude: textQuery.optional(),
  status: oneOf(requestStatuses).optional(),
  referrer: textQuery.optional(),
  apiKey: listQuery.optional(),
  sortDirection: oneOf(['asc', 'desc']).optional(),
  startTimestamp: integerQuery.optional(),
  endTimestamp: integerQuery.optional(),
  startBlock: integerQuery.optional(),
  endBlock: integerQuery.optional(),
  includeChildRequests: booleanQuery.default(false),
  includeAuthenticatedData: booleanQuery.default(false),
}

export const requestsQuery = z
  .object({
    ...common,
    includeTotal: booleanQuery.default(false),
    recipient: textQuery.optional(),
    term: textQuery.optional(),
    depositTxHash: textQuery.optional(),
    fillTxHash: textQuery.optional(),
    refundTxHash: textQuery.optional(),
    failReason: textQuery.optional(),
    refundFailReason: textQuery.optional(),
    requestType: oneOf(requestTypes).optional(),
    currencyInChainId: chainIdQuery.optional(),
    currencyInAddress: textQuery.optional(),
    currencyInSymbol: textQuery.optional(),
    currencyOutChainId: chainIdQuery.optional(),
    currencyOutAddress: textQuery.optional(),
    currencyOutSymbol: textQuery.optional(),
    sortBy: oneOf(['createdAt', 'updatedAt', 'amountUsd']).default('createdAt'),
    amountUsdMin: decimalQuery.optional(),
    amountUsdMax: decimalQuery.optional(),
    appFeesAmountUsdMin: decimalQuery.optional(),
    appFeesAmountUsdMax: decimalQuery.optional(),
    fillTimeMin: decimalQuery.optional(),
    fillTimeMax: decimalQuery.optional(),
    features: listQuery
      .pipe(z.array(z.enum(requestFeatures, `must be of ${requestFeatures.join(', ')}`)))
      .optional(),
    filters: textQuery.optional(),
  })
  .refine(({ referrer, apiKey }) => referrer === undefined || apiKey !== undefined, {
    path: ['referrer'],
    message: 'must come with apiKey',
  })
  .refine(({ includeChildRequests, id }) => !includeChildRequests || id !== undefined, {
    path: ['includeChildRequests'],
    message: 'must come with id',
  })

export const requestsV2Query = z.object({
  ...common,
  hash: textQuery.optional(),
  includeOrderData: booleanQuery.default(false),
  sortBy: oneOf(['createdAt', 'updatedAt']).default('createdAt'),
})

/** The parameters of either version. */
export type RequestsQuery = z.output<typeof requestsV2Query> | z.output<typeof requestsQuery>
