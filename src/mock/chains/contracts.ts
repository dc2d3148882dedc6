import { type Address, getContractAddress } from 'viem'

/** The contracts in the order of their creation. */
const created = [
  'depository',
  'metadataRouter',
  /** USDC. */
  'token',
  'receiverImplementation',
  /** Accepts attested orders. With `idForm: 'public'` it accepts signed orders. */
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

export type ChainContracts = Record<(typeof created)[number], Address>

/**
 * Computes the addresses of a chain's contracts before their deployment. The receivers need them, because each names
 * the tokens of the other chains.
 *
 * @param firstNonce - The deployer's nonce. It is above zero on an endpoint that served a mock before.
 */
export function planContracts(deployer: Address, firstNonce = 0n): ChainContracts {
  const addresses = created.map((name, index) => [
    name,
    getContractAddress({ from: deployer, nonce: firstNonce + BigInt(index) }),
  ])
  return Object.fromEntries(addresses)
}
