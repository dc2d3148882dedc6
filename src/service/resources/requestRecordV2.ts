import * as z from 'zod'
import { failReasons, refundFailReasons } from './codes.js'
import { amountSchema, currencySchema } from './currency.js'
import { feeSponsorshipSchema, feesSchema, priceImpactSchema, routeSchema } from './quote.js'
import { failedCallSchema, requestProtocolSchema, transactionRecordSchema } from './requestRecord.js'
import { otherStatuses, requestStatuses } from './requestStatus.js'
import { chainId, decimal, described, openEnum } from './schema.js'
import { depositAddressSchema } from './status.js'

const appFee = described({
  recipient: z.string(),
  /** Basis points. */
  bps: decimal,
  /** Smallest unit. */
  amount: z.string(),
  /** USD, decimal, at the time of the charge. */
  amountUsd: decimal,
  /** USD, decimal, at present. */
  amountUsdCurrent: decimal,
})

const paidFee = described({
  /** Smallest unit. */
  amount: z.string(),
  address: z.string(),
  chainId,
})

const oracleCurrency = described({
  chainId,
  address: z.string(),
  currencyId: z.string(),
  decimals: z.number(),
})

const transactions = z.array(
  described({
    ...transactionRecordSchema.shape,
    /** Sent instead of `txHash`. */
    hash: z.string(),
  }),
)

const listedFeesSchema = described({
  ...feesSchema.shape,
  /** An amount record, or the destination's gas in wei. */
  gas: z.union([decimal, amountSchema]),
  /** Wei. */
  fixed: decimal,
  /** Wei. */
  price: decimal,
  /** Wei. */
  gateway: decimal,
}).meta({ deprecated: true })

/** @deprecated It does not show the whole cost; `data.fees` of GET /requests/v3 does. */
export type ListedFees = z.output<typeof listedFeesSchema>

export const requestRecordV2Schema = described({
  /** The requestId. */
  id: z.string(),
  status: openEnum([...requestStatuses, ...otherStatuses]),
  user: z.string(),
  recipient: z.string(),
  referrer: z.string(),
  moonpayId: z.string(),
  protocol: requestProtocolSchema,
  /** Present with `includeOrderData`. */
  orderData: z.unknown(),
  depositAddress: depositAddressSchema,
  /** ISO 8601. */
  createdAt: z.string(),
  /** ISO 8601. */
  updatedAt: z.string(),
  data: described({
    slippageTolerance: decimal,
    supersededByRequestId: z.string(),
    failedTxHash: z.string(),
    failedTxBlockNumber: z.number(),
    failedCallData: failedCallSchema,
    usesExternalLiquidity: z.boolean(),
    /** Seconds. */
    timeEstimate: z.number(),
    triggeredByFastFill: z.boolean(),
    refundCurrencyData: amountSchema,
    platformFee: z.record(z.string(), z.unknown()),
    /** `N/A` if nothing failed. */
    failReason: openEnum(failReasons),
    /** `N/A` if no refund failed. */
    refundFailReason: openEnum(refundFailReasons),
    /** @deprecated It does not show the whole cost; `data.fees` of GET /requests/v3 does. */
    fees: listedFeesSchema,
    /** USD, decimal. */
    feesUsd: z.record(z.string(), z.unknown()),
    /** The cost of the request, by component. */
    expandedPriceImpact: described({
      /** Estimated when the quote was made. */
      quoted: priceImpactSchema,
      /** Computed when the request was filled. */
      actual: priceImpactSchema,
    }),
    appFees: z.array(appFee),
    paidAppFees: z.array(appFee),
    subsidizedRequest: z.boolean(),
    subsidizedFee: described({
      origin: paidFee,
      /** The amount that the sponsor paid. */
      sponsor: paidFee,
      /** USD, at the time of the charge. */
      amountUsd: decimal,
      /** USD, at present. */
      amountUsdCurrent: decimal,
    }),
    feeSponsorship: feeSponsorshipSchema,
    currency: z.string(),
    currencyObject: currencySchema,
    feeCurrency: z.string(),
    feeCurrencyObject: currencySchema,
    appFeeCurrencyObject: currencySchema,
    metadata: described({
      sender: z.string(),
      recipient: z.string(),
      currencyIn: amountSchema,
      currencyOut: amountSchema,
      currencyGasTopup: amountSchema,
      /** Whole units of the output for one unit of the input, decimal. */
      rate: decimal,
      route: routeSchema,
      /** An oracle's price when the quote was made. */
      quoteOraclePrice: described({
        rate: decimal,
        inputAmount: z.string(),
        outputAmount: z.string(),
        /** ISO 8601. */
        observedAt: z.string(),
        from: oracleCurrency,
        to: oracleCurrency,
      }),
    }),
    /** Smallest unit. */
    price: decimal,
    /** Transactions on the origin chain. */
    inTxs: transactions,
    /** Transactions on the destination chain. */
    outTxs: transactions,
  }),
})

/**
 * A request, as GET /requests/v2 lists it.
 *
 * @deprecated Use GET /requests/v3 and its {@link RequestRecord}.
 */
export type RequestRecordV2 = z.output<typeof requestRecordV2Schema>

export const requestPageV2Schema = described(
  {
    /** Requests the next page. Absent on the last page. */
    continuation: z.string(),
    /** The announced end of this listing, and its successor. */
    deprecation: described({
      message: z.string(),
      deprecatedAt: z.string(),
      throttledFrom: z.string(),
      sunsetAt: z.string(),
      successor: z.string(),
      migrationGuide: z.string(),
    }),
  },
  { requests: z.array(requestRecordV2Schema) },
)

/**
 * One page of GET /requests/v2.
 *
 * @deprecated Use GET /requests/v3 and its {@link RequestPage}.
 */
export type RequestPageV2 = z.output<typeof requestPageV2Schema>
