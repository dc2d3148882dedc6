import type { Hex } from 'viem'
import * as z from 'zod'
import { detailsSchema, feeSponsorshipSchema, protocolSchema, type QuoteV2 } from './quote.js'
import { feeBreakdownSchema } from './requestRecord.js'
import { described, openEnum } from './schema.js'
import { stepItemSchema, stepSchema } from './step.js'

/**
 * A step of version 3: one action, and its own item.
 *
 * Seen: `id`. Of POST /execute/permits/v2, which the service says has the same steps: all others but `requestId`.
 */
export const stepV3Schema = described(
  {
    action: z.string(),
    description: z.string(),
    kind: stepSchema.shape.kind,
    /** Inferred; by default the quote's. */
    requestId: z.custom<Hex>(),
    ...stepItemSchema.shape,
    depositAddress: described({
      address: z.string(),
      type: openEnum(['strict']),
      depositor: z.string(),
      depositTxHash: z.string(),
      recoveryAddress: z.string(),
    }),
    depositAddressId: z.string(),
  },
  { id: stepSchema.shape.id },
)

/** One step of a quote of version 3. */
export type StepV3 = z.output<typeof stepV3Schema>

export const quoteV3Schema = described(
  {
    /** By the service's words as in GET /requests/v3; whether `quoted` is there was not seen. */
    fees: feeBreakdownSchema,
    /** Inferred from version 2. */
    details: detailsSchema,
    /** Inferred from version 2. */
    protocol: protocolSchema,
    /** Inferred from version 2. */
    feeSponsorship: feeSponsorshipSchema,
  },
  {
    /** That of each step. */
    requestId: z.custom<Hex>((value) => typeof value === 'string', 'must be string'),
    /** Run them in this order. */
    steps: z.array(stepV3Schema),
  },
)

/**
 * The answer of POST /quote/v3. Nobody has seen a whole one: of 25 November 2026 `requestId` and the steps' `id` are known, and
 * what is inferred says so.
 */
export type QuoteV3 = z.output<typeof quoteV3Schema>

export const priceV3Schema = described({ fees: feeBreakdownSchema, details: detailsSchema })

/** A price of version 3: inferred from version 2. */
export type PriceV3 = z.output<typeof priceV3Schema>

/** A quote as the service sent it, of either version. */
export type Quote = QuoteV2 | QuoteV3
