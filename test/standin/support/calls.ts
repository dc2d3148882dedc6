// The contracts' functions, and the transactions that both users and the solver make of them.
import { concat, encodeFunctionData, type Hex, parseAbi, toHex, zeroAddress } from 'viem'
import type { Chain } from './chains.js'
import type { Answer } from './world.js'

export const abi = parseAbi([
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'struct Permitted { address token; uint256 amount; }',
  'struct PermitBatch { Permitted[] permitted; uint256 nonce; uint256 deadline; }',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function depositNative(address depositor, bytes32 id) payable',
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
  'function multicall(Call3Value[] calls, address refundTo, address nftRecipient, bytes metadata) payable',
  'function transferAndMulticall(address[] tokens, uint256[] amounts, Call3Value[] calls, address refundTo, address nftRecipient, bytes metadata) payable',
  'function permit2TransferAndMulticall(address user, PermitBatch permit, Call3Value[] calls, address refundTo, address nftRecipient, bytes metadata, bytes signature) payable',
  'event RelayNativeDeposit(address from, uint256 amount, bytes32 id)',
  'event RelayErc20Deposit(address from, address token, uint256 amount, bytes32 id)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

export type Step = NonNullable<Answer<'/quote/v2', 'post'>['steps']>[number]
export type MakeStep = (name: Step['id'], kind: string, data: unknown, isChecked?: boolean) => Step

export const callOf = (target: Hex, callData: Hex, value = 0n) => ({
  target,
  allowFailure: false,
  value,
  callData,
})

/** Makes the call of the router, through its proxy where it takes the caller's tokens. */
export function routerCall(
  chain: Chain,
  {
    token,
    amount,
    calls,
    refundTo,
  }: { token: Hex; amount: bigint; calls: ReturnType<typeof callOf>[]; refundTo: Hex },
) {
  if (token === zeroAddress) {
    const args = [calls, refundTo, zeroAddress, '0x'] as const
    return {
      to: chain.router,
      data: encodeFunctionData({ abi, functionName: 'multicall', args }),
      value: amount,
    }
  }
  const args = [[token], [amount], calls, refundTo, zeroAddress, '0x'] as const
  return {
    to: chain.proxy,
    data: encodeFunctionData({ abi, functionName: 'transferAndMulticall', args }),
    value: 0n,
  }
}

/** A transfer of native currency or of a token, with `suffix` behind it. */
export function transferOf(currency: Hex, to: Hex, amount: bigint, suffix: Hex = '0x') {
  if (currency === zeroAddress) return { to, data: suffix, value: amount }
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })
  return { to: currency, data: concat([data, suffix]), value: 0n }
}

/** An id that nobody can guess. */
export const randomWord = (): Hex => toHex(crypto.getRandomValues(new Uint8Array(32)))
