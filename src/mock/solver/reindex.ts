import type { Address } from 'viem'
import { isSame } from '../../service/settlement/isSame.js'
import type { RequestRecord } from '../ledger.js'
import { startJob } from './queue.js'
import type { SolverState } from './state.js'

/** Sweeps what lies at a deposit address and was not observed. Returns the amount in its smallest unit. */
export async function reindex(
  state: SolverState,
  record: RequestRecord,
  chainId: number,
  currency: Address,
): Promise<bigint> {
  const { sweeper, queue, wallets } = state
  const wallet = wallets.get(chainId)!
  const address = record.terms.depositAddress!
  const isObserved = queue.some(
    (payment) => payment.kind === 'addressDeposit' && isSame(payment.address, address),
  )
  if (isObserved || sweeper.isSweeping(address)) return 0n
  const amount = await sweeper.readBalance(wallet.chain, address, currency)
  if (amount <= 0n) return 0n
  const deposit = { chainId, from: record.terms.user, currency, amount }
  await startJob(state, record.id, () => sweeper.sweep(record, deposit, wallet))
  return amount
}
