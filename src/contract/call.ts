import type { Account, Address, Chain, Client, Transport } from 'viem'

/** Any client of the chain that the receiver is on. */
export type ReceiverClient = Client<Transport, Chain | undefined, Account | undefined>

/** The receiver that is called. */
export type ReceiverParameters = { receiver: Address }

/** Who calls; the client's account by default. */
export type CallerParameters = { account?: Account | Address | undefined }

/** What a transaction may set; the client chooses the rest. */
export type TransactionParameters = CallerParameters & {
  /** With it nothing is estimated, so that a call that would fail is sent all the same. */
  gas?: bigint | undefined
  nonce?: number | undefined
  maxFeePerGas?: bigint | undefined
  maxPriorityFeePerGas?: bigint | undefined
}
