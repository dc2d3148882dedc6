import * as z from 'zod'
import { wholeNumberParameter } from '../../service/resources/parameters.js'
import { openEnum, resource } from '../../service/resources/schema.js'
import { type UsageReport, usageGranularities, usageSchema } from '../../service/resources/usage.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  /** `minutely` reaches back 24 hours, `hourly` 7 days, `daily` 14 days. */
  granularity: openEnum(usageGranularities).optional(),
  /** Unix seconds. */
  startTimestamp: wholeNumberParameter.optional(),
  /** Unix seconds. */
  endTimestamp: wholeNumberParameter.optional(),
  /** Up to 50 keys of the same owner. */
  apiKey: z
    .union([z.string(), z.array(z.string()).max(50)], 'must be a key or a list of at most 50 keys')
    .transform((keys) => (typeof keys === 'string' ? keys : keys.join(',')))
    .optional(),
})

export type GetUsageParameters = z.input<typeof schema>

export type GetUsageReturnType = UsageReport

/**
 * Counts the calls of a key, by endpoint, status and error code.
 *
 * - Rule: needs an API key.
 *
 * @param parameters - {@link GetUsageParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function getUsage(
  connection: Connection,
  parameters: GetUsageParameters = {},
  options?: RequestOptions,
): Promise<GetUsageReturnType> {
  const path = '/metrics/usage'
  const query = readParameters(schema, parameters, `GET ${path}`)
  return connection.request({ method: 'GET', path, query, response: usageSchema }, options)
}
