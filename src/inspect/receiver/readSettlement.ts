import {
  type Address,
  type Hash,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { orUndefined } from '../../contract/rpc/orUndefined.js'
import type { KeptOrder } from '../../service/orders/keptOrder.js'
import type { ServiceFinality } from '../../service/profile/types.js'
import {
  type VerifyFillSettlementReturnType,
  verifyFillSettlement,
  verifyOutputSettlement,
} from '../../service/settlement/verifyFillSettlement.js'
import type { ShownOrder } from './readShownOrder.js'

/** What the service's oracle would decide about the fill. */
export type Settlement = Pick<VerifyFillSettlementReturnType, 'settled' | 'rows'> & { transactionHash: Hash }

export type ReadSettlementParameters = {
  client: PublicClient
  order: KeptOrder | ShownOrder
  transactionHash: Hash
  finality: ServiceFinality | undefined
  /** The service's, on this chain. */
  depository: Address | undefined
}

/** Checks a fill's transaction against the oracle's rules. Undefined where this chain has no such transaction. */
export async function readSettlement({
  client,
  order,
  transactionHash: hash,
  finality,
  depository,
}: ReadSettlementParameters): Promise<Settlement | undefined> {
  const found = await readTransaction(client, hash)
  if (!found) return undefined
  const [transaction, receipt] = found
  const [block, head] = await Promise.all([
    client.getBlock({ blockNumber: receipt.blockNumber }),
    client.getBlock(),
  ])
  const place = { transaction, receipt, block, head, finality }
  const { settled, rows } =
    'orderData' in order
      ? await verifyFillSettlement({
          orderData: order.orderData,
          orderSignature: order.orderSignature,
          depository,
          ...place,
        })
      : verifyOutputSettlement({ ...order, ...place })
  return { transactionHash: hash, settled, rows }
}

function readTransaction(client: PublicClient, hash: Hash) {
  return Promise.all([client.getTransaction({ hash }), client.getTransactionReceipt({ hash })]).catch(
    orUndefined(TransactionNotFoundError, TransactionReceiptNotFoundError),
  )
}
