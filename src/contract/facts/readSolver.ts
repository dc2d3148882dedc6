import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import { signedOrderReceiverAbi as abi } from '../../generated/abi/signedOrderReceiver.js'
import type { SolverWindow } from '../../rules/signer.js'
import type { ReceiverClient } from '../call.js'

/** Reads whether a policy trusts a signer at a block, and the signer's window. Receivers and guards share these views. */
export async function readSolver(
  client: ReceiverClient,
  { address, blockNumber }: { address: Address; blockNumber: bigint },
  signer: Address | null,
): Promise<SolverWindow> {
  if (signer === null) return { isActive: false, window: [0, 0] }
  const call = { address, abi, blockNumber, args: [signer] } as const
  const [isActive, window] = await Promise.all([
    readContract(client, { ...call, functionName: 'isSolverActive' }),
    readContract(client, { ...call, functionName: 'solverWindow' }),
  ])
  return { isActive, window }
}
