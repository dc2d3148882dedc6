import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { mockDepositoryAbi } from '../../generated/abi/mockDepository.js'
import { isNative } from '../chains/chain.js'
import type { Transaction } from './wallet.js'

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

export function createNativeDeposit(
  depository: Address,
  depositor: Address,
  amount: bigint,
  orderId: Hex,
): Transaction {
  const args = [depositor, orderId] as const
  const data = encodeFunctionData({ abi: mockDepositoryAbi, functionName: 'depositNative', args })
  return { to: depository, data, value: amount }
}
