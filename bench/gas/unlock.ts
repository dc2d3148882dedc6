import type { Address } from 'viem'
import type { Chain } from './startChain.js'

/** The slot of OpenZeppelin's `Initializable`. */
const slot = '0xf0c57e16840df040f15088dc2f81fe391c3923bec73e23a9662efc9c229c6a00'

/** Undoes `_disableInitializers`, to measure an implementation without a proxy. */
export async function unlock({ connection }: Chain, implementation: Address) {
  await connection.networkHelpers.setStorageAt(implementation, slot, 0n)
}
