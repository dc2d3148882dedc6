import { type Address, type Client, erc20Abi, zeroAddress } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { isPassing } from '../rpc/faults.js'

type Place = { client: Client; blockNumber: bigint }

/** Reads an account's balance of a token, or of the native currency, at a block. Throws viem's error if there is no answer. */
export async function readBalance(
  { client, blockNumber }: Place,
  token: Address,
  account: Address,
): Promise<bigint> {
  if (token === zeroAddress) return getBalance(client, { address: account, blockNumber })
  const contract = { abi: erc20Abi, address: token, blockNumber } as const
  return readContract(client, { ...contract, functionName: 'balanceOf', args: [account] })
}

/** Reads a balance as {@link readBalance} does. Undefined if the token does not answer; throws if the node does not. */
export function findBalance(place: Place, token: Address, account: Address): Promise<bigint | undefined> {
  const balance = readBalance(place, token, account)
  return token === zeroAddress ? balance : answerOf(balance)
}

/** Returns undefined if the token does not answer. A node that does not answer is no answer of the token. */
export function answerOf<answer>(asked: Promise<answer>): Promise<answer | undefined> {
  return asked.catch((error: unknown) => {
    if (isPassing(error)) throw error
    return undefined
  })
}
