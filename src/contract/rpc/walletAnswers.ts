import {
  type Account,
  type Address,
  AtomicityNotSupportedError,
  AtomicReadyWalletRejectedUpgradeError,
  BaseError,
  BundleTooLargeError,
  type Client,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  RpcError,
  UnsupportedChainIdError,
  UnsupportedNonOptionalCapabilityError,
  UnsupportedProviderMethodError,
  UserRejectedRequestError,
} from 'viem'
import { getCapabilities } from 'viem/actions'
import { inTime } from './inTime.js'

/** How long a wallet has to report its capabilities, in milliseconds. */
const patienceMs = 3_000

/** Whether a wallet reports that it makes the calls of a batch (EIP-5792) in one transaction, or is ready to. */
export async function offersBatches(
  client: Client,
  {
    account,
    chainId,
    timeoutMs = patienceMs,
    signal,
  }: {
    account?: Account | Address | undefined
    chainId: number
    timeoutMs?: number | undefined
    signal?: AbortSignal | undefined
  },
): Promise<boolean> {
  try {
    const limits = { timeoutMs: Math.min(patienceMs, timeoutMs), signal }
    const chains = await getCapabilities(inTime(client, limits), account ? { account } : {})
    // The entry of chain 0 applies to all chains.
    const offered = chains[chainId]?.atomic ?? chains[0]?.atomic
    return offered?.status === 'supported' || offered?.status === 'ready'
  } catch {
    return false // Most wallets do not know this method.
  }
}

/** Whether the user declined. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof BaseError && error.walk((cause) => cause instanceof UserRejectedRequestError) !== null
  )
}

/** Whether the wallet does not have the method. */
export function isUnknownMethod(error: unknown): boolean {
  return isAnswer(error, [MethodNotFoundRpcError, MethodNotSupportedRpcError])
}

/** Whether an error of `sendCalls` says that the wallet does not make this batch, for good or for now. It sent nothing. */
export function isUntaken(error: unknown): boolean {
  return isAnswer((error as BaseError).cause, untaken)
}

const untaken = [
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  UnsupportedProviderMethodError,
  UnsupportedNonOptionalCapabilityError,
  UnsupportedChainIdError,
  BundleTooLargeError,
  AtomicReadyWalletRejectedUpgradeError,
  AtomicityNotSupportedError,
]

/**
 * Whether the error is the wallet's own answer. A wallet may also pass on an error of its node. It may have sent the transaction
 * before its node reported that error.
 */
function isAnswer(error: unknown, kinds: readonly (new (...args: never[]) => Error)[]): boolean {
  return kinds.some((kind) => error instanceof kind) && !((error as Error).cause instanceof RpcError)
}
