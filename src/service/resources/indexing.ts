import * as z from 'zod'
import { amountText, resource } from './schema.js'

export const reindexSchema = resource({
  message: z.string().nullish(),
  /** Found on the address, and handled now. */
  triggeredCurrencies: z
    .array(
      resource({
        currency: z.string(),
        symbol: z.string().nullish(),
        /** Smallest unit. */
        balance: amountText.nullish(),
      }),
    )
    .nullish(),
  /** Looked at: their number or their list. */
  checkedCurrencies: z.unknown().optional(),
  /** Could not be looked at: their number or their list. */
  failedCurrencies: z.unknown().optional(),
})

/** What POST /transactions/deposit-address/reindex answers. */
export type ReindexResult = z.output<typeof reindexSchema>
