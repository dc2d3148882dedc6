import { type Address, getAddress, type Hex } from 'viem'
import { toBytes } from '../../base/values.js'
import { AddressFormatError } from './errors.js'

export type UnpadAddressErrorType = AddressFormatError

/**
 * Takes the EVM address out of a 32-byte word.
 *
 * - Rule: the upper 12 bytes must be zero, as the contracts ask of a recipient.
 * - Warning: the zero address is returned like any other.
 *
 * @param word - 32 bytes of hex.
 * @returns The address with its checksum.
 * @throws {@link AddressFormatError} when the word is not a padded address, such as a user of another virtual machine.
 *
 * @example
 * import { unpadAddress } from 'fillproof'
 *
 * unpadAddress('0x000000000000000000000000f3d63166f0ca56c3c1a3508fce03ff0cf3fb691e')
 * // '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'
 */
export function unpadAddress(word: Hex): Address {
  const bytes = toBytes(word, [32])
  if (!bytes?.startsWith(`0x${'0'.repeat(24)}`)) {
    throw new AddressFormatError({
      value: word,
      requirement: 'hex of 32 bytes, of which the first 12 are zero',
    })
  }
  return getAddress(`0x${bytes.slice(26)}`)
}
