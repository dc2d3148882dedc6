import * as z from 'zod'
import {
  appFeeBalancesSchema,
  appFeeClaimSchema,
  appFeeClaimsSchema,
} from '../../service/resources/appFees.js'
import {
  addressParameter,
  amountParameter,
  chainIdParameter,
  limitParameter,
  wholeNumberParameter,
} from '../../service/resources/parameters.js'
import { openEnum, resource } from '../../service/resources/schema.js'
import { usageGranularities, usageSchema } from '../../service/resources/usage.js'
import { operation, type ParametersOf } from './operation.js'

/**
 * Reads the app fees that a wallet can claim (GET /app-fees/{wallet}/balances).
 *
 * - Units: amounts in the smallest unit; names that end in `Usd` in USD.
 */
export const getAppFeeBalances = /* @__PURE__ */ operation({
  method: 'GET',
  path: '/app-fees/{wallet}/balances',
  parameters: resource({
    /** The recipient of the app fees. */
    wallet: addressParameter,
  }),
  answer: appFeeBalancesSchema,
})

export type GetAppFeeBalancesParameters = ParametersOf<typeof getAppFeeBalances>

/**
 * Lists a wallet's claims of app fees, one page at a time (GET /app-fees/{wallet}/claims).
 */
export const getAppFeeClaims = /* @__PURE__ */ operation({
  method: 'GET',
  path: '/app-fees/{wallet}/claims',
  parameters: resource({
    /** The recipient of the app fees. */
    wallet: addressParameter,
    /** The number of claims per page, 1 to 50. */
    limit: limitParameter.optional(),
    /** The `continuation` of the previous page. */
    continuation: z.string().optional(),
  }),
  answer: appFeeClaimsSchema,
})

export type GetAppFeeClaimsParameters = ParametersOf<typeof getAppFeeClaims>

/**
 * Requests the step that claims app fees (POST /app-fees/{wallet}/claim). The wallet signs the step, and `submitPermit` posts the
 * signature.
 *
 * - Retried automatically only after status 429.
 */
export const claimAppFees = /* @__PURE__ */ operation({
  method: 'POST',
  path: '/app-fees/{wallet}/claim',
  parameters: resource({
    /** The recipient of the app fees, which signs the claim. */
    wallet: addressParameter,
    /** The chain on which the fees are paid out. */
    chainId: chainIdParameter,
    currency: addressParameter,
    recipient: addressParameter,
    /** Smallest unit. Defaults to everything. */
    amount: amountParameter.optional(),
  }),
  answer: appFeeClaimSchema,
})

export type ClaimAppFeesParameters = ParametersOf<typeof claimAppFees>

/**
 * Counts the requests of an API key, by endpoint, status and error code (GET /metrics/usage). Needs an API key.
 */
export const getUsage = /* @__PURE__ */ operation({
  method: 'GET',
  path: '/metrics/usage',
  parameters: resource({
    /** `minutely` covers the last 24 hours, `hourly` 7 days, `daily` 14 days. */
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
  }).prefault({}),
  answer: usageSchema,
})

export type GetUsageParameters = ParametersOf<typeof getUsage>
