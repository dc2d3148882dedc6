import * as z from 'zod'
import { quoteErrorCodes } from './codes.js'
import { openEnum, resource } from './schema.js'

/** Widths of a count: `minutely` reaches back 24 hours, `hourly` 7 days, `daily` 14 days. */
export const usageGranularities = ['minutely', 'hourly', 'daily'] as const

export const usageSchema = resource({
  metrics: z.array(
    resource({
      apiKey: z.string().nullish(),
      /** When the counted span begins. */
      timestamp: z.union([z.string(), z.number()]).nullish(),
      endpoint: z.string().nullish(),
      statusCode: z.union([z.int(), z.string()]).nullish(),
      /** With status 400. */
      errorCode: openEnum(quoteErrorCodes).nullish(),
      count: z.int().nonnegative(),
    }),
  ),
})

/** What GET /metrics/usage answers: calls, by endpoint, status and error code. */
export type UsageReport = z.output<typeof usageSchema>
