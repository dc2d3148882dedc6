import * as z from 'zod'
import { chainId, decimal, described, openEnum } from './schema.js'

export const currencySchema = described({
  chainId,
  /** The address. A native currency has the zero address, which is as long as the other addresses of the chain. */
  address: z.string(),
  symbol: z.string(),
  name: z.string(),
  decimals: z.number(),
  metadata: described({ logoURI: z.string(), verified: z.boolean(), isNative: z.boolean() }),
})

/** A currency on one chain. */
export type Currency = z.output<typeof currencySchema>

/** The virtual machines of the service's chains. */
export const vmTypes = ['evm', 'svm', 'bvm', 'tvm', 'tonvm', 'hypevm', 'lvm', 'xrpvm', 'hederavm'] as const

export const listedCurrencySchema = described({
  ...currencySchema.shape,
  /** The virtual machine of the currency's chain. */
  vmType: openEnum(vmTypes),
})

/** A currency in the answer of POST /currencies/v2. */
export type ListedCurrency = z.output<typeof listedCurrencySchema>

export const amountSchema = described({
  currency: currencySchema,
  /** In the currency's smallest unit. */
  amount: z.string(),
  /** In whole units, decimal. */
  amountFormatted: decimal,
  /** USD, decimal. */
  amountUsd: decimal,
  /** The least that arrives, in the currency's smallest unit. */
  minimumAmount: z.string(),
})

/** An amount of a currency, as in fees and in a quote's details. */
export type AmountRecord = z.output<typeof amountSchema>
