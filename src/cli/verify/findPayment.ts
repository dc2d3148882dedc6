import {
  type Address,
  BaseError,
  encodeEventTopics,
  formatLog,
  type Hex,
  isAddressEqual,
  numberToHex,
  type PublicClient,
  parseEventLogs,
} from 'viem'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import type { FillAcceptedEvent, FillAuthorizedEvent } from '../../contract/fillEvents.js'
import { describeFault, isTimeout } from '../../rpc/faults.js'

/** Where a payment was found. */
export type Payment = {
  /** The order id or requestId of a direct fill, the call hash of an authorised one. */
  id: Hex
  block: bigint
  /** Of the block, Unix seconds. */
  timestamp: number
  transactionHash: Hex
  payer: Address
  recipient: Address
  solver: Address
  /** Zero is the native currency. */
  token: Address
  /** What arrived, in the token's smallest unit. */
  amount: bigint
}

export type FindPaymentParameters = {
  client: PublicClient
  receiver: Address
  /** What is paid. */
  id: Hex
  /** Where the search ends; the first block, or as far as a bounded number of questions goes, by default. */
  fromBlock?: bigint | undefined
  /** How many blocks are asked for at first. */
  pageSize?: bigint
  /** How often the node is asked without `fromBlock`. */
  maxPages?: number
}

/** A payment, or the lowest block that was searched, with what the node said if it refused. */
export type FindPaymentReturnType = { payment: Payment } | { searchedFrom: bigint; refusal?: string }

const names = ['FillAccepted', 'FillAuthorized'] as const
const signatures = names.map((eventName) => encodeEventTopics({ abi: fillReceiverAbi, eventName })[0])
const largestPage = 100_000n

/**
 * Finds the transaction that paid a request, from the newest block backwards.
 *
 * - Rule: a range that the node refuses is halved, down to one block; one that it answers lets the next be larger.
 *   An authorised fill is paid under its call's hash, which `FillAuthorized` of the request tells.
 */
export async function findPayment(parameters: FindPaymentParameters): Promise<FindPaymentReturnType> {
  const first = await searchBack(parameters)
  if (!('log' in first)) return first
  if (first.log.eventName === 'FillAccepted') return describe(parameters.client, first.log)
  const { args, blockNumber } = first.log
  const paid = await searchBack({ ...parameters, id: args.callHash, fromBlock: blockNumber })
  if (!('log' in paid)) return paid
  return paid.log.eventName === 'FillAccepted'
    ? describe(parameters.client, paid.log)
    : { searchedFrom: blockNumber }
}

type FillLog = FillAcceptedEvent | FillAuthorizedEvent

async function searchBack(
  parameters: FindPaymentParameters,
): Promise<{ log: FillLog } | { searchedFrom: bigint; refusal?: string }> {
  const { client, receiver, id, fromBlock, pageSize = 10_000n, maxPages = 200 } = parameters
  const lowest = fromBlock ?? 0n
  let to = await client.getBlockNumber({ cacheTime: 0 })
  let size = pageSize
  for (let page = 0; to >= lowest && (fromBlock !== undefined || page < maxPages); page++) {
    const from = to - size + 1n > lowest ? to - size + 1n : lowest
    try {
      const logs = await readLogs(client, receiver, id, from, to)
      const log = logs.find(({ eventName }) => eventName === 'FillAccepted') ?? logs.at(-1)
      if (log) return { log }
      to = from - 1n
      if (size < largestPage) size *= 2n
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      if (size === 1n || isTimeout(error)) return { searchedFrom: to + 1n, refusal: describeFault(error) }
      size = (to - from + 2n) / 2n
    }
  }
  return { searchedFrom: to + 1n }
}

/** Both events have the id as their first topic, so that one question finds either. */
async function readLogs(client: PublicClient, address: Address, id: Hex, from: bigint, to: bigint) {
  const logs = await client.request({
    method: 'eth_getLogs',
    params: [
      {
        address,
        topics: [signatures as Hex[], id],
        fromBlock: numberToHex(from),
        toBlock: numberToHex(to),
      },
    ],
  })
  return parseEventLogs({
    abi: fillReceiverAbi,
    eventName: [...names],
    logs: logs.map((log) => formatLog(log)),
  }).filter((log) => log.args.id === id && isAddressEqual(log.address, address))
}

async function describe(
  client: PublicClient,
  { args, blockNumber, transactionHash }: FillAcceptedEvent,
): Promise<FindPaymentReturnType> {
  const { timestamp } = await client.getBlock({ blockNumber })
  const { id, payer, recipient, solver, token, amount } = args
  const payment = { id, block: blockNumber, timestamp: Number(timestamp), transactionHash }
  return { payment: { ...payment, payer, recipient, solver, token, amount } }
}
