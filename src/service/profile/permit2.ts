import type { Address } from 'viem'
import type { ServiceProfileChain } from './types.js'

/** The contract through which signatures let tokens be taken, on nearly every chain. */
const usual: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** Permit2 on a chain: the one that the profile names there, else the usual one. */
export function permit2Of(chain?: Pick<ServiceProfileChain, 'permit2'>): Address {
  return chain?.permit2 ?? usual
}
