import * as z from 'zod'
import { quoteErrorCodes } from './codes.js'
import { described, openEnum } from './schema.js'

/** Widths of a count: `minutely` reaches back 24 hours, `hourly` 7 days, `daily` 14 days. */
export const usageGranularities = ['minutely', 'hourly', 'daily'] as const

export const usageSchema = described({
  metrics: z.array(
    described({
      apiKey: z.string(),
      /** When the counted span begins. */
      timestamp: z.union([z.string(), z.number()]),
      endpoint: z.string(),
      statusCode: z.union([z.int(), z.string()]),
      /** With status 400. */
      errorCode: openEnum(quoteErrorCodes),
      count: z.int().nonnegative(),
    }),
  ),
})

/** The answer of GET /metrics/usage: the number of calls, by endpoint, status and error code. */
export type UsageReport = z.output<typeof usageSchema>
