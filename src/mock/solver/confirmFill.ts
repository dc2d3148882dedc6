import type { Hash } from 'viem'
import { withEvmChains } from '../../protocol/order/withEvmChains.js'
import { verifyFillSettlement } from '../../service/settlement/verifyFillSettlement.js'
import type { Clock } from '../clock.js'
import type { RequestRecord } from '../ledger.js'
import type { Finality } from './context.js'
import type { Deposit } from './deposits.js'
import type { SolverState } from './state.js'
import { SubmitError } from './submit.js'
import type { Wallet } from './wallet.js'

/**
 * Waits until a fill is final, and checks by the rules of the service's oracle that it counts.
 *
 * - Rule: payments on the venue or by a permit leave no deposit in a depository, so only the fill is checked.
 *
 * @throws {@link SubmitError} when it does not count: the order is not filled then, whatever was delivered.
 */
export async function confirmFill(
  { wallets, finality, clock }: SolverState,
  { terms }: RequestRecord,
  deposit: Deposit,
  txHash: Hash,
): Promise<void> {
  const { orderSignature, payment } = terms
  const origin = payment === 'permit' ? undefined : wallets.get(terms.originChainId)
  const deposits = origin && [
    {
      inputIndex: 0,
      depository: origin.chain.contracts.depository,
      ...(await readPlace(origin, deposit.txHash, finality, clock)),
    },
  ]
  const destination = wallets.get(terms.destinationChainId)!
  // A snapshot of the mock's state does not keep which chains were named.
  const chains = [wallets.get(terms.originChainId), destination].flatMap((wallet) => wallet?.chain.name ?? [])
  const orderData = withEvmChains(terms.orderData, chains)
  const place = await readPlace(destination, txHash, finality, clock)
  const { settled, rows } = await verifyFillSettlement({ orderData, orderSignature, deposits, ...place })
  if (settled || (settled === null && !deposits)) return
  const failed = rows.filter(({ ok }) => ok === false)
  throw new SubmitError(
    failed.some(({ name }) => name === 'minimumAmounts') ? 'TOO_LITTLE_RECEIVED' : 'UNKNOWN',
    {
      data: '0x',
      message: `The fill does not count: ${failed.map(({ name, message }) => `${name}: ${message}`).join(' ')}`,
    },
  )
}

async function readPlace(wallet: Wallet, hash: Hash, finality: Finality, clock: Clock) {
  const { client } = wallet.chain
  await wallet.waitForFinality(hash, finality)
  const [transaction, receipt, head] = await Promise.all([
    client.getTransaction({ hash }),
    client.getTransactionReceipt({ hash }),
    client.getBlock(),
  ])
  const block = await client.getBlock({ blockNumber: receipt.blockNumber })
  const toPlace = ({ number, timestamp }: typeof block) => ({ number, timestamp: clock.ofBlock(timestamp) })
  return {
    transaction,
    receipt,
    block: toPlace(block),
    head: toPlace(head),
    // `waitForFinality` measured the chain's own time, which the caller's clock does not follow.
    finality: { ...finality, seconds: 0 },
  }
}
