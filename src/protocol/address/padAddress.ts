import type { Address, Hex } from 'viem'
import { toAddressWord } from '../../base/values.js'
import { AddressFormatError } from './errors.js'
import { readEvmWord } from './readEvmWord.js'

export type PadAddressErrorType = AddressFormatError

/**
 * Left-pads an address to the 32 bytes in which the solver signs it.
 *
 * - Puts 12 zero bytes in front of 20 bytes. Returns any 32 bytes unchanged, since the addresses of other virtual machines have
 *   32. Accepts hex in any case, and does not verify checksums.
 *
 * @param address - 20 or 32 bytes of hex.
 * @returns 32 bytes, lower case.
 * @throws {@link AddressFormatError} on anything else.
 *
 * @example
 * import { padAddress } from 'fillproof'
 *
 * padAddress('0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e')
 * // '0x000000000000000000000000f3d63166f0ca56c3c1a3508fce03ff0cf3fb691e'
 */
export function padAddress(address: Hex): Hex {
  const word = toAddressWord(address)
  if (word === undefined) {
    throw new AddressFormatError({ value: address, requirement: 'hex of 20 or 32 bytes' })
  }
  return word
}

export type UnpadAddressErrorType = AddressFormatError

/**
 * Extracts the EVM address from a 32-byte word.
 *
 * - The upper 12 bytes must be zero, as the contracts require of a recipient.
 * - Warning: the zero address is returned like any other.
 *
 * @param word - 32 bytes of hex.
 * @returns The address with its checksum.
 * @throws {@link AddressFormatError} when the word is not a padded EVM address, for example an address of another virtual machine.
 *
 * @example
 * import { unpadAddress } from 'fillproof'
 *
 * unpadAddress('0x000000000000000000000000f3d63166f0ca56c3c1a3508fce03ff0cf3fb691e')
 * // '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'
 */
export function unpadAddress(word: Hex): Address {
  const address = readEvmWord(word)
  if (address !== undefined) return address
  const requirement = 'hex of 32 bytes, of which the first 12 are zero'
  throw new AddressFormatError({ value: word, requirement })
}
