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
   * Whether a contract converts one currency into the other, 1:1, on one chain. In the quote, `details.operation` is then `wrap`
   * or `unwrap`. Defaults to true for a native currency and its wrapper on one chain.
   */
  isWrap?: boolean | undefined
}

type Group = 'stablecoin' | 'major' | 'other'

/** The symbols that count as a chain's native currency if the currency has no address. */
const natives = ['ETH', 'SOL', 'POL', 'BNB', 'PLUME']

/** The native currency on EVM chains, on Solana, and on Tron. */
const nativeAddress = /^(0x0+|1{32}|T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb)$/

/**
 * Returns the class that a transaction is charged as. The first row that applies counts.
 *
 * | Origin and destination | Class |
 * | --- | --- |
 * | the same symbol on two chains, or one token that is sent on one chain | `bridge` |
 * | a native currency and its wrapper on one chain; the wrapper's symbol has a W in front | `wrap` |
 * | two tokens of one symbol on one chain, with two addresses | `minorSwap` |
 * | two stablecoins on one chain or two, such as USDC and USDC.e | `stablecoinSwap` |
 * | a major and a major, or a major and a stablecoin | `majorSwap` |
 * | any other pair | `minorSwap` |
 *
 * - A native currency and its wrapper on two chains are two currencies, so they are a swap.
 * - Symbols match by their exact spelling, including case: USDe is on the list, and USDE is not. Other tokens have symbols that
 *   differ from mUSD and USDm only in case.
 * - Trust: symbols come from the caller, and anyone can give a token any symbol. Take the symbol from
 *   the service's currency record.
 * - Warning: the service decides the fee of a quote. A route may have a campaign with another rate.
 *
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

/** Normalizes an address for a comparison. Hex ignores case. The addresses of chains without the EVM do not. */
function canonical(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address
}

function isWrapPair(origin: ClassifiedCurrency, destination: ClassifiedCurrency): boolean {
  return isWrapperOf(origin, destination) || isWrapperOf(destination, origin)
}

/** Whether a currency is the wrapper of a native currency. Its symbol may differ in case: WETH, wS, WXDAI for xDAI. */
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
