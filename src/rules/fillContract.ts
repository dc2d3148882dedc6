import { type Address, type Hex, pad } from 'viem'

/** Returns the `extraData` that names a fill contract: a left-padded address, which `readEvmWord` reads. */
export function encodeFillContract(address: Address): Hex {
  return pad(address).toLowerCase() as Hex
}
