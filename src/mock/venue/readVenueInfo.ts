import { type Address, isAddress } from 'viem'
import * as z from 'zod'
import { accountModes } from '../../service/venue/accountModes.js'
import { perpsAddress } from '../../service/venue/parseVenueCurrency.js'
import { formatVenueAmount } from '../../service/venue/venueAmount.js'
import type { MockContext } from '../context.js'
import { spotTokens, venueAssets } from './venueCurrencies.js'

const user = z.string().refine((value) => isAddress(value, { strict: false }))

const query = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('clearinghouseState'), user }),
  z.looseObject({ type: z.literal('spotClearinghouseState'), user }),
  z.looseObject({ type: z.literal('userAbstraction'), user }),
  z.looseObject({ type: z.literal('spotMeta') }),
])

/**
 * Answers a query to the venue's info interface. Returns undefined if the body is not a query.
 *
 * - Units: whole units, as text.
 */
export function readVenueInfo(body: unknown, { venue, clock }: Pick<MockContext, 'venue' | 'clock'>) {
  const result = query.safeParse(body)
  if (!result.success) return undefined
  const question = result.data
  if (question.type === 'spotMeta') return { tokens: spotTokens, universe: [] }
  const holder = question.user as Address
  const mode = venue.modeOf(holder)
  if (question.type === 'userAbstraction') return mode
  if (question.type === 'clearinghouseState') {
    // An account with a joined balance has nothing in perps.
    const balance = accountModes[mode] === 'perps' ? venue.balanceOf(holder, perpsAddress) : 0n
    const value = toWholeUnits(balance, 8)
    const summary = { accountValue: value, totalNtlPos: '0.0', totalRawUsd: value, totalMarginUsed: '0.0' }
    return {
      marginSummary: summary,
      crossMarginSummary: summary,
      crossMaintenanceMarginUsed: '0.0',
      withdrawable: value,
      assetPositions: [],
      time: clock.now(),
    }
  }
  const balances = venueAssets
    .filter(({ dex }) => dex === 'spot')
    .map(({ symbol, address, decimals }) => ({
      coin: symbol,
      token: spotTokens.find(({ tokenId }) => tokenId === address)!.index,
      total: toWholeUnits(venue.balanceOf(holder, address), decimals),
      hold: '0.0',
      entryNtl: '0.0',
    }))
  return { balances: venue.hasAccount(holder) ? balances : [] }
}

/** Formats an amount of the smallest unit in whole units, with at least one decimal, as the venue does. */
function toWholeUnits(amount: bigint, decimals: number): string {
  const text = formatVenueAmount(amount, decimals)
  return text.includes('.') ? text : `${text}.0`
}
