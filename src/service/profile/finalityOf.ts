import type { ServiceFinality, ServiceProfile } from './types.js'

/** Returns the oracle's finality on an EVM chain, by the chain's name in orders. */
export function finalityOf({ finality }: ServiceProfile, chainName: string): ServiceFinality | undefined {
  return finality?.chains?.[chainName] ?? finality
}

/**
 * Returns the number of blocks that an authorization waits for before a deposit: the profile's number for this chain, or 1 if the
 * profile names none.
 */
export function confirmationsOf({ finality, chains }: ServiceProfile, chainId: number): number {
  const name = chains?.find(({ id }) => id === chainId)?.name ?? ''
  return Math.max(finality?.chains?.[name]?.blocks ?? 1, 1)
}
