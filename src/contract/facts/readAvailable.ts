import { type Address, erc20Abi, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import type { ReceiverClient } from '../call.js'
import { answerOf, findBalance, readBalance } from './readBalance.js'

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
  if (token === zeroAddress) return readBalance(place, token, payer)
  const contract = { abi: erc20Abi, address: token, blockNumber } as const
  const [balance = 0n, allowance = 0n] = await Promise.all([
    findBalance(place, token, payer),
    answerOf(readContract(client, { ...contract, functionName: 'allowance', args: [payer, receiver] })),
  ])
  return balance < allowance ? balance : allowance
}
