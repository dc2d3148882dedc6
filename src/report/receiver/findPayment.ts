import {
  type Address,
  type Client,
  decodeFunctionData,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  type PublicClient,
  parseEventLogs,
  type Transaction,
} from 'viem'
import type { FillAcceptedEvent, FillAuthorizedEvent } from '../../contract/fillEvents.js'
import type { BlockRange } from '../../contract/rpc/readPages.js'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { type NotFound, readTopics, type SearchParameters, searchBack } from './searchBack.js'

export type FoundPayment = {
  /** The order id or requestId of a direct fill, or the call hash of an authorized fill. */
  id: Hex
  block: bigint
  /** The block's time, Unix seconds. */
  timestamp: number
  /** The time of the authorization's block, Unix seconds. Set if the search found the authorization. */
  authorizedAt?: number
  transactionHash: Hex
  payer: Address
  recipient: Address
  solver: Address
  /** Zero is the native currency. */
  token: Address
  /** The amount that the receiver measured, in the token's smallest unit. */
  amount: bigint
}

export type FindPaymentParameters = SearchParameters & {
  receiver: Address
  /** The id under which the payment is recorded, or the order's id. */
  id: Hex
}

/** A payment and the transaction that has its evidence. If no payment was found, the extent of the search. */
export type FindPaymentReturnType = { payment: FoundPayment; evidencedIn: Hex } | NotFound

const names = ['FillAccepted', 'FillAuthorized'] as const
const signatures = names.map(
  (eventName) => encodeEventTopics({ abi: attestedOrderReceiverAbi, eventName })[0],
)

/**
 * Finds the transaction that paid a request, from the newest block backwards.
 *
 * - An authorized fill is recorded under the call hash. The request's `FillAuthorized` event contains that hash.
 */
export async function findPayment(parameters: FindPaymentParameters): Promise<FindPaymentReturnType> {
  const first = await search(parameters)
  if (!('log' in first)) return first
  if (first.log.eventName === 'FillAccepted') return toFoundPayment(parameters.client, first.log, first.log)
  const { args, blockNumber } = first.log
  const paid = await search({ ...parameters, id: args.callHash, fromBlock: blockNumber })
  if (!('log' in paid)) return paid
  return paid.log.eventName === 'FillAccepted'
    ? toFoundPayment(parameters.client, paid.log, first.log)
    : { searchedFrom: blockNumber }
}

/** Finds the event that reports the order's authorization of a call, whichever solver signed the order. */
export function findAuthorizedCall(
  parameters: FindPaymentParameters,
): Promise<{ log: FillAuthorizedEvent } | NotFound> {
  const { receiver, id } = parameters
  return searchBack(parameters, async (client, page) =>
    (await readLogs(client, receiver, id, page)).find((log) => log.eventName === 'FillAuthorized'),
  )
}

/**
 * Returns whether this order alone authorized a call: true if it did, false if it did not authorize the call. Null if other
 * orders authorized the call too, or if older blocks were not read.
 */
export async function isOnlyEvidence({
  callHash,
  ...parameters
}: FindPaymentParameters & { callHash: Hex }): Promise<boolean | null> {
  const { receiver: address, id } = parameters
  let isPresented = false
  let hasOthers = false
  const found = await searchBack(parameters, async (client, page) => {
    const logs = await readTopics(client, address, [signatures[1] as Hex, null, callHash], page)
    const own = logs.filter((log) => isAddressEqual(log.address, address) && log.topics[2] === callHash)
    isPresented ||= own.some(({ topics }) => topics[1] === id)
    hasOthers ||= own.some(({ topics }) => topics[1] !== id)
    return (isPresented && hasOthers) || undefined
  })
  const isWhole = 'log' in found || found.searchedFrom === 0n
  if (!isPresented) return isWhole ? false : null
  return hasOthers || !isWhole ? null : true
}

/**
 * Returns whether a transaction's calldata is a call of the receiver and nothing else. A fill's calldata also has the order id at
 * its end.
 */
export function isPlainCall({ to, input }: Pick<Transaction, 'to' | 'input'>, receiver: Address): boolean {
  if (!to || !isAddressEqual(to, receiver)) return false
  try {
    const call = decodeFunctionData({ abi: attestedOrderReceiverAbi, data: input })
    return encodeFunctionData({ abi: attestedOrderReceiverAbi, ...call }) === input.toLowerCase()
  } catch {
    return false
  }
}

type FillLog = FillAcceptedEvent | FillAuthorizedEvent

function search(parameters: FindPaymentParameters): Promise<{ log: FillLog } | NotFound> {
  const { receiver, id } = parameters
  return searchBack(parameters, async (client, page) => {
    const logs = await readLogs(client, receiver, id, page)
    return logs.find(({ eventName }) => eventName === 'FillAccepted') ?? logs.at(-1)
  })
}

/** Reads both events in one query, since both have the id as first topic. */
async function readLogs(client: Client, address: Address, id: Hex, page: BlockRange) {
  const logs = await readTopics(client, address, [signatures as Hex[], id], page)
  return parseEventLogs({ abi: attestedOrderReceiverAbi, eventName: [...names], logs }).filter(
    (log) => log.args.id === id && isAddressEqual(log.address, address),
  )
}

/** Describes a payment. The evidence of an authorized fill is in another transaction than the payment. */
export async function toFoundPayment(
  client: PublicClient,
  { args, blockNumber, transactionHash }: FillAcceptedEvent,
  evidence: Pick<FillLog, 'transactionHash' | 'blockNumber' | 'eventName'>,
): Promise<{ payment: FoundPayment; evidencedIn: Hex }> {
  const timeOf = async (blockNumber: bigint) => Number((await client.getBlock({ blockNumber })).timestamp)
  const isAuthorization = evidence.eventName === 'FillAuthorized'
  const [timestamp, authorizedAt] = await Promise.all([
    timeOf(blockNumber),
    isAuthorization ? timeOf(evidence.blockNumber) : undefined,
  ])
  const { id, payer, recipient, solver, token, amount } = args
  const payment = { id, block: blockNumber, timestamp, transactionHash }
  const times = authorizedAt === undefined ? {} : { authorizedAt }
  return {
    payment: { ...payment, ...times, payer, recipient, solver, token, amount },
    evidencedIn: evidence.transactionHash,
  }
}
