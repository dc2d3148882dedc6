import type { Address, Hex } from 'viem'

/**
 * The contract whose clones are inboxes.
 *
 * - `address`: the address at which the deterministic deployment proxy deploys `inboxCreationCode` with salt 0, the same on every
 *   chain.
 * - `codeHash`: the keccak256 of the code at that address. A receiver of inboxes can be deployed only on a chain where this code
 *   exists.
 * - Twin: `contracts/libraries/Inboxes.sol`.
 */
export const inboxImplementation: { address: Address; codeHash: Hex } = {
  address: '0xB83cFE9C92F6f3Dca9f1524Fbe49e268DCE96Bb1',
  codeHash: '0xd09f33f313bc73d4ed9cca3bf29be79e1e3ae51fc65c15a2f2cc47ef7266a464',
}
