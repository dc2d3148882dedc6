import { type Address, BaseError, type Hash, type Hex, type PublicClient } from 'viem'
import { toBytes } from '../../base/values.js'
import type { OrderData } from '../../protocol/order/types.js'
import { addAssumption } from '../../rules/settled/assumptions.js'
import type { SettlementDeposit } from '../../rules/settled/types.js'
import {
  type VerifyFillSettlementReturnType,
  verifyFillSettlement,
  verifyOutputSettlement,
} from '../../rules/settled/verifyFillSettlement.js'
import type { KeptOrder } from '../../service/orders/keptOrder.js'
import { finalityOf } from '../../service/profile/finalityOf.js'
import type { ServiceFinality, ServiceProfile, ServiceProfileRouter } from '../../service/profile/types.js'
import { readMined, type ShownOrder } from './readFill.js'

/** The decision about a fill that the service's oracle is expected to make, by the oracle's rules. */
export type Settlement = Pick<VerifyFillSettlementReturnType, 'settled' | 'rows'> & { transactionHash: Hash }

export type ReadSettlementParameters = {
  client: PublicClient
  order: KeptOrder | ShownOrder
  transactionHash: Hash
  finality: ServiceFinality | undefined
  /** The service's depository on this chain. */
  depository: Address | undefined
  /** The service's routers on this chain. */
  routers: readonly ServiceProfileRouter[] | undefined
  receiver: Address
  /** The deposits that a node of the origin chain returned. Empty without such a node. */
  deposits: readonly SettlementDeposit[]
}

/** Checks a fill's transaction against the oracle's rules; undefined if the chain has no such transaction. */
export async function readSettlement({
  client,
  order,
  transactionHash: hash,
  finality,
  depository,
  routers,
  receiver,
  deposits,
}: ReadSettlementParameters): Promise<Settlement | undefined> {
  const found = await readTransaction(client, hash)
  if (!found) return undefined
  const place = { ...found, finality }
  const { settled, rows } =
    'orderData' in order
      ? await verifyFillSettlement({
          orderData: order.orderData,
          evmChains: order.evmChains,
          orderSignature: order.orderSignature,
          depository,
          ...(deposits.length > 0 && { deposits }),
          ...place,
        })
      : verifyOutputSettlement({ ...order, ...place })
  const { extraData } = 'orderData' in order ? order.orderData.output : order.output
  return {
    transactionHash: hash,
    settled,
    rows: addAssumption(rows, { extraData: extraData as Hex, routers, receiver }),
  }
}

const mostDeposits = 5

/**
 * Reads the deposits that the service names from the origin chain. Returns none if the node does not answer.
 *
 * - Trust: the service names the transactions. The caller checks that they pay the order.
 */
export async function readDeposits(
  client: PublicClient,
  { inputs }: OrderData,
  hashes: readonly string[],
  profile: ServiceProfile,
): Promise<SettlementDeposit[]> {
  try {
    const chainId = await client.getChainId()
    const chain = profile.chains?.find(({ id }) => id === chainId)
    const { depository } = chain ?? {}
    if (!chain || !depository) return []
    const known = hashes.slice(0, mostDeposits).flatMap((hash) => toBytes(hash, [32]) ?? [])
    const read = await Promise.all(known.map((hash) => readTransaction(client, hash)))
    const places = read.filter((place) => place !== undefined)
    const finality = finalityOf(profile, chain.name)
    return inputs.flatMap(({ payment }, inputIndex) => {
      const place = places[inputIndex] ?? places[0]
      return payment.chainId === chain.name && place ? [{ ...place, inputIndex, depository, finality }] : []
    })
  } catch (error) {
    if (error instanceof BaseError) return []
    throw error
  }
}

async function readTransaction(client: PublicClient, hash: Hash) {
  const found = await readMined(client, hash)
  if (!found) return undefined
  const [transaction, receipt] = found
  const [block, head] = await Promise.all([
    client.getBlock({ blockNumber: receipt.blockNumber }),
    client.getBlock(),
  ])
  return { transaction, receipt, block, head }
}
