import type { Client, LocalAccount } from 'viem'
import { getCode } from 'viem/actions'
import { isCallPaid } from '../../contract/isCallPaid.js'
import { inTime } from '../../contract/rpc/inTime.js'
import {
  StepMismatchError,
  StepOptionError,
  SweepRouterError,
  UnknownRouterError,
  UnverifiedStepError,
} from '../../service/steps/errors.js'
import type { ReceiverCall } from './receiverCall.js'
import type { RunningClients } from './types.js'

/** How long to look for a deposit that no node shows, in milliseconds. */
export const patienceMs = 15_000

/** The errors with which planning rejects a quote. */
const planErrors = [
  StepMismatchError,
  StepOptionError,
  SweepRouterError,
  UnknownRouterError,
  UnverifiedStepError,
]

export function isPlanError(error: unknown): boolean {
  return planErrors.some((kind) => error instanceof kind)
}

/** Whether the account signs in this process. An external wallet chooses the nonce itself. */
export function signsHere({ walletClient }: RunningClients): boolean {
  return walletClient.account!.type === 'local'
}

/** The nodes that can look up the wallet's transactions: the caller's and the wallet's own. */
export function nodesOf({ originClient, walletClient }: RunningClients): Client[] {
  return [originClient, inTime(walletClient, { timeoutMs: patienceMs })]
}

/** Whether the receiver reports the call as paid; false if no node answers. */
export function isPaid({ destinationClient }: RunningClients, call: ReceiverCall): Promise<boolean> {
  return isCallPaid(destinationClient, call).catch(() => false)
}

export async function hasCode({ originClient, walletClient }: RunningClients): Promise<boolean> {
  return (await getCode(originClient, { address: walletClient.account!.address })) !== undefined
}

/** Releases a nonce that the account's manager took and no transaction used. */
export function forgetNonce(
  { walletClient }: RunningClients,
  { request: { originChainId } }: ReceiverCall,
): void {
  const { nonceManager, address } = walletClient.account as LocalAccount
  nonceManager?.reset({ address, chainId: originChainId })
}
