import { formatUnits, zeroAddress } from 'viem'
import type { OrderData } from '../../protocol/order/types.js'
import type { ServiceProfileChain } from '../../service/profile/types.js'

/**
 * Lists an order's payments, with the chains' names in orders. Amounts are in the smallest unit. Amounts of native currencies
 * that `chains` has are in whole units.
 */
export function orderFacts(
  { solverChainId, solver, inputs, output }: OrderData,
  chains: readonly ServiceProfileChain[] = [],
): [string, string][] {
  const { chainId, payments, calls, extraData } = output
  const describe = (
    amounts: [before: string, amount: string | bigint][],
    currency: string,
    chain: string,
  ) => {
    const native = currency === zeroAddress ? chains.find(({ name }) => name === chain)?.currency : undefined
    const write = (amount: string | bigint) =>
      native ? formatUnits(BigInt(amount), native.decimals) : amount
    const text = amounts.map(([before, amount]) => `${before}${write(amount)}`).join(', ')
    return native ? `${text} ${native.symbol}` : `${text} of ${currency}`
  }
  return [
    ['solver', `${solver} on ${solverChainId}`],
    ...inputs.map(({ payment: { amount, currency, chainId: chain } }): [string, string] => [
      'deposit',
      `${describe([['', amount]], currency, chain)} on ${chain}`,
    ]),
    ...payments.map(({ recipient, currency, minimumAmount, expectedAmount }): [string, string] => {
      const amounts = describe(
        [
          ['at least ', minimumAmount],
          ['expected ', expectedAmount],
        ],
        currency,
        chainId,
      )
      return ['payment', `${amounts} to ${recipient} on ${chainId}`]
    }),
    ...calls.map((call, index): [string, string] => [`call ${index + 1}`, call]),
    ['fill contract', extraData === '0x' ? 'none' : extraData],
  ]
}
