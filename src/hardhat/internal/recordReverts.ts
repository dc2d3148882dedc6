import type { EthereumProvider } from 'hardhat/types/providers'
import { readRevert } from '../../mock/solver/readRevert.js'

export type Reverts = ReturnType<typeof recordReverts>

/** Wraps a provider and keeps its last revert with data. The service's answers lack the stack trace of that revert. */
export function recordReverts(provider: EthereumProvider) {
  let last: Error | undefined
  return {
    provider: {
      async request(call: Parameters<EthereumProvider['request']>[0]): Promise<unknown> {
        try {
          return await provider.request(call)
        } catch (error) {
          if (error instanceof Error && readRevert(error).data !== '0x') last = error
          throw error
        }
      },
    },
    /** Forgets what was recorded. */
    clear(): void {
      last = undefined
    },
    last: (): Error | undefined => last,
  }
}

/** Returns the Solidity lines of a stack trace, including those of the causes that viem wraps. */
export function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at .*\.sol\b/.test(line))
  return frames.length > 0 ? frames : framesOf(error.cause)
}
