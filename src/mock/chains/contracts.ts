import type { Address } from 'viem'

/** Where the service's contracts are on a chain. */
export type ChainContracts = {
  depository: Address
  /** Of version 3. */
  router: Address
  approvalProxy: Address
  /** Of version 2.1. */
  routerV2: Address
  approvalProxyV2: Address
  /** USDC. */
  token: Address
  /** Takes attested orders, or signed ones where request ids are not order ids. */
  receiver: Address
  wbtc: Address
  dai: Address
  /** Swaps on one chain. */
  exchange: Address
  guard: Address
}
