import { type Address, encodeEventTopics, type Hex, isAddressEqual, type Log, parseEventLogs } from 'viem'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { endsWithId, type ReadFill, type Returned } from './readFill.js'
import { readTopics, type SearchParameters, searchBack } from './searchBack.js'

export type FindReturnedParameters = Omit<SearchParameters, 'pageSize' | 'maxPages'> & {
  receiver: Address
  orderId: Hex
  /** The hashes of the order's calls that pay this receiver. */
  callHashes: readonly Hex[]
  /** The order's fill, as the service reports it. */
  statedFill: ReadFill | undefined
}

const eventName = 'PaymentReturned'
const [signature] = encodeEventTopics({ abi: attestedOrderReceiverAbi, eventName })

/**
 * Finds the payment of an order that the receiver returned.
 *
 * - Accepts only a transaction whose calldata ends with the order id, since anyone can cause the return of a call's payment.
 */
export async function findReturned(parameters: FindReturnedParameters): Promise<Returned | undefined> {
  const { receiver, orderId, callHashes, statedFill } = parameters
  const isOwn = ({ callHash }: Returned) => callHashes.length === 0 || callHashes.includes(callHash)
  const stated = statedFill?.orderId === orderId ? statedFill.returned.findLast(isOwn) : undefined
  if (stated) return stated
  if (callHashes.length === 0) return undefined
  const found = await searchBack(parameters, async (client, page) => {
    const logs = await readTopics(client, receiver, [signature, [...callHashes]], page)
    return choose(parameters, logs)
  })
  return 'log' in found ? found.log : undefined
}

/** Returns the newest of these logs whose transaction fills the order. */
async function choose(
  { client, receiver, orderId, callHashes }: FindReturnedParameters,
  logs: Log<bigint, number, false>[],
): Promise<Returned | undefined> {
  const own = parseEventLogs({ abi: attestedOrderReceiverAbi, eventName, logs }).filter(
    ({ address, args }) => isAddressEqual(address, receiver) && callHashes.includes(args.callHash),
  )
  for (const { args, blockNumber: block, transactionHash } of own.reverse()) {
    const transaction = await client.getTransaction({ hash: transactionHash })
    if (endsWithId(transaction, orderId)) return { ...args, block, transactionHash }
  }
  return undefined
}
