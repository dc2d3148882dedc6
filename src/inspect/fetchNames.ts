import type { Hex } from 'viem'
import { cleanText } from '../base/cleanText.js'
import type { ServiceClient } from '../client/serviceClient.js'
import { chainVm } from '../protocol/order/chainVm.js'
import { toChainAddress } from './words/toChainAddress.js'

export type Token = { symbol: string; decimals: number }

/** A currency on a chain; zero is the native one. */
export type CurrencyPlace = { chainId: number; currency: Hex }

/** What people call chains and currencies. Undefined is unknown. */
export type Names = {
  chain(id: number): string | undefined
  /** The chain's name in orders, which gives its virtual machine. */
  orderName(id: number): string | undefined
  token(place: CurrencyPlace): Token | undefined
}

/** Tokens have a uint8; a larger number would make an endless text. */
const mostDecimals = 255

/**
 * Looks up the names of chains, and the symbols and decimals of currencies.
 *
 * - Rule: a lookup that fails leaves names unknown. The profile's names win.
 * - Trust: the service's word. It is not signed, and no check depends on it.
 */
export async function fetchNames(client: ServiceClient, places: readonly CurrencyPlace[]): Promise<Names> {
  const { chains: ownChains } = client.profile
  const ownName = (id: number) => ownChains?.find((chain) => chain.id === id)?.name
  const options = { timeoutMs: 5_000 }
  const chains = await client.getChains({}, options).then(
    (answer) => answer.chains,
    () => [],
  )
  const listed = (id: number) => chains.find((chain) => chain.id === id)
  const orderName = (id: number) =>
    ownName(id) ?? listed(id)?.protocol?.v2?.chainId ?? listed(id)?.name ?? undefined
  const addressOf = ({ chainId, currency }: CurrencyPlace) =>
    toChainAddress(currency, chainVm(orderName(chainId) ?? '')).toLowerCase()
  const tokens = [...new Set(places.map((place) => `${place.chainId}:${addressOf(place)}`))]
  const currencies = await client.getCurrencies({ tokens }, options).catch(() => [])

  return {
    orderName,
    chain(id) {
      const name = ownName(id) ?? listed(id)?.displayName ?? listed(id)?.name
      return name ? cleanText(name) : undefined
    },
    token(place) {
      const { chainId } = place
      const address = addressOf(place)
      const chain = listed(chainId)
      const candidates = [
        ...currencies.filter((currency) => currency.chainId === chainId),
        ...[chain?.currency, ...(chain?.erc20Currencies ?? []), ...(chain?.featuredTokens ?? [])],
      ]
      const found = candidates.find((candidate) => candidate?.address?.toLowerCase() === address)
      const { symbol, decimals } = found ?? {}
      if (!symbol || typeof decimals !== 'number' || decimals > mostDecimals) return undefined
      return { symbol: cleanText(symbol), decimals }
    },
  }
}
