import { encodeAbiParameters, encodeFunctionData, getAbiItem, type Hex, keccak256 } from 'viem'
import { mockExchangeAbi } from '../../generated/abi/mockExchange.js'
import { isNative } from '../chains/chain.js'
import type { StepTerms } from './steps.js'

const [swapTuple] = getAbiItem({ abi: mockExchangeAbi, name: 'hashSwap' }).inputs
const signed = [{ type: 'uint256' }, { type: 'address' }, swapTuple] as const

/** A swap on one chain at the quote's amounts, which the solver signs until the order ends. */
export async function buildSwap(
  parameters: StepTerms,
): Promise<{ to: Hex; data: Hex; value: bigint; spender?: Hex }> {
  const { request, trade, orderId, swapSigner, deadline } = parameters
  const { input, output, origin, recipient } = request
  const { exchange } = origin.chain!.contracts
  const order = {
    tokenIn: input.address,
    amountIn: trade.inputAmount,
    tokenOut: output.address,
    amountOut: trade.expectedAmount,
    recipient,
    deadline: BigInt(deadline),
    id: orderId,
  }
  const hash = keccak256(encodeAbiParameters(signed, [BigInt(origin.id), exchange, order]))
  const signature = await swapSigner.signMessage({ message: { raw: hash } })
  const data = encodeFunctionData({ abi: mockExchangeAbi, functionName: 'swap', args: [order, signature] })
  if (isNative(input.address)) return { to: exchange, data, value: trade.inputAmount }
  return { to: exchange, data, value: 0n, spender: exchange }
}
