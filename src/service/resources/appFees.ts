import * as z from 'zod'
import { amountSchema } from './currency.js'
import { decimal, described, resource } from './schema.js'
import { stepSchema } from './step.js'

export const appFeeBalancesSchema = described({
  balances: z.array(amountSchema),
  /** USD, decimal. */
  totalBalanceUsd: decimal,
  /** USD, decimal. */
  outstandingFastFillBalanceUsd: decimal,
  /** USD, decimal. The total without the amount that outstanding fast fills hold. */
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
  /** Requests the next page. Absent on the last page. */
  continuation: z.string(),
})

/** The answer of GET /app-fees/{wallet}/claims. */
export type AppFeeClaims = z.output<typeof appFeeClaimsSchema>

export const appFeeClaimSchema = resource({
  /** One step, whose signature is posted to /execute/permits. */
  steps: z.array(stepSchema),
})

/** The answer of POST /app-fees/{wallet}/claim. */
export type AppFeeClaim = z.output<typeof appFeeClaimSchema>
