import { type Address, type Hex, keccak256, size, slice, stringToHex } from 'viem'
import type { PolicyFields } from '../config/kindConfigs.js'
import type { RoleName } from './wantedPolicy.js'

/** A contract's policy at one block. */
export type Policy = PolicyFields & {
  block: bigint
  chainId: bigint
  /** The hash of the chain's name in orders, or the first bytes of the hash. */
  nameHash: Hex
  isPaused: boolean
  roles: Partial<Record<RoleName, Address[]>>
}

/** Hashes a chain's name, and keeps as many bytes as the contract stores for the name of its own chain. */
export function hashName(chainName: string, kept: Hex): Hex {
  return slice(keccak256(stringToHex(chainName)), 0, size(kept))
}
