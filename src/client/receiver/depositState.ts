import type { Client, LocalAccount } from 'viem'
import { getCode } from 'viem/actions'
import { inTime } from '../../contract/rpc/inTime.js'
import {
  StepMismatchError,
  StepOptionError,
  SweepRouterError,
  UnknownRouterError,
  UnverifiedStepError,
} from '../../service/steps/errors.js'
import type { DepositRecord } from './stepDeposit.js'
import type { DepositClients } from './types.js'

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
export function signsHere({ walletClient }: DepositClients): boolean {
  return walletClient.account!.type === 'local'
}

/** The nodes that can look up the wallet's transactions: the caller's and the wallet's own. */
export function nodesOf({ originClient, walletClient }: DepositClients): Client[] {
  return [originClient, inTime(walletClient, { timeoutMs: patienceMs })]
}

export async function hasCode({ originClient, walletClient }: DepositClients): Promise<boolean> {
  return (await getCode(originClient, { address: walletClient.account!.address })) !== undefined
}

/** Releases a nonce that the account's manager took and no transaction used. */
export function forgetNonce(
  { walletClient }: DepositClients,
  { request: { originChainId } }: DepositRecord,
): void {
  const { nonceManager, address } = walletClient.account as LocalAccount
  nonceManager?.reset({ address, chainId: originChainId })
}
