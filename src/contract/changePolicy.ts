import type { Abi, ContractFunctionArgs, ContractFunctionName, Hash, SimulateContractParameters } from 'viem'
import { simulateContract } from 'viem/actions'
import type { ReceiverClient, ReceiverParameters, TransactionParameters } from './call.js'
import { isPaused } from './isPaused.js'
import type { GuardParameters } from './paymentEvidence.js'
import { send } from './send.js'
import { throwRevert } from './throwRevert.js'

/** The receiver or the guard whose policy changes. */
export type PolicyParameters = TransactionParameters & (ReceiverParameters | GuardParameters)

type Call<abi extends Abi, name extends ContractFunctionName<abi, 'nonpayable'>> = {
  abi: abi
  functionName: name
  args: ContractFunctionArgs<abi, 'nonpayable', name>
}

/** Simulates and sends a call that changes a policy. */
export async function changePolicy<
  const abi extends Abi,
  name extends ContractFunctionName<abi, 'nonpayable'>,
>(client: ReceiverClient, parameters: PolicyParameters, call: Call<abi, name>): Promise<Hash> {
  const { account = client.account } = parameters
  const address = 'guard' in parameters ? parameters.guard : parameters.receiver
  // These functions return nothing, so their simulation succeeds where no contract answers.
  await isPaused(client, { receiver: address })
  const { request } = await throwRevert(
    call.functionName,
    simulateContract(client, { ...call, address, account } as unknown as SimulateContractParameters),
  )
  return send(client, request, parameters)
}
