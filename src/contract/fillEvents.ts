import { type Address, isAddressEqual, type Log, type TransactionReceipt } from 'viem'
import type { fillReceiverAbi } from '../generated/abi/fillReceiver.js'

/** A fill that a receiver accepted, with its place in the chain. */
export type FillAcceptedEvent = Log<
  bigint,
  number,
  false,
  undefined,
  true,
  typeof fillReceiverAbi,
  'FillAccepted'
>

/** A call that a receiver authorized, with its place in the chain. */
export type FillAuthorizedEvent = Log<
  bigint,
  number,
  false,
  undefined,
  true,
  typeof fillReceiverAbi,
  'FillAuthorized'
>

/** Money that a receiver returned, as nothing authorized its call, with its place in the chain. */
export type PaymentReturnedEvent = Log<
  bigint,
  number,
  false,
  undefined,
  true,
  typeof fillReceiverAbi,
  'PaymentReturned'
>

/** The blocks to search, both included. */
export type BlockRangeParameters = {
  /** Nodes bound the range that they search at once. */
  fromBlock: bigint
  /** The latest block by default. */
  toBlock?: bigint | undefined
}

export type WatchParameters<event> = {
  /** Called with the events of each poll that found some. */
  onEvents: (events: event[]) => void
  /** Called when the chain can't be read; watching goes on. */
  onError?: ((error: Error) => void) | undefined
  /** Milliseconds; the client's by default. */
  pollingInterval?: number | undefined
}

export type ParseEventsParameters = {
  receiver: Address
  receipt: Pick<TransactionReceipt, 'logs'>
}

/** The receipt's logs of this receiver: any contract can emit an event of the same form. */
export function logsOf({ receiver, receipt }: ParseEventsParameters): TransactionReceipt['logs'] {
  return receipt.logs.filter(({ address }) => isAddressEqual(address, receiver))
}
