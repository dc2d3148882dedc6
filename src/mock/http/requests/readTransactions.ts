import type { TransactionRecord } from '../../../service/resources/requestRecord.js'
import type { RequestRecord } from '../../ledger.js'
import { refundHashesOf } from '../../record.js'
import type { ReadTransaction } from './createTransactionReader.js'

export type RequestTransactions = { inTxs: TransactionRecord[]; outTxs: TransactionRecord[] }

/** The payments in, and out: fills first, then refunds, which are on the origin chain. */
export async function readTransactions(
  record: RequestRecord,
  read: ReadTransaction,
): Promise<RequestTransactions> {
  const { originChainId, destinationChainId } = record.terms
  const [inTxs, fills, refunds] = await Promise.all([
    Promise.all(record.inTxHashes.map((hash) => read(hash, originChainId))),
    Promise.all(record.txHashes.map((hash) => read(hash, destinationChainId))),
    Promise.all(refundHashesOf(record).map((hash) => read(hash, originChainId))),
  ])
  return { inTxs, outTxs: [...fills, ...refunds] }
}
