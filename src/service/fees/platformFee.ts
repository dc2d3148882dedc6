import { platformFeeBps, type TransactionType } from './schedule.js'
import {
  readBps,
  readFeeAmount,
  readTransactionType,
  readUsd,
  shareOfAmount,
  shareOfUsd,
  writeUsd,
} from './values.js'

export type PlatformFeeParameters<value extends string | bigint> = {
  type: TransactionType
  /** A decimal string of USD, or an amount in a smallest unit. */
  value: value
  /** The campaign's rate in basis points. Defaults to the type's rate. */
  bps?: number | undefined
}

/** The fee, in the form of the value. */
export type PlatformFeeReturnType<value extends string | bigint> = value extends bigint ? bigint : string

/**
 * Computes the service's own fee.
 *
 * - Applies {@link platformFeeBps} to the value. USD are exact. An amount is rounded down, so it never exceeds the rate.
 *
 * @returns The fee in the form of the value: USD as a decimal string, or the smallest unit.
 * @throws {@link FeeInputError}
 *
 * @example
 * import { platformFee } from 'fillproof/client'
 *
 * platformFee({ type: 'majorSwap', value: '1234.5' })
 * // '0.7407'
 *
 * platformFee({ type: 'majorSwap', value: 1234500000n })
 * // 740700n
 */
export function platformFee<value extends string | bigint>(
  parameters: PlatformFeeParameters<value>,
): PlatformFeeReturnType<value> {
  const value: string | bigint = parameters.value
  const standard = platformFeeBps[readTransactionType(parameters.type)]
  const bps = readBps(parameters.bps ?? standard, 'bps')
  const fee =
    typeof value === 'bigint'
      ? shareOfAmount(readFeeAmount(value, 'value'), bps)
      : writeUsd(shareOfUsd(readUsd(value, 'value'), bps))
  return fee as PlatformFeeReturnType<value>
}
