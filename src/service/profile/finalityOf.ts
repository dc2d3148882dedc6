import type { ServiceFinality, ServiceProfile } from './types.js'

/** Returns the oracle's finality on an EVM chain, by the chain's name in orders. */
export function finalityOf({ finality }: ServiceProfile, chainName: string): ServiceFinality | undefined {
  return finality?.chains?.[chainName] ?? finality
}

/** Returns the blocks that an authorization needs before a deposit: the profile's for the chain, else 1. */
export function confirmationsOf({ finality, chains }: ServiceProfile, chainId: number): number {
  const name = chains?.find(({ id }) => id === chainId)?.name ?? ''
  return Math.max(finality?.chains?.[name]?.blocks ?? 1, 1)
}
