import * as z from 'zod'
import { amountSchema, currencySchema } from './currency.js'
import { feesSchema, priceImpactSchema, tradeFields } from './quote.js'
import { listedData, listedRequest, transactionRecordSchema } from './requestRecord.js'
import { chainId, decimal, described } from './schema.js'
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
  ...listedRequest,
  referrer: z.string(),
  moonpayId: z.string(),
  /** Present with `includeOrderData`. */
  orderData: z.unknown(),
  depositAddress: depositAddressSchema,
  data: described({
    ...listedData,
    supersededByRequestId: z.string(),
    platformFee: z.record(z.string(), z.unknown()),
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
    currency: z.string(),
    currencyObject: currencySchema,
    feeCurrency: z.string(),
    feeCurrencyObject: currencySchema,
    appFeeCurrencyObject: currencySchema,
    metadata: described({
      ...tradeFields,
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
