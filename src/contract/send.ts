import type { Account, Address, Hash, WriteContractParameters } from 'viem'
import { writeContract } from 'viem/actions'
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
