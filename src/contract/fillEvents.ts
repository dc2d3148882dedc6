import { type Address, isAddressEqual, type Log, type TransactionReceipt } from 'viem'
import type { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'

/** A fill that a receiver accepted. */
export type FillAcceptedEvent = Log<
  bigint,
  number,
  false,
  undefined,
  true,
  typeof attestedOrderReceiverAbi,
  'FillAccepted'
>

/** A call that a receiver authorized. */
export type FillAuthorizedEvent = Log<
  bigint,
  number,
  false,
  undefined,
  true,
  typeof attestedOrderReceiverAbi,
  'FillAuthorized'
>

/** Money that a receiver returned, since nothing authorized its call. */
export type PaymentReturnedEvent = Log<
  bigint,
  number,
  false,
  undefined,
  true,
  typeof attestedOrderReceiverAbi,
  'PaymentReturned'
>

/** The blocks to search, both inclusive. */
export type BlockRangeParameters = {
  /** Most nodes limit the range of one search. */
  fromBlock: bigint
  /** The latest block by default. */
  toBlock?: bigint | undefined
}

export type WatchParameters<event> = {
  /** Called with the new events of each poll that finds any. */
  onEvents: (events: event[]) => void
  /** Called when the chain can't be read; watching continues. */
  onError?: ((error: Error) => void) | undefined
  /** Milliseconds; the client's by default. */
  pollingInterval?: number | undefined
}

export type ParseEventsParameters = {
  receiver: Address
  receipt: Pick<TransactionReceipt, 'logs'>
}

/** Only this receiver's logs: any contract can emit an event of the same form. */
export function logsOf({ receiver, receipt }: ParseEventsParameters): TransactionReceipt['logs'] {
  return receipt.logs.filter(({ address }) => isAddressEqual(address, receiver))
}
