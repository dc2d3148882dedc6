import { type Address, erc20Abi, zeroAddress } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import type { ReceiverClient } from '../call.js'
import { isPassing } from '../rpc/faults.js'

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
  const [balance = 0n, allowance = 0n] = await Promise.all([
    readBalance(place, token, payer),
    answerOf(readContract(client, { ...contract, functionName: 'allowance', args: [payer, receiver] })),
  ])
  return balance < allowance ? balance : allowance
}

/** Returns an account's balance of a token, or of the native currency. Undefined if the token does not answer. */
export async function readBalance(
  { client, blockNumber }: { client: ReceiverClient; blockNumber: bigint },
  token: Address,
  account: Address,
): Promise<bigint | undefined> {
  if (token === zeroAddress) return getBalance(client, { address: account, blockNumber })
  const contract = { abi: erc20Abi, address: token, blockNumber } as const
  return answerOf(readContract(client, { ...contract, functionName: 'balanceOf', args: [account] }))
}

/** Returns undefined if the token does not answer. A node that does not answer is no answer of the token. */
function answerOf<answer>(asked: Promise<answer>): Promise<answer | undefined> {
  return asked.catch((error: unknown) => {
    if (isPassing(error)) throw error
    return undefined
  })
}
