import 'hardhat/types/network'
import type { Fillproof } from './types.js'

declare module 'hardhat/types/network' {
  interface NetworkConnection<ChainTypeT extends ChainType | string = DefaultChainType> {
    /** The fillproof service, with this connection's chain as the destination. Costs nothing until it is used. */
    fillproof: Fillproof
  }
}
