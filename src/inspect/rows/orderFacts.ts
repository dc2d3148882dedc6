import type { OrderData } from '../../protocol/order/types.js'

/** Lists what an order pays: amounts in the smallest unit, chains by their names in orders. */
export function orderFacts({ solverChainId, solver, inputs, output }: OrderData): [string, string][] {
  const { chainId, payments, calls, extraData } = output
  return [
    ['solver', `${solver} on ${solverChainId}`],
    ...inputs.map(({ payment }): [string, string] => [
      'deposit',
      `${payment.amount} of ${payment.currency} on ${payment.chainId}`,
    ]),
    ...payments.map(({ recipient, currency, minimumAmount, expectedAmount }): [string, string] => [
      'payment',
      `at least ${minimumAmount}, expected ${expectedAmount}, of ${currency} to ${recipient} on ${chainId}`,
    ]),
    ...calls.map((call, index): [string, string] => [`call ${index + 1}`, call]),
    ['fill contract', extraData === '0x' ? 'none' : extraData],
  ]
}
