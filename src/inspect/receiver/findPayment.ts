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

/** Where a payment was found. */
export type FoundPayment = {
  /** The order id or requestId of a direct fill, the call hash of an authorized one. */
  id: Hex
  block: bigint
  /** The block's time, Unix seconds. */
  timestamp: number
  /** The time of the block of its authorization, Unix seconds, where the search found that. */
  authorizedAt?: number
  transactionHash: Hex
  payer: Address
  recipient: Address
  solver: Address
  /** Zero is the native currency. */
  token: Address
  /** The amount that arrived, in the token's smallest unit. */
  amount: bigint
}

export type FindPaymentParameters = SearchParameters & {
  receiver: Address
  /** The id that is paid. */
  id: Hex
}

/** A payment and the transaction that held its evidence, or how far the search went. */
export type FindPaymentReturnType = { payment: FoundPayment; evidencedIn: Hex } | NotFound

const names = ['FillAccepted', 'FillAuthorized'] as const
const signatures = names.map(
  (eventName) => encodeEventTopics({ abi: attestedOrderReceiverAbi, eventName })[0],
)

/**
 * Finds the transaction that paid a request, from the newest block backwards.
 *
 * - Rule: an authorized fill is paid under its call's hash, which the request's `FillAuthorized` has.
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

/** Finds the call that an order authorized, whichever solver's order it was. */
export function findAuthorizedCall(
  parameters: FindPaymentParameters,
): Promise<{ log: FillAuthorizedEvent } | NotFound> {
  const { receiver, id } = parameters
  return searchBack(parameters, async (client, page) =>
    (await readLogs(client, receiver, id, page)).find((log) => log.eventName === 'FillAuthorized'),
  )
}

/** Whether only this order's evidence was presented for a call; null where another's was too, or older blocks were not read. */
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

/** Whether a transaction is a call of the receiver and nothing more, which a fill, with its order's id at its end, is not. */
export function isPlainCall({ to, input }: Pick<Transaction, 'to' | 'input'>, receiver: Address): boolean {
  if (!to || !isAddressEqual(to, receiver)) return false
  try {
    const call = decodeFunctionData({ abi: attestedOrderReceiverAbi, data: input })
    return encodeFunctionData({ abi: attestedOrderReceiverAbi, ...call } as never) === input.toLowerCase()
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

/** Both events have the id as their first topic, so one query finds either. */
async function readLogs(client: Client, address: Address, id: Hex, page: BlockRange) {
  const logs = await readTopics(client, address, [signatures as Hex[], id], page)
  return parseEventLogs({ abi: attestedOrderReceiverAbi, eventName: [...names], logs }).filter(
    (log) => log.args.id === id && isAddressEqual(log.address, address),
  )
}

/** Describes a payment, of which the order's evidence is in another transaction where it was authorized. */
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
