import { readFileSync } from 'node:fs'
import { mockProfile, relayProfile } from 'fillproof'
import type { Address } from 'viem'

type Receivers = {
  profile: 'relay' | 'mock'
  /** The accounts whose signatures you trust. */
  solvers: Address[]
  /** `fromBlock` is the block in which the chain's first receiver was deployed. */
  chains: { id: number; rpcUrl: string | string[]; fromBlock: number; receivers: Address[] }[]
}

const file = process.env.RECEIVERS ?? 'receivers.json'
const { profile, ...given }: Receivers = JSON.parse(readFileSync(file, 'utf8'))

export const { solvers, chains } = given

/** The service's routers. */
export const routersOf = (chainId: number) =>
  (profile === 'mock' ? mockProfile : relayProfile).chains?.find(({ id }) => id === chainId)?.routers
