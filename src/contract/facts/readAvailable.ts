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
  if (token === zeroAddress) return readBalance(place, token, payer)
  const contract = { abi: erc20Abi, address: token, blockNumber } as const
  const [balance, allowance] = await Promise.all([
    readBalance(place, token, payer),
    readContract(client, { ...contract, functionName: 'allowance', args: [payer, receiver] }).catch(() => 0n),
  ])
  return balance < allowance ? balance : allowance
}

/** Returns an account's balance of a token, or of the native currency. 0 if the token does not answer. */
export async function readBalance(
  { client, blockNumber }: { client: ReceiverClient; blockNumber: bigint },
  token: Address,
  account: Address,
): Promise<bigint> {
  if (token === zeroAddress) return getBalance(client, { address: account, blockNumber })
  const contract = { abi: erc20Abi, address: token, blockNumber } as const
  return readContract(client, { ...contract, functionName: 'balanceOf', args: [account] }).catch(() => 0n)
}
