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

/** How long a deposit that no node shows is looked for, in milliseconds. */
export const patienceMs = 15_000

/** What the plan of a quote is refused with. */
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

/** A wallet elsewhere chooses the nonce by itself. */
export function signsHere({ walletClient }: RunningClients): boolean {
  return walletClient.account!.type === 'local'
}

/** What can be asked about a transaction of the wallet: the caller's node, and the wallet's own. */
export function nodesOf({ originClient, walletClient }: RunningClients): Client[] {
  return [originClient, inTime(walletClient, { timeoutMs: patienceMs })]
}

/** What the receiver says of the call; false where no node answers. */
export function isPaid({ destinationClient }: RunningClients, call: ReceiverCall): Promise<boolean> {
  return isCallPaid(destinationClient, call).catch(() => false)
}

export async function hasCode({ originClient, walletClient }: RunningClients): Promise<boolean> {
  return (await getCode(originClient, { address: walletClient.account!.address })) !== undefined
}

/** What the account's manager took, and nobody used, may be taken again. */
export function forgetNonce(
  { walletClient }: RunningClients,
  { request: { originChainId } }: ReceiverCall,
): void {
  const { nonceManager, address } = walletClient.account as LocalAccount
  nonceManager?.reset({ address, chainId: originChainId })
}
