import { toBytes } from '../../base/values.js'
import { revenueShareTiers, type TransactionType } from './schedule.js'
import { needFeeInput, readFeeOptions, readTransactionType, readUsd, shareOfUsd, writeUsd } from './values.js'

export type RevenueShareParameters = {
  type: TransactionType
  /** The integrator's volume in the trailing 30 days, USD. */
  volumeUsd: string
  /** USD. */
  platformFeeUsd: string
  hasApiKey: boolean
  /** Whether the integrator completed business verification. */
  isVerified: boolean
  /** An EVM address. */
  payoutAddress?: string | undefined
}

/** A requirement that the integrator does not meet. */
export type RevenueShareRequirement = 'apiKey' | 'verification' | 'volume' | 'payoutAddress'

export type RevenueShareReturnType =
  | {
      status: 'eligible'
      /** Basis points of the platform fee. */
      shareBps: number
      /** USD, exact. */
      shareUsd: string
    }
  | { status: 'ineligible'; missing: RevenueShareRequirement[] }
  /** The volume exceeds the last tier. No share is published for it. */
  | { status: 'unspecified' }

/**
 * Computes the integrator's share of a platform fee.
 *
 * - Requires an API key, business verification, more than 10,000,000 USD of volume, and an EVM address for the payout. Each tier
 *   includes its upper bound: at exactly 100,000,000 USD the first tier applies.
 * - Warning: the share can't be used to charge users less.
 *
 * @returns {@link RevenueShareReturnType}. If the integrator is not eligible, lists all requirements that are missing.
 * @throws {@link FeeInputError}
 *
 * @example
 * import { revenueShare } from 'fillproof/client'
 *
 * const fee = { type: 'majorSwap', platformFeeUsd: '600', hasApiKey: true, isVerified: true }
 * const payoutAddress = '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'
 *
 * revenueShare({ ...fee, volumeUsd: '25000000', payoutAddress })
 * // { status: 'eligible', shareBps: 2500, shareUsd: '150' }
 *
 * revenueShare({ ...fee, volumeUsd: '10000000' })
 * // { status: 'ineligible', missing: ['volume', 'payoutAddress'] }
 */
export function revenueShare(parameters: RevenueShareParameters): RevenueShareReturnType {
  const { hasApiKey, isVerified, payoutAddress } = readFeeOptions(parameters, 'hasApiKey', 'isVerified')
  const type = readTransactionType(parameters.type)
  const volume = readUsd(parameters.volumeUsd, 'volumeUsd')
  const fee = readUsd(parameters.platformFeeUsd, 'platformFeeUsd')
  const address = toBytes(payoutAddress, [20])
  if (payoutAddress !== undefined) needFeeInput(address, 'payoutAddress', payoutAddress, 'an EVM address')

  const requirements: [RevenueShareRequirement, boolean][] = [
    ['apiKey', hasApiKey === true],
    ['verification', isVerified === true],
    ['volume', volume.gt(revenueShareTiers[0].above)],
    ['payoutAddress', address !== undefined],
  ]
  const missing = requirements.filter(([, isMet]) => !isMet).map(([name]) => name)
  if (missing.length > 0) return { status: 'ineligible', missing }
  const tier = revenueShareTiers.find(({ upTo }) => volume.lte(upTo))
  if (!tier) return { status: 'unspecified' }
  const shareBps = tier.shareBps[type]
  return { status: 'eligible', shareBps, shareUsd: writeUsd(shareOfUsd(fee, shareBps)) }
}
