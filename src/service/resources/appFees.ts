import * as z from 'zod'
import { amountSchema } from './currency.js'
import { resource } from './schema.js'
import { stepSchema } from './step.js'

export const appFeeBalancesSchema = resource({
  balances: z.array(amountSchema),
  /** USD, decimal, as the next two. */
  totalBalanceUsd: z.string().nullish(),
  outstandingFastFillBalanceUsd: z.string().nullish(),
  /** The total without what fast fills still hold. */
  availableBalanceUsd: z.string().nullish(),
})

/** What GET /app-fees/{wallet}/balances answers. */
export type AppFeeBalances = z.output<typeof appFeeBalancesSchema>

export const appFeeClaimSchema = resource({
  /** One signature, which is posted to /execute/permits. */
  steps: z.array(stepSchema),
})

/** What POST /app-fees/{wallet}/claim answers. */
export type AppFeeClaim = z.output<typeof appFeeClaimSchema>
