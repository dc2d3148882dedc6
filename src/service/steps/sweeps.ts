import { type Address, encodeFunctionData, parseAbi, toFunctionSelector, zeroAddress } from 'viem'
import { toBytes } from '../../base/values.js'
import type { RouterCapabilities } from '../profile/types.js'
import type { StepRequest } from './types.js'

type Form = RouterCapabilities['form']

/** The router functions that send away the router's tokens and native currency. */
export const sweepAbis = {
  metadata: parseAbi([
    'function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts, bytes metadata)',
    'function cleanupNative(uint256 amount, address recipient, bytes metadata)',
  ]),
  plain: parseAbi([
    'function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts)',
    'function cleanupNative(uint256 amount, address recipient)',
  ]),
} satisfies Record<Form, unknown>

const selectors = Object.values(sweepAbis).flat().map(toFunctionSelector)

/** Encodes the call that sends a router's remaining balance of a token. */
export function encodeSweep(form: Form, token: Address, to: Address) {
  const functionName = 'cleanupErc20s'
  return form === 'metadata'
    ? encodeFunctionData({ abi: sweepAbis.metadata, functionName, args: [[token], [to], [0n], '0x'] })
    : encodeFunctionData({ abi: sweepAbis.plain, functionName, args: [[token], [to], [0n]] })
}

/** A call of a request that sends a router's remaining balance. */
export type Sweep = {
  /** The place in the request, such as `request.txs[4].to`. */
  path: string
  router: Address
}

/** Finds the sweeps among the calls of a request. */
export function readSweeps({ txs = [] }: StepRequest): Sweep[] {
  return txs.flatMap(({ to, data }, index) => {
    const isSweep = selectors.some((selector) => data.toLowerCase().startsWith(selector))
    return isSweep ? [{ path: `request.txs[${index}].to`, router: toBytes(to, [20]) ?? zeroAddress }] : []
  })
}
