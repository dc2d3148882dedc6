import * as z from 'zod'
import { amountSchema } from './currency.js'
import { decimal, described, resource } from './schema.js'
import { stepSchema } from './step.js'

export const appFeeBalancesSchema = described({
  balances: z.array(amountSchema),
  /** USD, decimal, as are the next two. */
  totalBalanceUsd: decimal,
  outstandingFastFillBalanceUsd: decimal,
  /** The total without the amount that fast fills still hold. */
  availableBalanceUsd: decimal,
})

/** The answer of GET /app-fees/{wallet}/balances. */
export type AppFeeBalances = z.output<typeof appFeeBalancesSchema>

export const appFeeClaimsSchema = described({
  claims: z.array(
    described({
      claimId: z.string(),
      wallet: z.string(),
      recipient: z.string(),
      /** The claimed amount. */
      currency: amountSchema,
      txHash: z.string(),
      status: z.string(),
      /** ISO 8601. */
      createdAt: z.string(),
    }),
  ),
  /** Requests the next page; absent on the last. */
  continuation: z.string(),
})

/** The answer of GET /app-fees/{wallet}/claims. */
export type AppFeeClaims = z.output<typeof appFeeClaimsSchema>

export const appFeeClaimSchema = resource({
  /** One signature, to be posted to /execute/permits. */
  steps: z.array(stepSchema),
})

/** The answer of POST /app-fees/{wallet}/claim. */
export type AppFeeClaim = z.output<typeof appFeeClaimSchema>
