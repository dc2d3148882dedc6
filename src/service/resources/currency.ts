import * as z from 'zod'
import { amountText, chainId, openEnum, resource } from './schema.js'

export const currencySchema = resource({
  chainId,
  /** The native currency has the all-zero address of its chain's address length. */
  address: z.string(),
  symbol: z.string(),
  name: z.string(),
  decimals: z.int().nonnegative(),
  metadata: resource({
    logoURI: z.string().nullish(),
    verified: z.boolean().nullish(),
    isNative: z.boolean().nullish(),
  }).nullish(),
})

/** A currency on one chain. */
export type Currency = z.output<typeof currencySchema>

/** The virtual machines of the service's chains. */
export const vmTypes = ['evm', 'svm', 'bvm', 'tvm', 'tonvm', 'hypevm', 'lvm', 'xrpvm'] as const

export const listedCurrencySchema = resource({
  ...currencySchema.shape,
  /** Of the currency's chain. */
  vmType: openEnum(vmTypes).nullish(),
})

/** A currency as POST /currencies/v2 lists it. */
export type ListedCurrency = z.output<typeof listedCurrencySchema>

export const amountSchema = resource({
  currency: currencySchema,
  /** In the currency's smallest unit. */
  amount: amountText,
  /** In whole units, decimal. */
  amountFormatted: z.string().nullish(),
  /** USD, decimal. */
  amountUsd: z.string().nullish(),
  /** In the currency's smallest unit: what arrives at least. */
  minimumAmount: amountText.nullish(),
})

/** An amount of a currency, as in fees and in a quote's details. */
export type AmountRecord = z.output<typeof amountSchema>
