import { type Address, type Client, erc20Abi, zeroAddress } from 'viem'
import { getBalance, readContract } from 'viem/actions'

/** Reads what lies in an inbox at the end of a block. Throws if the node does not answer: no answer is not an empty inbox. */
export async function readInboxBalance(
  client: Client,
  { token, inbox, blockNumber }: { token: Address; inbox: Address; blockNumber: bigint },
): Promise<bigint> {
  if (token === zeroAddress) return getBalance(client, { address: inbox, blockNumber })
  const contract = { abi: erc20Abi, address: token, blockNumber } as const
  return readContract(client, { ...contract, functionName: 'balanceOf', args: [inbox] })
}
