import type { Address, Hex } from 'viem'

/** An account that may be paid; with `hook` the receiver calls its `onFill` after each payment. */
export type Recipient = { address: Address; hook?: boolean | undefined }

/** What a tree is made of and bound to, as JSON. The tree is rebuilt from it. */
export type RecipientTreeDump = {
  format: 'fillproof-recipients'
  version: 1
  chainId: number
  receiver: Address
  root: Hex
  /** By address. */
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
  /** What the receiver needs to know. */
  root: Hex
  /** How many recipients there are. */
  count: number
  /** @throws {@link RecipientNotListedError}, or {@link RecipientFieldError} on what is no address. */
  prove(recipient: Address): RecipientProof
  dump(): RecipientTreeDump
}
