import type { Address } from 'viem'

/** The contract through which signatures let tokens be taken, on nearly every chain. */
export const permit2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
