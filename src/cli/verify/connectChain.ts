import { type BaseError, createPublicClient, http, type PublicClient } from 'viem'
import { describeFault } from '../../contract/rpc/faults.js'
import { UnreachableError } from '../errors.js'

export function connectChain(rpcUrl: string): PublicClient {
  return createPublicClient({ transport: http(rpcUrl, { retryCount: 1, timeout: 15_000 }) })
}

/** The message leaves out the URL's path, which may hold a key. */
export function toUnreachable(error: BaseError, rpcUrl: string): UnreachableError {
  return new UnreachableError(
    `The chain at ${new URL(rpcUrl).origin} could not be read: ${describeFault(error)}`,
    { metaMessages: ['Check --rpc-url and the network.'] },
  )
}
