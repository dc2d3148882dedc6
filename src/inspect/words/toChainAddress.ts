import { base58, createBase58check } from '@scure/base'
import { concat, type Hex, hexToBytes, sha256 } from 'viem'
import { unpadAddress } from '../../protocol/address/unpadAddress.js'
import type { ChainVm } from '../../protocol/order/chainVm.js'

const tronPrefix = '0x41'

/** A signed word in its chain's address format; the word itself where the format is unknown. */
export function toChainAddress(word: Hex, vm: ChainVm): string {
  if (vm === 'svm') return base58.encode(hexToBytes(word))
  try {
    const address = unpadAddress(word)
    return vm === 'tvm' && BigInt(word) !== 0n ? toTronAddress(address) : address
  } catch {
    return word
  }
}

function toTronAddress(address: Hex): string {
  const base58check = createBase58check((bytes) => sha256(bytes, 'bytes'))
  return base58check.encode(hexToBytes(concat([tronPrefix, address])))
}
