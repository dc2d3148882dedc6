import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  numberToHex,
  type StateOverride,
  zeroAddress,
} from 'viem'
import { mockRouterAbi } from '../../abi/mockRouter.js'
import type { OrderCall } from '../../order/encodeOrderCall.js'
import type { Chain } from '../chains/chain.js'
import type { Transaction } from './wallet.js'

/** The router's transaction that runs an order's calls. Native currency that is left goes to the user. */
export function createMulticall(router: Address, calls: readonly OrderCall[], user: Address): Transaction {
  return {
    to: router,
    data: encodeFunctionData({
      abi: mockRouterAbi,
      functionName: 'multicall',
      args: [
        calls.map(({ to, value, data }) => ({ target: to, allowFailure: false, value, callData: data })),
        user,
        zeroAddress,
      ],
    }),
  }
}

/** The state as it will be when `added` has arrived. The mock's tokens keep balances in a mapping in slot 0. */
export async function overrideBalance(
  { client }: Chain,
  token: Address,
  holder: Address,
  added: bigint,
): Promise<StateOverride> {
  const slot: Hex = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, 0n]))
  const held = await client.readContract({
    abi: erc20Abi,
    address: token,
    functionName: 'balanceOf',
    args: [holder],
  })
  return [{ address: token, stateDiff: [{ slot, value: numberToHex(held + added, { size: 32 }) }] }]
}
