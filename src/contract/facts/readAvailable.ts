import { type Address, erc20Abi, zeroAddress } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import type { ReceiverClient } from '../call.js'

/**
 * Returns the most of a token that a payer could pay: its balance or its allowance, whichever is lower. 0 if the token
 * does not answer.
 */
export async function readAvailable(
  place: { client: ReceiverClient; receiver: Address; blockNumber: bigint },
  token: Address,
  payer: Address,
): Promise<bigint> {
  const { client, receiver, blockNumber } = place
  if (token === zeroAddress) return getBalance(client, { address: payer, blockNumber })
  const contract = { abi: erc20Abi, address: token, blockNumber } as const
  const [balance, allowance] = await Promise.all([
    readContract(client, { ...contract, functionName: 'balanceOf', args: [payer] }).catch(() => 0n),
    readContract(client, { ...contract, functionName: 'allowance', args: [payer, receiver] }).catch(() => 0n),
  ])
  return balance < allowance ? balance : allowance
}
