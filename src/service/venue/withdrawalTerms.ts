import type { Address } from 'viem'
import { toBytes } from '../../base/values.js'
import { allParts } from '../steps/quoteParts.js'
import {
  needStepOption,
  type OrderTerms,
  type OrderTermsParameters,
  readOrderTerms,
} from '../steps/readOrderTerms.js'
import { VenueCurrencyError } from './errors.js'
import { parseVenueCurrency } from './parseVenueCurrency.js'

export type WithdrawalTermsParameters = OrderTermsParameters & {
  /**
   * The address for deposits on the venue. Defaults to the profile's address. If the profile also lists that address among the
   * depositories of the venue's chain, the others on the list are accepted too.
   */
  depository?: Address | undefined
  /** The venue's own name of its network. Defaults to `Mainnet`. */
  network?: string | undefined
  /** The name and the decimals of the spot token that is sent, from the venue's own metadata. Not needed for perps. */
  spotToken?: { name: string; weiDecimals: number } | undefined
}

/**
 * The terms that a withdrawal is checked against. They come from the caller, the profile and the venue, never from the
 * quote.
 */
export type WithdrawalTerms = OrderTerms & {
  depositories: readonly Address[]
  network: string
  /** The decimals of the currency that is sent. */
  decimals: number
  /** The token's name in the transfer. */
  token: string
  /** The dex that the transfer names as its source and as its destination. */
  dex: '' | 'spot'
}

const perpsDecimals = 8
const perpsToken = 'USDC:0x6d1e7cde53ba9467b783cb7c530ce054'

/** @throws {@link StepOptionError} or {@link VenueCurrencyError} if there is too little to check a quote against. */
export function readWithdrawalTerms(parameters: WithdrawalTermsParameters): WithdrawalTerms {
  const { request, profile, network = 'Mainnet' } = parameters
  const { venue } = profile
  needStepOption(
    request.originChainId === venue.chainId,
    'request.originChainId',
    `the venue, ${venue.chainId}`,
  )
  const terms = readOrderTerms(parameters, allParts)
  const depository = needStepOption(
    toBytes(parameters.depository ?? venue.depository, [20]),
    'depository',
    "the address of the venue's depository, as the profile names none",
  )
  const { depositories = [] } =
    (parameters.depository ? undefined : profile.chains?.find(({ id }) => id === venue.chainId)) ?? {}
  const listed = depositories.flatMap((address) => toBytes(address, [20]) ?? [])
  return {
    ...terms,
    depositories: listed.includes(depository) ? listed : [depository],
    network: needStepOption(network || undefined, 'network', "the venue's name of its network"),
    ...readCurrency(parameters),
  }
}

function readCurrency({
  request,
  spotToken,
}: WithdrawalTermsParameters): Pick<WithdrawalTerms, 'decimals' | 'token' | 'dex'> {
  const currency = parseVenueCurrency(request.originCurrency)
  if (currency.kind === 'perps') return { decimals: perpsDecimals, token: perpsToken, dex: '' }
  if (currency.kind === 'dex') {
    throw new VenueCurrencyError({
      value: request.originCurrency,
      requirement:
        'perps USDC or a spot token for a withdrawal, since it is not specified how a transfer names a dex',
    })
  }
  const { name, weiDecimals } = needStepOption(
    spotToken,
    'spotToken',
    'the name and decimals that the venue gives it',
  )
  return { decimals: weiDecimals, token: `${name}:${currency.tokenId}`, dex: 'spot' }
}
