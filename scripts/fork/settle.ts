import type { Address, Hash, Hex } from 'viem'
import { type OrderData, verifyFillSettlement } from '../../src/index.js'
import type { ForkNode } from './connect.js'

/** Checks a fill and its deposit against the rules of the service's oracle, without waiting for finality. */
export async function settle({
  client,
  depository,
  orderData,
  orderSignature,
  depositHash,
  fillHash,
}: {
  client: ForkNode['client']
  depository: Address
  orderData: OrderData
  orderSignature: Hex
  depositHash: Hash
  fillHash: Hash
}) {
  const head = await client.getBlock()
  const place = async (hash: Hash) => {
    const receipt = await client.getTransactionReceipt({ hash })
    return {
      transaction: await client.getTransaction({ hash }),
      receipt,
      block: await client.getBlock({ blockHash: receipt.blockHash }),
      head,
      finality: { blocks: 0, seconds: 0 },
    }
  }
  const deposits = [{ inputIndex: 0, depository, ...(await place(depositHash)) }]
  return verifyFillSettlement({ orderData, orderSignature, deposits, ...(await place(fillHash)) })
}
