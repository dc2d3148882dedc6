import { type Address, getContractAddress } from 'viem'

/** In the order in which the deployer creates them. */
const created = [
  'depository',
  'metadataRouter',
  /** USDC. */
  'token',
  'receiverImplementation',
  /** Takes attested orders, or signed ones where request ids are not order ids. */
  'receiver',
  'wbtc',
  'dai',
  /** Swaps on one chain. */
  'exchange',
  'guardImplementation',
  'guard',
  'plainRouter',
  'metadataApprovalProxy',
  'plainApprovalProxy',
  'hashRouter',
  'hashApprovalProxy',
] as const

/** The addresses of the service's contracts on a chain. */
export type ChainContracts = Record<(typeof created)[number], Address>

/**
 * Computes where a deployer will create the contracts, because the receivers of two chains name each other's tokens.
 *
 * @param firstNonce - The deployer's. It is not zero on an endpoint that served a mock before.
 */
export function planContracts(deployer: Address, firstNonce = 0n): ChainContracts {
  const addresses = created.map((name, index) => [
    name,
    getContractAddress({ from: deployer, nonce: firstNonce + BigInt(index) }),
  ])
  return Object.fromEntries(addresses)
}
