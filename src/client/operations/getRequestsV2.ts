import * as z from 'zod'
import { cleanText } from '../../base/cleanText.js'
import { toRecord } from '../../base/values.js'
import {
  addressParameter,
  chainIdParameter,
  limitParameter,
  requestIdParameter,
  wholeNumberParameter,
} from '../../service/resources/parameters.js'
import { type RequestPageV2, requestPageV2Schema } from '../../service/resources/requestRecordV2.js'
import { filterStatuses } from '../../service/resources/requestStatus.js'
import { openEnum, resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { ServiceHttpError, ServiceRetiredError } from '../errors.js'
import { readParameters } from '../validate.js'

const schema = resource({
  /** Records of a page, 1 to 50. */
  limit: limitParameter.optional(),
  /** Of the page before. */
  continuation: z.string().optional(),
  /** The sender or the recipient. */
  user: addressParameter.optional(),
  /** Of any transaction. */
  hash: addressParameter.optional(),
  /** A requestId. */
  id: requestIdParameter.optional(),
  orderId: requestIdParameter.optional(),
  includeOrderData: z.boolean().optional(),
  originChainId: chainIdParameter.optional(),
  destinationChainId: chainIdParameter.optional(),
  /** On either side. */
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
})

export type GetRequestsV2Parameters = z.input<typeof schema>

export type GetRequestsV2ReturnType = RequestPageV2

/**
 * Lists requests, one page at a time, with the deprecated fees.
 *
 * @deprecated Use `getRequests`. The public service ends this listing on 2026-11-24; for an order, keep its quote.
 *
 * @param parameters - {@link GetRequestsV2Parameters}
 * @throws {@link InvalidRequestError} before anything is sent, {@link ServiceRetiredError} when the service answers 404,
 *   410 or 429, else a {@link ServiceError}.
 */
export async function getRequestsV2(
  connection: Connection,
  parameters: GetRequestsV2Parameters = {},
  options?: RequestOptions,
): Promise<GetRequestsV2ReturnType> {
  const path = '/requests/v2'
  const query = readParameters(schema, parameters, `GET ${path}`)
  try {
    return await connection.request({ method: 'GET', path, query, response: requestPageV2Schema }, options)
  } catch (error) {
    throw explainRetirement(error)
  }
}

function explainRetirement(error: unknown): unknown {
  if (!(error instanceof ServiceHttpError) || ![404, 410, 429].includes(error.status)) return error
  const successor = toRecord(error.body)?.successor
  return new ServiceRetiredError({
    ...error,
    successor: typeof successor === 'string' ? cleanText(successor) : '/requests/v3',
    remedy: 'use getRequests, and keep the quote of each order, as no listing has its terms.',
  })
}
