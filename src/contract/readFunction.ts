import type {
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionReturnType,
  ReadContractParameters,
} from 'viem'
import { readContract } from 'viem/actions'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { throwRevert } from './throwRevert.js'

type Abi = typeof abi

/** Reads a function that every receiver has. Explains a revert. */
export function readFunction<
  name extends ContractFunctionName<Abi, 'view'>,
  const args extends ContractFunctionArgs<Abi, 'view', name>,
>(
  client: ReceiverClient,
  { receiver: address, blockNumber }: ReceiverParameters & { blockNumber?: bigint | undefined },
  functionName: name,
  args: args,
) {
  const call = { abi, address, functionName, args, blockNumber } as unknown as ReadContractParameters
  return throwRevert(functionName, readContract(client, call)) as Promise<
    ContractFunctionReturnType<Abi, 'view', name, args>
  >
}
