import * as z from 'zod'
import { quoteErrorCodes } from './codes.js'
import { described, openEnum } from './schema.js'

/**
 * The spans of time for which calls are counted. `minutely` counts reach back 24 hours, `hourly` counts 7 days, `daily` counts 14
 * days.
 */
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
