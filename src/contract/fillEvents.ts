import type { Address, Hex, Log } from 'viem'
import { getContractEvents } from 'viem/actions'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { readOptions } from './readOptions.js'
import { readLogs } from './rpc/readLogs.js'
import { type WatchEventsParameters, watchEvents } from './watchEvents.js'

type ReceiverEventName = 'FillAccepted' | 'FillAuthorized' | 'PaymentReturned'

type ReceiverEvent<name extends ReceiverEventName> = Log<
  bigint,
  number,
  false,
  undefined,
  true,
  typeof abi,
  name
>

/** A fill that a receiver accepted. */
export type FillAcceptedEvent = ReceiverEvent<'FillAccepted'>

/** A call that a receiver authorized. */
export type FillAuthorizedEvent = ReceiverEvent<'FillAuthorized'>

/** A payment that a receiver returned, since its call was not authorized. */
export type PaymentReturnedEvent = ReceiverEvent<'PaymentReturned'>

/** A filter. Defaults to all events of the receiver. */
type FillAcceptedFilter = {
  /** The order id of a direct fill, or the call hash of an authorized fill. */
  id?: Hex | undefined
  recipient?: Address | undefined
  solver?: Address | undefined
}

/** A filter. Defaults to all events of the receiver. */
type FillAuthorizedFilter = {
  /** The order id. */
  id?: Hex | undefined
  /** From `hashPayment`. */
  callHash?: Hex | undefined
}

/** A filter. Defaults to all events of the receiver. */
type PaymentReturnedFilter = {
  /** From `hashPayment`. */
  callHash?: Hex | undefined
}

/** The blocks to search, both inclusive. */
type BlockRangeParameters = {
  fromBlock: bigint
  /** Defaults to the latest block. */
  toBlock?: bigint | undefined
}

export type GetFillAcceptedEventsParameters = ReceiverParameters & FillAcceptedFilter & BlockRangeParameters

/**
 * Gets the fills that a receiver accepted in a range of blocks, oldest first.
 *
 * - Reads the range in pages, and in smaller pages if the node refuses that many blocks or results.
 * - If the node cuts a list of logs, requests the rest.
 * - Reads each of the newest 64 blocks by its hash. A lagging node fails for a block that it lacks, and does not leave out its
 *   logs.
 * - Units: `amount` is what arrived, in the smallest unit of `token`; `token` zero is the native currency.
 *
 * @param client - A client of the destination chain.
 * @returns The logs with typed `args`. {@link FillAcceptedEvent}
 * @throws viem's error if the node refuses even single blocks, lacks the newest blocks, or can't be reached.
 *
 * @example
 * import { getFillAcceptedEvents } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async ({ method }) => (method === 'eth_getLogs' ? [] : '0x1e84800') }), // in place of http(rpcUrl)
 * })
 *
 * getFillAcceptedEvents(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   fromBlock: 30_000_000n,
 *   toBlock: 30_000_999n,
 * })
 * // []
 */
export async function getFillAcceptedEvents(
  client: ReceiverClient,
  parameters: GetFillAcceptedEventsParameters,
): Promise<FillAcceptedEvent[]> {
  readOptions(parameters, 'receiver', 'fromBlock')
  return readAccepted(client, parameters)
}

function readAccepted(client: ReceiverClient, parameters: GetFillAcceptedEventsParameters) {
  const { id, recipient, solver } = parameters
  return readEvents(client, parameters, 'FillAccepted', { id, recipient, solver })
}

/** Reads the events of a name in a range of blocks. */
function readEvents<name extends ReceiverEventName>(
  client: ReceiverClient,
  { receiver: address, fromBlock, toBlock }: ReceiverParameters & BlockRangeParameters,
  eventName: name,
  args: object,
): Promise<ReceiverEvent<name>[]> {
  const query = { abi, address, eventName: eventName as ReceiverEventName, args, strict: true } as const
  return readLogs(client, { fromBlock, toBlock }, (client, page) =>
    getContractEvents(client, { ...query, ...page }),
  ) as Promise<ReceiverEvent<name>[]>
}

export type GetFillAuthorizedEventsParameters = ReceiverParameters &
  FillAuthorizedFilter &
  BlockRangeParameters

/**
 * Gets the calls that a receiver authorized in a range of blocks, oldest first.
 *
 * - Reads the range as {@link getFillAcceptedEvents} does.
 * - Presenting the same evidence again emits no event, unless the authorization changed.
 * - Units: `deadline` in Unix seconds.
 *
 * @param client - A client of the destination chain.
 * @returns The logs with typed `args`. {@link FillAuthorizedEvent}
 * @throws viem's error if the node refuses even single blocks, lacks the newest blocks, or can't be reached.
 *
 * @example
 * import { getFillAuthorizedEvents } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async ({ method }) => (method === 'eth_getLogs' ? [] : '0x1e84800') }), // in place of http(rpcUrl)
 * })
 *
 * getFillAuthorizedEvents(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   fromBlock: 30_000_000n,
 *   toBlock: 30_000_999n,
 * })
 * // []
 */
export async function getFillAuthorizedEvents(
  client: ReceiverClient,
  parameters: GetFillAuthorizedEventsParameters,
): Promise<FillAuthorizedEvent[]> {
  readOptions(parameters, 'receiver', 'fromBlock')
  return readAuthorized(client, parameters)
}

function readAuthorized(client: ReceiverClient, parameters: GetFillAuthorizedEventsParameters) {
  const { id, callHash } = parameters
  return readEvents(client, parameters, 'FillAuthorized', { id, callHash })
}

export type GetPaymentReturnedEventsParameters = ReceiverParameters &
  PaymentReturnedFilter &
  BlockRangeParameters

/**
 * Gets the payments that a receiver returned in a range of blocks, oldest first.
 *
 * - Reads the range as {@link getFillAcceptedEvents} does.
 * - After a call is authorized, and before you deposit for it, check that this list has no payment for the call. Otherwise a
 *   solver could settle your deposit with the transaction of the returned payment. If the list has one, give up the call and
 *   prepare another call with a new salt.
 * - Units: `amount` in the smallest unit of `token`; `token` zero is the native currency.
 * - Warning: before the call is authorized, anyone can cause a returned payment with their own money.
 *
 * @param client - A client of the destination chain.
 * @returns The logs with typed `args`. {@link PaymentReturnedEvent}
 * @throws viem's error if the node refuses even single blocks, lacks the newest blocks, or can't be reached.
 *
 * @example
 * import { getPaymentReturnedEvents } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async ({ method }) => (method === 'eth_getLogs' ? [] : '0x1e84800') }), // in place of http(rpcUrl)
 * })
 *
 * getPaymentReturnedEvents(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   fromBlock: 30_000_000n,
 *   toBlock: 30_000_999n,
 * })
 * // []
 */
export async function getPaymentReturnedEvents(
  client: ReceiverClient,
  parameters: GetPaymentReturnedEventsParameters,
): Promise<PaymentReturnedEvent[]> {
  const { callHash } = readOptions(parameters, 'receiver', 'fromBlock')
  return readEvents(client, parameters, 'PaymentReturned', { callHash })
}

export type WatchFillAcceptedParameters = ReceiverParameters &
  FillAcceptedFilter &
  WatchEventsParameters<FillAcceptedEvent>

/**
 * Watches for fills that a receiver accepted.
 *
 * - Reports events from the moment it starts. `getFillAcceptedEvents` returns earlier events.
 * - Polls the node. Blocks that could not be read are requested again.
 * - Warning: it does not retract events that a reorganization removes, and it misses events while it is not running.
 *
 * @param client - A client of the destination chain.
 * @returns A function that stops watching.
 *
 * @example
 * import { watchFillAccepted } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => [] }), // in place of http(rpcUrl)
 * })
 *
 * const stop = watchFillAccepted(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   onEvents: (events) => console.log(events.map(({ args }) => args.id)),
 * })
 *
 * stop()
 * // undefined
 */
export function watchFillAccepted(
  client: ReceiverClient,
  parameters: WatchFillAcceptedParameters,
): () => void {
  readOptions(parameters, 'receiver', 'onEvents')
  return watchEvents(client, parameters, (range) => readAccepted(client, { ...parameters, ...range }))
}

export type WatchFillAuthorizedParameters = ReceiverParameters &
  FillAuthorizedFilter &
  WatchEventsParameters<FillAuthorizedEvent>

/**
 * Watches for calls that a receiver authorized.
 *
 * - Reports events from the moment it starts. `getFillAuthorizedEvents` returns earlier events.
 * - Polls the node. Blocks that could not be read are requested again.
 * - Warning: it does not retract events that a reorganization removes, and it misses events while it is not running.
 *
 * @param client - A client of the destination chain.
 * @returns A function that stops watching.
 *
 * @example
 * import { watchFillAuthorized } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => [] }), // in place of http(rpcUrl)
 * })
 *
 * const stop = watchFillAuthorized(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   onEvents: (events) => console.log(events.map(({ args }) => args.id)),
 * })
 *
 * stop()
 * // undefined
 */
export function watchFillAuthorized(
  client: ReceiverClient,
  parameters: WatchFillAuthorizedParameters,
): () => void {
  readOptions(parameters, 'receiver', 'onEvents')
  return watchEvents(client, parameters, (range) => readAuthorized(client, { ...parameters, ...range }))
}
