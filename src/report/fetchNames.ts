import { type Hex, zeroHash } from 'viem'
import { cleanText } from '../base/cleanText.js'
import { toList, toRecord, toText, toUint32 } from '../base/values.js'
import type { AnyServiceClient } from '../client/serviceClient.js'
import { type ChainVm, chainVm, vmOfRead } from '../protocol/order/chainVm.js'
import type { ServiceProfile } from '../service/profile/types.js'
import { toChainAddress } from './words/toChainAddress.js'

type Token = { symbol: string; decimals: number }

/** A currency on a chain. Zero is the native currency. */
export type CurrencyPlace = { chainId: number; currency: Hex }

/** The names of chains and currencies. Undefined means unknown. */
export type Names = {
  chain(id: number): string | undefined
  /** The chain's virtual machine. */
  vm(id: number): ChainVm | undefined
  token(place: CurrencyPlace): Token | undefined
}

const mostDecimals = 255

/**
 * Looks up the names of chains, and the symbols and decimals of currencies.
 *
 * - Names in the profile come first. Without a client, only the profile's chains and native currencies have names. If a lookup
 *   fails, its names stay unknown.
 * - Trust: the service's word. Names are not signed, and no check depends on them.
 */
export async function fetchNames(
  { chains: ownChains }: ServiceProfile,
  client: AnyServiceClient | undefined,
  places: readonly CurrencyPlace[],
): Promise<Names> {
  const ownName = (id: number) => ownChains?.find((chain) => chain.id === id)?.name
  const options = { timeoutMs: 5_000 }
  const answer = await client?.getChains({}, options).catch(() => undefined)
  const chains = answer?.chains ?? []
  const listed = (id: number) => chains.find((chain) => chain.id === id)
  const vmOf = (id: number) => {
    const own = ownName(id)
    // A chain of the profile is an EVM chain unless its name belongs to another virtual machine.
    if (own !== undefined) return vmOfRead(own)
    const chain = listed(id)
    const name = toText(chain?.protocol?.v2?.chainId) ?? toText(chain?.name)
    return name === undefined ? undefined : chainVm(name, chain?.vmType === 'evm' ? [name] : [])
  }
  const addressOf = ({ chainId, currency }: CurrencyPlace) =>
    toChainAddress(currency, vmOf(chainId)).toLowerCase()
  const tokens = [...new Set(places.map((place) => `${place.chainId}:${addressOf(place)}`))]
  const currencies = (await client?.getCurrencies({ tokens }, options).catch(() => [])) ?? []

  return {
    vm: vmOf,
    chain(id) {
      const name = ownName(id) ?? toText(listed(id)?.displayName) ?? toText(listed(id)?.name)
      return name && cleanText(name)
    },
    token(place) {
      const { chainId } = place
      const address = addressOf(place)
      const native = ownChains?.find((chain) => chain.id === chainId)?.currency
      if (native && place.currency === zeroHash) return native
      const chain = listed(chainId)
      const candidates = [
        ...currencies.filter((currency) => currency.chainId === chainId),
        ...[chain?.currency, ...toList(chain?.erc20Currencies), ...toList(chain?.featuredTokens)],
      ].map(toRecord)
      const found = candidates.find((candidate) => toText(candidate?.address)?.toLowerCase() === address)
      const symbol = toText(found?.symbol)
      const decimals = toDecimals(found?.decimals)
      return symbol && decimals !== undefined ? { symbol: cleanText(symbol), decimals } : undefined
    },
  }
}

/** Reads decimals of at most 255, as in a uint8. With more, the formatted amount would be extremely long. */
function toDecimals(value: unknown): number | undefined {
  const decimals = toUint32(value)
  return decimals !== undefined && decimals <= mostDecimals ? decimals : undefined
}
