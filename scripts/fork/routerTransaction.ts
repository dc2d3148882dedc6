import { type Address, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import type { ForkRouter } from './findContracts.js'

/** What the router's call is made of; values in wei. */
export type RouterCall = { target: Address; allowFailure: boolean; value: bigint; callData: Hex }

const abis = {
  v3: parseAbi([
    'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
    'function multicall(Call3Value[] calls, address refundTo, address nftRecipient, bytes metadata) payable',
    'function transferAndMulticall(address[] tokens, uint256[] amounts, Call3Value[] calls, address refundTo, address nftRecipient, bytes metadata) payable',
  ]),
  'v2.1': parseAbi([
    'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
    'function multicall(Call3Value[] calls, address refundTo, address nftRecipient) payable',
    'function transferAndMulticall(address[] tokens, uint256[] amounts, Call3Value[] calls, address refundTo, address nftRecipient) payable',
  ]),
}

/**
 * Makes the transaction with which the service's solver makes an order's calls. Native currency: a multicall with value,
 * whose first call sends the amount to the router itself with empty data. A token: through the approval proxy.
 */
export function routerTransaction({
  router: { address, version, approvalProxy },
  token,
  amount,
  calls,
  refundTo,
}: {
  router: ForkRouter
  token: Address
  amount: bigint
  calls: readonly RouterCall[]
  /** Gets the native currency that is left. */
  refundTo: Address
}): { to: Address; data: Hex; value: bigint } {
  if (token === zeroAddress) {
    const own = { target: address, allowFailure: false, value: amount, callData: '0x' } as const
    const args = [[own, ...calls], refundTo, zeroAddress] as const
    const data =
      version === 'v3'
        ? encodeFunctionData({ abi: abis.v3, functionName: 'multicall', args: [...args, '0x'] })
        : encodeFunctionData({ abi: abis['v2.1'], functionName: 'multicall', args })
    return { to: address, data, value: amount }
  }
  const args = [[token], [amount], calls, refundTo, zeroAddress] as const
  const data =
    version === 'v3'
      ? encodeFunctionData({ abi: abis.v3, functionName: 'transferAndMulticall', args: [...args, '0x'] })
      : encodeFunctionData({ abi: abis['v2.1'], functionName: 'transferAndMulticall', args })
  return { to: approvalProxy, data, value: 0n }
}
