import { base58, createBase58check } from '@scure/base'
import { concat, type Hex, hexToBytes, sha256 } from 'viem'
import { readEvmWord } from '../../protocol/address/readEvmWord.js'
import type { ChainVm } from '../../protocol/order/chainVm.js'

const tronPrefix = '0x41'
/** The virtual machines with 20-byte addresses, in hex or in Tron's format. */
const hasEvmForm: readonly ChainVm[] = ['evm', 'hypevm', 'tvm']

/** Formats a signed word as an address of its chain. Returns the word itself if the machine or the format is unknown. */
export function toChainAddress(word: Hex, vm: ChainVm | undefined): string {
  if (vm === 'svm') return base58.encode(hexToBytes(word))
  if (vm === undefined || !hasEvmForm.includes(vm)) return word
  const address = readEvmWord(word)
  return address && vm === 'tvm' && BigInt(word) !== 0n ? toTronAddress(address) : (address ?? word)
}

function toTronAddress(address: Hex): string {
  const base58check = createBase58check((bytes) => sha256(bytes, 'bytes'))
  return base58check.encode(hexToBytes(concat([tronPrefix, address])))
}
