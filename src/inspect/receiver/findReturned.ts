import {
  type Address,
  encodeEventTopics,
  formatLog,
  type Hash,
  type Hex,
  isAddressEqual,
  type Log,
  numberToHex,
  type PublicClient,
  parseEventLogs,
  TransactionReceiptNotFoundError,
} from 'viem'
import { toBytes } from '../../base/values.js'
import { orUndefined } from '../../contract/rpc/orUndefined.js'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { type SearchParameters, searchBack } from './searchBack.js'

/** A payment that the receiver returned, in the transaction that fills the order. */
export type Returned = {
  callHash: Hex
  block: bigint
  transactionHash: Hash
  payer: Address
  refundTo: Address
  /** Zero is the native currency. */
  token: Address
  /** What was returned, in the token's smallest unit. */
  amount: bigint
}

export type FindReturnedParameters = Omit<SearchParameters, 'pageSize' | 'maxPages'> & {
  receiver: Address
  orderId: Hex
  /** The calls of the order that pay this receiver. */
  callHashes: readonly Hex[]
  /** The order's fills according to the service. */
  statedFills: readonly string[]
}

const eventName = 'PaymentReturned'
const [signature] = encodeEventTopics({ abi: attestedOrderReceiverAbi, eventName })

/**
 * Finds a payment of an order that the receiver returned.
 *
 * - Rule: only in a transaction that ends with the order's id. Anyone can provoke the return of any call's payment.
 */
export async function findReturned(parameters: FindReturnedParameters): Promise<Returned | undefined> {
  const { client, receiver, callHashes, statedFills } = parameters
  for (const stated of statedFills) {
    const hash = toBytes(stated, [32])
    const receipt = hash && (await readReceipt(client, hash))
    const found = receipt && (await choose(parameters, receipt.logs))
    if (found) return found
  }
  if (callHashes.length === 0) return undefined
  const found = await searchBack(parameters, async (from, to) => {
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    const topics = [signature, [...callHashes]]
    const logs = await client.request({
      method: 'eth_getLogs',
      params: [{ address: receiver, topics, ...range }],
    })
    return choose(
      parameters,
      logs.map((log) => formatLog(log) as Log<bigint, number, false>),
    )
  })
  return 'log' in found ? found.log : undefined
}

function readReceipt(client: PublicClient, hash: Hash) {
  return client.getTransactionReceipt({ hash }).catch(orUndefined(TransactionReceiptNotFoundError))
}

/** The newest of these logs whose transaction fills the order. */
async function choose(
  { client, receiver, orderId, callHashes }: FindReturnedParameters,
  logs: Log<bigint, number, false>[],
): Promise<Returned | undefined> {
  const own = parseEventLogs({ abi: attestedOrderReceiverAbi, eventName, logs }).filter(
    ({ address, args }) =>
      isAddressEqual(address, receiver) && (callHashes.length === 0 || callHashes.includes(args.callHash)),
  )
  for (const { args, blockNumber: block, transactionHash } of own.reverse()) {
    const { input } = await client.getTransaction({ hash: transactionHash })
    if (input.toLowerCase().endsWith(orderId.slice(2))) return { ...args, block, transactionHash }
  }
  return undefined
}
