import { toChainId, toText } from '../../base/values.js'
import { majors, stablecoins, type TransactionType } from './schedule.js'
import { needFeeInput, readFeeOptions } from './values.js'

/** One side of a transaction. */
export type ClassifiedCurrency = {
  chainId: number
  /** The symbol in the service's spelling. */
  symbol: string
  /** Distinguishes tokens of one symbol on one chain, and a native currency from its wrapper. */
  address?: string | undefined
}

export type ClassifyTransactionParameters = {
  origin: ClassifiedCurrency
  destination: ClassifiedCurrency
  /**
   * Whether one contract converts one into the other, 1:1, on one chain. The quote's `details.operation` then is `wrap` or
   * `unwrap`. Defaults to true for the pairs of a native currency and its wrapper.
   */
  isWrap?: boolean | undefined
}

type Group = 'stablecoin' | 'major' | 'other'

/** Symbols that count as a chain's native currency if no address decides. */
const natives = ['ETH', 'SOL', 'POL', 'BNB', 'PLUME']

/** The native currency on EVM chains, on Solana, and on Tron. */
const nativeAddress = /^(0x0+|1{32}|T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb)$/

/**
 * Returns the class that a transaction is charged as.
 *
 * - The same symbol on two chains is a token bridge. A native currency and its wrapper on one chain are a wrap: the
 *   wrapper has the native's symbol after a W. On two chains they are two currencies, and so a swap. Two stablecoins are a
 *   stablecoin swap, on one chain or two (USDC and USDC.e too). A major with a major or a stablecoin is a major swap. Any
 *   other pair is a minor swap.
 * - One token on one chain is sent, not exchanged, and is charged as a bridge. Two tokens of one symbol on one chain,
 *   distinguished by their addresses, are a minor swap: the lists mean one token by a symbol.
 * - Symbols match by their exact spelling, including case. USDe is on the list and USDE is not; mUSD and USDm have namesakes
 *   in other cases.
 * - Trust: symbols come from the caller, and anyone can give a token a symbol. Take it from the service's currency record.
 * - Warning: the service sets a quote's fee; routes may have campaigns.
 *
 * @param parameters - {@link ClassifyTransactionParameters}
 * @returns {@link TransactionType}
 * @throws {@link FeeInputError} when a symbol or a chain is malformed, or if `isWrap` is set for two chains or for a token
 * and itself.
 *
 * @example
 * import { classifyTransaction } from 'fillproof/client'
 *
 * classifyTransaction({
 *   origin: { chainId: 1, symbol: 'ETH' },
 *   destination: { chainId: 8453, symbol: 'USDC' },
 * })
 * // 'majorSwap'
 */
export function classifyTransaction(parameters: ClassifyTransactionParameters): TransactionType {
  const { origin, destination, isWrap } = readFeeOptions(parameters, 'origin', 'destination')
  readCurrency('origin', origin)
  readCurrency('destination', destination)
  const isOneChain = origin.chainId === destination.chainId
  const isOneToken =
    origin.symbol === destination.symbol && !(isOneChain && haveTwoAddresses(origin, destination))
  if (isWrap) {
    needFeeInput(
      isOneChain && !isOneToken ? isWrap : undefined,
      'isWrap',
      isWrap,
      'false for one token or two chains',
    )
  }
  if (isOneToken) return 'bridge'
  if (isWrap ?? (isOneChain && isWrapPair(origin, destination))) return 'wrap'
  if (origin.symbol === destination.symbol) return 'minorSwap'
  const groups = [groupOf(origin), groupOf(destination)]
  if (groups.includes('other')) return 'minorSwap'
  return groups.includes('major') ? 'majorSwap' : 'stablecoinSwap'
}

function readCurrency(side: string, { chainId, symbol }: ClassifiedCurrency): void {
  needFeeInput(toChainId(chainId), `${side}.chainId`, chainId, 'a chain id above 0')
  const isSymbol = typeof symbol === 'string' && symbol !== '' && symbol.trim() === symbol
  needFeeInput(isSymbol ? symbol : undefined, `${side}.symbol`, symbol, 'a symbol without space around it')
}

function haveTwoAddresses(origin: ClassifiedCurrency, destination: ClassifiedCurrency): boolean {
  const [one, other] = [toText(origin.address), toText(destination.address)]
  return one !== undefined && other !== undefined && canonical(one) !== canonical(other)
}

/** Returns the form in which addresses compare. Hex addresses ignore case; the addresses of chains without the EVM do not. */
function canonical(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address
}

function isWrapPair(origin: ClassifiedCurrency, destination: ClassifiedCurrency): boolean {
  return isWrapperOf(origin, destination) || isWrapperOf(destination, origin)
}

/** Whether one symbol is the other's wrapper. Chains write it in several ways: WETH, wS, WXDAI for xDAI. */
function isWrapperOf(wrapper: ClassifiedCurrency, native: ClassifiedCurrency): boolean {
  if (wrapper.symbol.toLowerCase() !== `w${native.symbol}`.toLowerCase()) return false
  const address = toText(native.address)
  const isNative = address ? nativeAddress.test(address) : natives.includes(native.symbol)
  return isNative && !nativeAddress.test(toText(wrapper.address) ?? '')
}

function groupOf({ symbol }: ClassifiedCurrency): Group {
  if ((stablecoins as readonly string[]).includes(symbol)) return 'stablecoin'
  return (majors as readonly string[]).includes(symbol) ? 'major' : 'other'
}
