import type { Account, Address, Chain, Client, Transport } from 'viem'

/** Any client of the chain that the receiver is on. */
export type ReceiverClient = Client<Transport, Chain | undefined, Account | undefined>

/** The receiver to call. */
export type ReceiverParameters = { receiver: Address }

/** The calling account. Defaults to the client's account. */
export type CallerParameters = { account?: Account | Address | undefined }

/** Optional fields of a transaction; the client chooses the rest. */
export type TransactionParameters = CallerParameters & {
  /** The gas limit. If set, the gas is not estimated, so only the simulation stops a call that would fail. */
  gas?: bigint | undefined
  nonce?: number | undefined
  maxFeePerGas?: bigint | undefined
  maxPriorityFeePerGas?: bigint | undefined
}
