import type { Hex } from 'viem'
import * as z from 'zod'
import { detailsSchema, feeSponsorshipSchema, protocolSchema, type QuoteV2 } from './quote.js'
import { depositAddressFields, feeBreakdownSchema } from './requestRecord.js'
import { described, openEnum } from './schema.js'
import { stepItemSchema, stepSchema } from './step.js'

/**
 * A step of version 3: one action that is its own item.
 *
 * Only `id` was seen. The other fields, except `requestId`, are those of POST /execute/permits/v2, which has the same steps by
 * the service's documentation.
 */
export const stepV3Schema = described(
  {
    action: z.string(),
    description: z.string(),
    kind: stepSchema.shape.kind,
    /** Inferred. Defaults to the quote's request id. */
    requestId: z.custom<Hex>(),
    ...stepItemSchema.shape,
    depositAddress: described({ ...depositAddressFields, type: openEnum(['strict']) }),
    depositAddressId: z.string(),
  },
  { id: stepSchema.shape.id },
)

/** One step of a quote of version 3. */
export type StepV3 = z.output<typeof stepV3Schema>

export const quoteV3Schema = described(
  {
    /** By the service's documentation, the same form as in GET /requests/v3. It is not known whether `quoted` is present. */
    fees: feeBreakdownSchema,
    /** Inferred from version 2. */
    details: detailsSchema,
    /** Inferred from version 2. */
    protocol: protocolSchema,
    /** Inferred from version 2. */
    feeSponsorship: feeSponsorshipSchema,
  },
  {
    /** The request id of each step. */
    requestId: z.custom<Hex>((value) => typeof value === 'string', 'must be string'),
    /** Run the steps in this order. */
    steps: z.array(stepV3Schema),
  },
)

/**
 * The answer of POST /quote/v3. No whole answer was seen. As of 25 November 2026, only `requestId` and the steps' `id` are known.
 * The comment of every other field names where its form comes from.
 */
export type QuoteV3 = z.output<typeof quoteV3Schema>

export const priceV3Schema = described({ fees: feeBreakdownSchema, details: detailsSchema })

/** A price of version 3, inferred from version 2. */
export type PriceV3 = z.output<typeof priceV3Schema>

/** A quote of either version, as the service sent it. */
export type Quote = QuoteV2 | QuoteV3
