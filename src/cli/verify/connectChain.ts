import { BaseError, createPublicClient, http, type PublicClient } from 'viem'
import { UnreachableError } from '../errors.js'
import { printable } from '../output.js'

export function connectChain(rpcUrl: string): PublicClient {
  return createPublicClient({ transport: http(rpcUrl, { retryCount: 1, timeout: 15_000 }) })
}

/** What went wrong, without the URL's path, which may hold a key. */
export function toUnreachable(error: BaseError, rpcUrl: string): UnreachableError {
  return new UnreachableError(
    `The chain at ${new URL(rpcUrl).origin} could not be read: ${reasonOf(error)}`,
    {
      metaMessages: ['Check --rpc-url and the network.'],
    },
  )
}

/** viem's long messages hold the whole URL, which may hold a key. */
export function reasonOf(error: BaseError): string {
  const root = error.walk((cause) => cause instanceof BaseError && !(cause.cause instanceof BaseError))
  return root instanceof BaseError
    ? printable(root.shortMessage.replace(/https?:\/\/\S+/g, '[url]'))
    : error.name
}
