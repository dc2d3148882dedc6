import type { Chain } from '../chains/chain.js'
import type { ObservedPayment } from './observedPayments.js'
import { chainOf, hashOf } from './queue.js'
import type { SolverState } from './state.js'

/** After blocks went away, drops what was read in them and is not answered yet. The same blocks are read again. */
export async function dropGonePayments(state: SolverState, { id, client }: Chain): Promise<void> {
  const { queue, heads } = state
  for (const payment of [...queue]) {
    if (chainOf(state, payment) !== id) continue
    const receipt = await client.getTransactionReceipt({ hash: hashOf(payment) }).catch(() => undefined)
    const isKept = receipt && receipt.blockNumber <= heads.last(id).number
    if (!isKept) queue.splice(queue.indexOf(payment), 1)
  }
}

/** Payments that were answered before their blocks are read again. */
export function withoutAnswered({ ledger }: SolverState, payments: ObservedPayment[]): ObservedPayment[] {
  const answered = new Set(
    ledger
      .list()
      .flatMap(({ inTxHashes, depositAddressPayment, details }) => [
        ...inTxHashes,
        ...(depositAddressPayment ? [depositAddressPayment.txHash] : []),
        ...(details?.doubleSpends ?? []).map(({ inTxHash }) => inTxHash),
      ]),
  )
  return payments.filter((payment) => !answered.has(hashOf(payment)))
}
