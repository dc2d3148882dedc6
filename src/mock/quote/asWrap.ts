import { type Address, encodeFunctionData, parseAbi } from 'viem'
import { isNative, isWrapOf } from '../chains/chain.js'
import type { CheckedQuoteRequest } from './checkedQuoteRequest.js'

export const wrapperAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

/** Returns the contract that converts native currency 1:1. */
export function wrapperOf({ input, output }: Pick<CheckedQuoteRequest, 'input' | 'output'>): Address {
  return isNative(input.address) ? output.address : input.address
}

/**
 * Turns a swap between a native currency and its wrapper into the wrapper's own conversion.
 *
 * The wrapper credits its caller, so the user must be the recipient. A token with a wrapper's symbol that is not a
 * wrapper is swapped.
 */
export async function asWrap(request: CheckedQuoteRequest): Promise<CheckedQuoteRequest> {
  const { payment, input, output, recipient, user, origin } = request
  if (payment !== 'swap' || recipient !== user || !isWrapOf(input, output)) return request
  const to = wrapperOf(request)
  const data = encodeFunctionData({ abi: wrapperAbi, functionName: 'deposit' })
  const isWrapper = await origin.chain!.client.call({ to, data, account: user }).then(
    () => true,
    () => false,
  )
  return isWrapper ? { ...request, payment: 'wrap' } : request
}
