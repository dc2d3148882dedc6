import type { ServiceFinality, ServiceProfile } from './types.js'

/** How long the service's oracle waits on an EVM chain, by the chain's name in orders. */
export function finalityOf({ finality }: ServiceProfile, chainName: string): ServiceFinality | undefined {
  return finality?.chains?.[chainName] ?? finality
}
