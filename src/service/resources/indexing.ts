import * as z from 'zod'
import { chainId, decimal, described, openEnum } from './schema.js'

export const reindexSchema = described({
  message: z.string(),
  /** The currencies that were found on the address and are now being processed. */
  triggeredCurrencies: z.array(
    described({
      currency: z.string(),
      symbol: z.string(),
      /** Smallest unit. */
      balance: decimal,
    }),
  ),
  /** The currencies that were checked: their number or their list. */
  checkedCurrencies: z.unknown(),
  /** The currencies that could not be checked: their number or their list. */
  failedCurrencies: z.unknown(),
})

/** The answer of POST /transactions/deposit-address/reindex. */
export type ReindexResult = z.output<typeof reindexSchema>

export const depositAddressRecordSchema = described({
  depositAddress: z.string(),
  type: openEnum(['open', 'strict']),
  requestId: z.string(),
  chainId,
  /** ISO 8601. */
  createdAt: z.string(),
  currency: z.string(),
  refundTo: z.string(),
})

/** The schema of an answer with two lists. The form of their entries was not seen, and the answer may have other fields. */
export const depositAddressHistorySchema = described({
  deposits: z.array(z.unknown()),
  sweeps: z.array(z.unknown()),
})

/** The answer of GET /deposit-addresses/v2. */
export type DepositAddressHistory = z.output<typeof depositAddressHistorySchema>

/** The answer of GET /deposit-addresses/v1. */
export type DepositAddressRecord = z.output<typeof depositAddressRecordSchema>
