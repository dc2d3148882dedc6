import { type Address, getAddress, type Hex, pad, size, slice } from 'viem'

/** The `extraData` that names a fill contract: a left-padded address. */
export function encodeFillContract(address: Address): Hex {
  return pad(address).toLowerCase() as Hex
}

/** Reads the fill contract of `extraData`; undefined where the bytes are not exactly one address. */
export function readFillContract(extraData: Hex): Address | undefined {
  const isWord = size(extraData) === 32 && BigInt(extraData) >> 160n === 0n
  return isWord ? getAddress(slice(extraData, 12)) : undefined
}
