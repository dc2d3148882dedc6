import 'hardhat/types/config'
import 'hardhat/types/network'
import type { Fillproof, FillproofOptions } from './types.js'

declare module 'hardhat/types/config' {
  interface HardhatUserConfig {
    /** Options of `fillproof.start` for every connection. Options of a call take precedence. */
    fillproof?: FillproofOptions
  }

  interface HardhatConfig {
    fillproof: FillproofOptions
  }
}

declare module 'hardhat/types/network' {
  interface NetworkConnection<ChainTypeT extends ChainType | string = DefaultChainType> {
    /** The fillproof service, with this connection's chain as the destination. Costs nothing until it is used. */
    fillproof: Fillproof
  }
}
