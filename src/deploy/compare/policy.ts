import { type Address, type Hex, keccak256, size, slice, stringToHex } from 'viem'
import type { PolicyLists } from '../config/kindConfigs.js'
import type { RoleName } from './wantedPolicy.js'

/** A contract's policy at one block. */
export type Policy = PolicyLists & {
  block: bigint
  chainId: bigint
  /** The hash of the chain's name in orders, or the first bytes of the hash. */
  nameHash: Hex
  isPaused: boolean
  /** A receiver's root, or zero if it has no root. */
  recipientRoot?: Hex
  /** A guard's depository. */
  depository?: Address
  roles: Partial<Record<RoleName, Address[]>>
}

/** Hashes a chain's name, and keeps as many bytes as the contract stores for the name of its own chain. */
export function hashName(chainName: string, kept: Hex): Hex {
  return slice(keccak256(stringToHex(chainName)), 0, size(kept))
}
