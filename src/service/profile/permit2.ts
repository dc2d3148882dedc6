import type { Address } from 'viem'
import type { ServiceProfileChain } from './types.js'

/** The address of Permit2, the contract that takes tokens by signature, on nearly every chain. */
const usual: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** Returns Permit2 on a chain: the address that the profile names, or else the usual one. */
export function permit2Of(chain?: Pick<ServiceProfileChain, 'permit2'>): Address {
  return chain?.permit2 ?? usual
}
