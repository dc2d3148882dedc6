import type {
  Abi,
  Account,
  Address,
  ContractFunctionArgs,
  ContractFunctionName,
  Hash,
  SimulateContractParameters,
  WriteContractParameters,
} from 'viem'
import { simulateContract, writeContract } from 'viem/actions'
import type { ReceiverClient, TransactionParameters } from './call.js'
import { throwRevert } from './throwRevert.js'

/** Sends a request that was simulated before. Explains a revert. */
export async function send(
  client: ReceiverClient,
  request: { functionName: string; account?: Account | Address | null | undefined },
  { gas, nonce, maxFeePerGas, maxPriorityFeePerGas }: TransactionParameters,
): Promise<Hash> {
  const transaction = {
    ...request,
    gas,
    nonce,
    maxFeePerGas,
    maxPriorityFeePerGas,
    chain: client.chain ?? null,
  }
  return throwRevert(
    request.functionName,
    writeContract(client, transaction as unknown as WriteContractParameters),
  )
}

type Sent = 'nonpayable' | 'payable'

type Call<abi extends Abi, name extends ContractFunctionName<abi, Sent>> = {
  abi: abi
  address: Address
  functionName: name
  args: ContractFunctionArgs<abi, Sent, name>
  value?: bigint
}

/** Simulates a call, then sends it. Explains a revert. */
export async function simulateAndSend<const abi extends Abi, name extends ContractFunctionName<abi, Sent>>(
  client: ReceiverClient,
  call: Call<abi, name>,
  parameters: TransactionParameters,
): Promise<Hash> {
  const { account = client.account } = parameters
  const simulated = { ...call, account } as unknown as SimulateContractParameters
  const { request } = await throwRevert(call.functionName, simulateContract(client, simulated))
  return send(client, request, parameters)
}
