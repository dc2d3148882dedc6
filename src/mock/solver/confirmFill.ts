import type { Hash } from 'viem'
import { verifyFillSettlement } from '../../service/settlement/verifyFillSettlement.js'
import type { Clock } from '../clock.js'
import type { RequestRecord } from '../ledger.js'
import type { Finality } from './context.js'
import type { Deposit } from './deposits.js'
import { SubmitError } from './submit.js'
import type { Wallet } from './wallet.js'

export type ConfirmFillParameters = {
  record: RequestRecord
  /** What paid the order. */
  deposit: Deposit
  /** Of the chain of the deposit; undefined for the venue. */
  origin: Wallet | undefined
  destination: Wallet
  txHash: Hash
  finality: Finality
  clock: Clock
}

/**
 * Waits until a fill is final, and asks the rules of the service's oracle whether it counts.
 *
 * - Rule: a payment that is no deposit in the depository, on the venue or by a permit, is not asked about.
 *
 * @throws {@link SubmitError} when it does not count: the order is not filled then, whatever was delivered.
 */
export async function confirmFill({
  record: { terms },
  deposit,
  origin,
  destination,
  txHash,
  finality,
  clock,
}: ConfirmFillParameters): Promise<void> {
  const { orderData, orderSignature, payment } = terms
  const depositor = payment === 'permit' ? undefined : origin
  const deposits = depositor && [
    {
      inputIndex: 0,
      depository: depositor.chain.contracts.depository,
      ...(await readPlace(depositor, deposit.txHash, finality, clock)),
    },
  ]
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
    // The wait was by the chain's own time, which a clock of the caller's own does not follow.
    finality: { ...finality, seconds: 0 },
  }
}
