import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { isNative } from '../chains/chain.js'
import type { Transaction, Wallet } from './wallet.js'

/** A payment of native currency or of a token. Units: smallest unit. */
export function createTransfer(currency: Address, to: Address, amount: bigint): Transaction {
  if (isNative(currency)) return { to, value: amount }
  return {
    to: currency,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  }
}

export function createApproval(token: Address, spender: Address, amount: bigint): Transaction {
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  }
}

export function readTokenBalance({ chain }: Wallet, token: Address, holder: Address): Promise<bigint> {
  return chain.client.readContract({
    abi: erc20Abi,
    address: token,
    functionName: 'balanceOf',
    args: [holder],
  })
}
