import { formatUnits, type Hex } from 'viem'
import type { Attestation } from '../../protocol/attestation/types.js'
import type { ChainVm } from '../../protocol/order/chainVm.js'
import type { Names } from '../fetchNames.js'
import { toChainAddress } from './toChainAddress.js'

/** A signed user or currency. */
export type DecodedAddress = {
  /** The address in its chain's format, or the unchanged 32 bytes. */
  address: string
  form: 'evm' | 'svm' | 'tvm' | 'bytes32'
}

/** A signed currency. Symbol and decimals are null if unknown. */
export type DecodedCurrency = DecodedAddress & {
  isNative: boolean
  symbol: string | null
  decimals: number | null
}

/** The signed words in readable form. Names, symbols and decimals are not signed. Null means unknown. */
export type DecodedWords = {
  originChain: string | null
  originUser: DecodedAddress
  originCurrency: DecodedCurrency
  /** The amount in whole units. Set only in layout v1. */
  originAmount?: string | null
  destinationChain: string | null
  destinationUser: DecodedAddress
  /** Set only in layout v2. */
  destinationCurrency?: DecodedCurrency
}

export function decodeWords(attestation: Attestation, names: Names): DecodedWords {
  const { originChainId, destinationChainId } = attestation
  const addressOf = (chainId: number, word: Hex) => decodeAddress(word, names.vm(chainId))
  const currencyOf = (chainId: number, word: Hex): DecodedCurrency => {
    const { symbol = null, decimals = null } = names.token({ chainId, currency: word }) ?? {}
    return { ...addressOf(chainId, word), isNative: BigInt(word) === 0n, symbol, decimals }
  }
  const originCurrency = currencyOf(originChainId, attestation.originCurrency)
  const { decimals } = originCurrency
  return {
    originChain: names.chain(originChainId) ?? null,
    originUser: addressOf(originChainId, attestation.originUser),
    originCurrency,
    ...(attestation.layout === 'v1' && {
      originAmount: decimals === null ? null : formatUnits(attestation.originAmount, decimals),
    }),
    destinationChain: names.chain(destinationChainId) ?? null,
    destinationUser: addressOf(destinationChainId, attestation.destinationUser),
    ...(attestation.layout === 'v2' && {
      destinationCurrency: currencyOf(destinationChainId, attestation.destinationCurrency),
    }),
  }
}

function decodeAddress(word: Hex, vm: ChainVm | undefined): DecodedAddress {
  const address = toChainAddress(word, vm)
  if (vm === 'svm') return { address, form: 'svm' }
  return { address, form: address === word ? 'bytes32' : vm === 'tvm' && !isEvm(address) ? 'tvm' : 'evm' }
}

function isEvm(address: string): boolean {
  return address.startsWith('0x')
}
