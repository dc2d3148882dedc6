import type { ServiceFinality, ServiceProfile } from './types.js'

/** How long the service's oracle waits on an EVM chain, by the chain's name in orders. */
export function finalityOf({ finality }: ServiceProfile, chainName: string): ServiceFinality | undefined {
  return finality?.chains?.[chainName] ?? finality
}

/** How many blocks an authorization is in before a deposit: what the profile names for the chain, else 1. */
export function confirmationsOf({ finality, chains }: ServiceProfile, chainId: number): number {
  const name = chains?.find(({ id }) => id === chainId)?.name ?? ''
  return Math.max(finality?.chains?.[name]?.blocks ?? 1, 1)
}
