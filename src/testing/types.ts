import type { Address, Hex, LocalAccount } from 'viem'

/**
 * A user's request to the service, which a test can vary. The twin of `FillRequest` in `FillproofTest.sol`.
 *
 * Amounts are in the smallest unit of their currency. The zero address is the native currency. `deadline` is in Unix
 * seconds.
 */
export type FillRequest = {
  /** Signs the attestation and the order. The order names this solver. */
  solver: LocalAccount
  /** The chain on which the user pays, with its name in orders. */
  originChainId: number
  originChain: string
  originUser: Address
  originCurrency: Address
  originAmount: bigint
  /** The chain on which the solver pays, with its name in orders. */
  destinationChainId: number
  destinationChain: string
  /** The receiver under test. A direct order names it as the fill contract; an authorized order calls it. */
  receiver: Address
  recipient: Address
  token: Address
  /** The minimum that the solver must deliver. */
  minimum: bigint
  /** The maximum of an authorized fill. Defaults to the minimum. */
  maximum?: bigint | undefined
  deadline: number
  /** The address that gets an unauthorized payment back. If zero, an unauthorized payment reverts. */
  refundTo: Address
  /** The router that an authorized order pays, and that makes its calls. Without a router the order pays the recipient. */
  router?: Address | undefined
  /** Distinguishes otherwise equal requests. */
  salt: Hex
}
