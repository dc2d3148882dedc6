import { type Address, type Hex, keccak256, size, slice, stringToHex } from 'viem'
import type { PolicyLists } from '../config/kindConfigs.js'
import type { RoleName } from './wantedPolicy.js'

/** The policy that a contract has at one block. */
export type Policy = PolicyLists & {
  block: bigint
  chainId: bigint
  /** The hash of the chain's name in orders, or its beginning. */
  nameHash: Hex
  isPaused: boolean
  /** A receiver's root; zero for none. */
  recipientRoot?: Hex
  /** A guard's depository. */
  depository?: Address
  roles: Partial<Record<RoleName, Address[]>>
}

/** The hash of a chain's name, cut to as many bytes as the contract keeps of its own. */
export function hashName(chainName: string, kept: Hex): Hex {
  return slice(keccak256(stringToHex(chainName)), 0, size(kept))
}
