import type { Account, Address, Hash, WriteContractParameters } from 'viem'
import { writeContract } from 'viem/actions'
import type { ReceiverClient, TransactionParameters } from './call.js'
import { throwRevert } from './throwRevert.js'

/** Sends a simulated request, so a payment to an address without a receiver is never sent. */
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
