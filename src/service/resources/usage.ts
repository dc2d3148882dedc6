import * as z from 'zod'
import { quoteErrorCodes } from './codes.js'
import { described, openEnum } from './schema.js'

/** The time spans of a count. `minutely` reaches back 24 hours, `hourly` 7 days, `daily` 14 days. */
export const usageGranularities = ['minutely', 'hourly', 'daily'] as const

export const usageSchema = described({
  metrics: z.array(
    described({
      apiKey: z.string(),
      /** The start of the counted span. */
      timestamp: z.union([z.string(), z.number()]),
      endpoint: z.string(),
      statusCode: z.union([z.int(), z.string()]),
      /** Present with status 400. */
      errorCode: openEnum(quoteErrorCodes),
      count: z.int().nonnegative(),
    }),
  ),
})

/** The answer of GET /metrics/usage: the number of calls, by endpoint, status and error code. */
export type UsageReport = z.output<typeof usageSchema>
