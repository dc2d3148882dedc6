import type { Address, Hex } from 'viem'

/** An account that may be paid. If `hook` is set, the receiver calls the account's `onFill` after each payment. */
export type Recipient = { address: Address; hook?: boolean | undefined }

/** The content of a tree, and the receiver that the tree is bound to, as JSON. The tree can be rebuilt from it. */
export type RecipientTreeDump = {
  format: 'fillproof-recipients'
  version: 1
  chainId: number
  receiver: Address
  root: Hex
  /** Sorted by address. */
  recipients: { address: Address; hook?: true }[]
}

export type RecipientProof = {
  /** The argument of `fill`, `authorizeFill` and `inspectFill`: the hook flag as a word, then the Merkle path. */
  recipientProof: Hex[]
  hook: boolean
}

export type RecipientTree = {
  chainId: number
  receiver: Address
  /** The root to set on the receiver. */
  root: Hex
  /** The number of recipients. */
  count: number
  /** @throws {@link RecipientNotListedError}, or {@link RecipientFieldError} on a malformed address. */
  prove(recipient: Address): RecipientProof
  dump(): RecipientTreeDump
}
