import type { SimulateContractReturnType } from 'viem'
import { simulateContract } from 'viem/actions'
import { inboxReceiverAbi } from '../../generated/abi/inboxReceiver.js'
import type { CallerParameters, ReceiverClient, ReceiverParameters } from '../call.js'
import { encodeClaim, type InboxEvidence } from '../evidence.js'
import { isPaused } from '../isPaused.js'
import { readOptions } from '../readOptions.js'
import { throwRevert } from '../throwRevert.js'

export type SimulateClaimParameters = ReceiverParameters & InboxEvidence & CallerParameters

/** `result` is the amount that the claim would credit, in the smallest unit; `request` is for viem's `writeContract`. */
export type SimulateClaimReturnType = SimulateContractReturnType<typeof inboxReceiverAbi, 'claim'>

/** Simulates a claim. Throws as `claim`. */
export async function simulateClaim(
  client: ReceiverClient,
  parameters: SimulateClaimParameters,
): Promise<SimulateClaimReturnType> {
  const { receiver, account = client.account } = readOptions(parameters, 'receiver', 'inboxTerms')
  const args = encodeClaim(parameters, receiver)
  await isPaused(client, { receiver })
  const simulated = simulateContract(client, {
    ...{ abi: inboxReceiverAbi, address: receiver, functionName: 'claim', args, account },
  } as const)
  return (await throwRevert('claim', simulated)) as unknown as SimulateClaimReturnType
}
