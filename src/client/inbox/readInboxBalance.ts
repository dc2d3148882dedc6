import { type Address, type Client, erc20Abi, zeroAddress } from 'viem'
import { getBalance, readContract } from 'viem/actions'

/** Reads the balance of an inbox at the end of a block. Throws if the node does not answer, so that no answer looks like 0. */
export async function readInboxBalance(
  client: Client,
  { token, inbox, blockNumber }: { token: Address; inbox: Address; blockNumber: bigint },
): Promise<bigint> {
  if (token === zeroAddress) return getBalance(client, { address: inbox, blockNumber })
  const contract = { abi: erc20Abi, address: token, blockNumber } as const
  return readContract(client, { ...contract, functionName: 'balanceOf', args: [inbox] })
}
