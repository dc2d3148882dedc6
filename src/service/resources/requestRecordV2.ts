import * as z from 'zod'
import { failReasons, refundFailReasons } from './codes.js'
import { amountSchema, currencySchema } from './currency.js'
import { feeSponsorshipSchema, feesSchema, priceImpactSchema, routeSchema } from './quote.js'
import { transactionRecordSchema } from './requestRecord.js'
import { amountText, openEnum, resource } from './schema.js'
import { depositAddressSchema, otherStatuses, requestStatuses } from './status.js'

const appFee = resource({
  recipient: z.string().nullish(),
  /** Basis points. */
  bps: z.union([z.string(), z.number()]).nullish(),
  /** Smallest unit. */
  amount: amountText.nullish(),
  /** USD, decimal, when it was charged. */
  amountUsd: z.string().nullish(),
  /** USD, decimal, now. */
  amountUsdCurrent: z.string().nullish(),
})

const transactions = z
  .array(
    resource({
      ...transactionRecordSchema.shape,
      /** In place of `txHash`. */
      hash: z.string().nullish(),
    }),
  )
  .nullish()

export const listedFeesSchema = resource({
  ...feesSchema.shape,
  /** An amount record, or wei of the destination's gas. */
  gas: z.union([amountSchema, amountText]).nullish(),
  /** Wei. */
  fixed: amountText.nullish(),
  /** Wei. */
  price: amountText.nullish(),
  /** Wei. */
  gateway: amountText.nullish(),
})

/** @deprecated It does not show the whole cost; `data.fees` of GET /requests/v3 does. */
export type ListedFees = z.output<typeof listedFeesSchema>

export const requestRecordV2Schema = resource({
  /** The requestId. */
  id: z.string(),
  status: openEnum([...requestStatuses, ...otherStatuses]),
  user: z.string().nullish(),
  recipient: z.string().nullish(),
  referrer: z.string().nullish(),
  moonpayId: z.string().nullish(),
  /** With `includeOrderData`. */
  orderData: z.unknown().optional(),
  depositAddress: depositAddressSchema
    .partial({
      depositAddressType: true,
    })
    .nullish(),
  /** ISO 8601. */
  createdAt: z.string().nullish(),
  /** ISO 8601. */
  updatedAt: z.string().nullish(),
  data: resource({
    /** `N/A` where nothing failed. */
    failReason: openEnum(failReasons).nullish(),
    /** `N/A` where no refund failed. */
    refundFailReason: openEnum(refundFailReasons).nullish(),
    /** @deprecated It does not show the whole cost; `data.fees` of GET /requests/v3 does. */
    fees: listedFeesSchema.nullish(),
    /** USD, decimal. */
    feesUsd: z.record(z.string(), z.unknown()).nullish(),
    /** What the request costs, by component. */
    expandedPriceImpact: resource({
      /** Estimated when the quote was made. */
      quoted: priceImpactSchema.nullish(),
      /** Computed when the request was filled. */
      actual: priceImpactSchema.nullish(),
    }).nullish(),
    appFees: z.array(appFee).nullish(),
    paidAppFees: z.array(appFee).nullish(),
    subsidizedRequest: z.boolean().nullish(),
    subsidizedFee: z.unknown().optional(),
    feeSponsorship: feeSponsorshipSchema.nullish(),
    currency: z.string().nullish(),
    currencyObject: currencySchema.partial().nullish(),
    feeCurrency: z.string().nullish(),
    feeCurrencyObject: currencySchema.partial().nullish(),
    appFeeCurrencyObject: currencySchema.partial().nullish(),
    metadata: resource({
      sender: z.string().nullish(),
      recipient: z.string().nullish(),
      currencyIn: amountSchema.partial().nullish(),
      currencyOut: amountSchema.partial().nullish(),
      currencyGasTopup: amountSchema.partial().nullish(),
      /** Whole units of the output for one of the input, decimal. */
      rate: z.string().nullish(),
      route: routeSchema.nullish(),
    }).nullish(),
    /** Smallest unit. */
    price: z.string().nullish(),
    /** On the origin chain. */
    inTxs: transactions,
    /** On the destination chain. */
    outTxs: transactions,
  }).nullish(),
})

/**
 * A request, as GET /requests/v2 lists it.
 *
 * @deprecated Use GET /requests/v3 and its {@link RequestRecord}.
 */
export type RequestRecordV2 = z.output<typeof requestRecordV2Schema>

export const requestPageV2Schema = resource({
  requests: z.array(requestRecordV2Schema),
  /** Asks for the next page; absent on the last. */
  continuation: z.string().nullish(),
  /** When the service ends this listing, and what follows it. */
  deprecation: resource({
    message: z.string().nullish(),
    deprecatedAt: z.string().nullish(),
    throttledFrom: z.string().nullish(),
    sunsetAt: z.string().nullish(),
    successor: z.string().nullish(),
    migrationGuide: z.string().nullish(),
  }).nullish(),
})

/**
 * One page of GET /requests/v2.
 *
 * @deprecated Use GET /requests/v3 and its {@link RequestPage}.
 */
export type RequestPageV2 = z.output<typeof requestPageV2Schema>
