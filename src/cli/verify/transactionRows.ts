import type { LoneTransaction } from '../../inspect/receiver/inspectTransaction.js'
import type { Row } from '../../inspect/rows/row.js'

/** Makes rows of a transaction, as its chain tells. Amounts are in the smallest unit. */
export function transactionRows({ transaction }: LoneTransaction): Row[] {
  const { transactionHash, block, status, lastWord, accepted, returned } = transaction
  return [
    { name: 'transaction', text: transactionHash },
    { name: 'block', text: `${block}, ${status}` },
    { name: 'last word', text: lastWord ?? 'none' },
    ...accepted.flatMap(({ id, payer, recipient, solver, token, amount }): Row[] => [
      { name: 'accepted', result: 'passed', text: `${amount} of ${token}` },
      { name: 'paid as', text: id },
      { name: 'payer', text: payer },
      { name: 'paid to', text: recipient },
      { name: 'solver', text: solver },
    ]),
    ...returned.flatMap(({ callHash, payer, refundTo, token, amount }): Row[] => [
      { name: 'returned', result: 'failed', text: `${amount} of ${token}` },
      { name: 'returned as', text: callHash },
      { name: 'payer', text: payer },
      { name: 'returned to', text: refundTo },
    ]),
    ...(accepted.length + returned.length === 0
      ? [
          {
            name: 'accepted',
            result: 'failed' as const,
            text: 'the receiver neither took nor returned a payment',
          },
        ]
      : []),
  ]
}
